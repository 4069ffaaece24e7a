"""Copies optional content: which layers of which document are shown."""

from pikepdf import Array, Dictionary, Pdf, String

from ..objects import MALFORMED, ensure_indirect, get_dict, is_dict, is_string, list_items
from ..source import Source

LISTS = ("/Order", "/RBGroups", "/AS", "/Locked", "/ON", "/OFF")


class Layers:
    """The optional content properties being built in `out`; without them hidden layers would show."""

    def __init__(self, out: Pdf) -> None:
        self.out = out
        self.groups: list = []
        self.lists: dict[str, list] = {key: [] for key in LISTS}
        self.name: bytes | None = None

    def add(self, source: Source) -> None:
        try:
            original = get_dict(source.root, "/OCProperties")
            if original is None:
                return
            properties = self.out.copy_foreign(ensure_indirect(source.pdf, original))
            groups = [group for group in list_items(properties.get("/OCGs")) if is_dict(group)]
            view = get_dict(properties, "/D") or Dictionary()
            for key in LISTS:
                self.lists[key].extend(list_items(view.get(key)))
            if view.get("/BaseState") == "/OFF":
                shown = {group.objgen for group in list_items(view.get("/ON")) if is_dict(group)}
                self.lists["/OFF"].extend(group for group in groups if group.objgen not in shown)
            if self.name is None and is_string(view.get("/Name")):
                self.name = bytes(view.Name)
            self.groups.extend(groups)
        except MALFORMED:
            return

    def write(self) -> None:
        if not self.groups:
            return
        view = Dictionary()
        if self.name is not None:
            view["/Name"] = String(self.name)
        for key, values in self.lists.items():
            if values:
                view[key] = Array(values)
        self.out.Root["/OCProperties"] = self.out.make_indirect(Dictionary({"/OCGs": Array(self.groups), "/D": view}))
