"""Tells which optional content is not shown when a document is opened."""

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, list_items


class HiddenLayers:
    def __init__(self, pdf: Pdf) -> None:
        self.groups: set = set()
        properties = get_dict(pdf.Root, "/OCProperties")
        view = get_dict(properties, "/D")
        if properties is None or view is None:
            return
        try:
            if view.get("/BaseState") == "/OFF":
                self.groups |= {group.objgen for group in list_items(properties.get("/OCGs")) if is_dict(group)}
                self.groups -= {group.objgen for group in list_items(view.get("/ON")) if is_dict(group)}
            self.groups |= {group.objgen for group in list_items(view.get("/OFF")) if is_dict(group)}
        except MALFORMED:
            return

    def __bool__(self) -> bool:
        return bool(self.groups)

    def hide(self, content: Value) -> bool:
        """Tells whether something that belongs to this group, or to these by a policy, is hidden."""
        if not self.groups or not is_dict(content):
            return False
        if content.get("/Type") != "/OCMD":
            return content.objgen in self.groups
        listed = content.get("/OCGs")
        members = list_items(listed) if is_array(listed) else [listed]
        states = [member.objgen not in self.groups for member in members if is_dict(member)]
        if not states:
            return False
        policy = str(content.get("/P", "/AnyOn"))
        shown = {"/AllOn": all(states), "/AnyOff": not all(states), "/AllOff": not any(states)}
        return not shown.get(policy, any(states))
