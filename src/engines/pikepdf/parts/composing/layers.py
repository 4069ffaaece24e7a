"""Optional content: which layers of which document are shown."""

from pikepdf import Array, Dictionary, Pdf, String

from ..objects import MALFORMED, dict_at, indirect, is_dict, is_string, items_of
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
            original = dict_at(source.root, "/OCProperties")
            if original is None:
                return
            properties = self.out.copy_foreign(indirect(source.pdf, original))
            groups = [group for group in items_of(properties.get("/OCGs")) if is_dict(group)]
            view = dict_at(properties, "/D") or Dictionary()
            for key in LISTS:
                self.lists[key].extend(items_of(view.get(key)))
            if view.get("/BaseState") == "/OFF":
                shown = {group.objgen for group in items_of(view.get("/ON")) if is_dict(group)}
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
