"""Interactive forms: the fields of several documents under one roof, each with its own name, value and look."""

from pikepdf import Array, Dictionary, Pdf, String

from ..objects import MALFORMED, Value, ensure_indirect, get_dict, get_int, is_dict, is_string, list_items
from ..source import Source
from .fields import copy_widgets, list_named_roots, prune_field, walk_nodes
from .form_fonts import are_alike, find_free_name, rename_fonts
from .xfa import refuse_unrendered_xfa

SIGNATURES_EXIST = 1


class Form:
    """The form being built in `out`."""

    def __init__(self, out: Pdf) -> None:
        self.out = out
        self.fields: list = []
        self.names: set[str] = set()
        self.order: list = []
        self.resources = Dictionary()
        self.appearance: bytes | None = None
        self.alignment = 0
        self.need_appearances = False
        self.signatures = False

    def add(self, source: Source, pages: list, whole: bool) -> None:
        """
        Takes over the fields of a source whose (copied) pages are `pages`; without `whole`, only theirs. An XFA part is left out,
        because it describes the whole of its document.
        """
        refuse_unrendered_xfa(source)
        try:
            original = get_dict(source.root, "/AcroForm")
            if original is None:
                return
            form = self.out.copy_foreign(ensure_indirect(source.pdf, original))
            fields = [field for field in list_items(form.get("/Fields")) if is_dict(field)]
        except MALFORMED:
            return
        if not whole:
            widgets = {
                a.objgen for page in pages for a in list_items(page.get("/Annots")) if is_dict(a) and a.is_indirect
            }
            fields = [field for field in fields if prune_field(field, widgets, set())]
        if not fields:
            return
        self._take_appearance(form, fields)
        self._rename_fields(fields)
        self.fields.extend(fields)
        alive = {node.objgen for node in walk_nodes(fields)}
        self.order.extend(f for f in list_items(form.get("/CO")) if is_dict(f) and f.objgen in alive)
        self.need_appearances |= form.get("/NeedAppearances") is True
        self.signatures |= bool(get_int(form, "/SigFlags") & SIGNATURES_EXIST)

    def add_copy(self, page: Value) -> None:
        """Takes over the fields of a page that stands in the document a second time."""
        fields = copy_widgets(self.out, page)
        if self.fields and fields:
            self._rename_fields(fields)
            self.fields.extend(fields)

    def write(self) -> None:
        if not self.fields:
            return
        form = Dictionary(Fields=Array(self.fields))
        if self.order:
            form["/CO"] = Array(self.order)
        if len(self.resources.keys()):
            form["/DR"] = self.resources
        if self.appearance is not None:
            form["/DA"] = String(self.appearance)
        if self.alignment:
            form["/Q"] = self.alignment
        if self.need_appearances:
            form["/NeedAppearances"] = True
        if self.signatures:
            form["/SigFlags"] = SIGNATURES_EXIST
        self.out.Root["/AcroForm"] = self.out.make_indirect(form)

    def _rename_fields(self, fields: list) -> None:
        """Renames fields whose name is taken: two fields of one name would become one field with one value."""
        named = list_named_roots(fields)
        own = {str(field.T) for field in named}
        renamed: dict[str, str] = {}
        for name in sorted(own & self.names):
            number = 2
            while (
                f"{name}_{number}" in self.names or f"{name}_{number}" in own or f"{name}_{number}" in renamed.values()
            ):
                number += 1
            renamed[name] = f"{name}_{number}"
        for field in named:
            if str(field.T) in renamed:
                field["/T"] = String(renamed[str(field.T)])
        self.names |= {renamed.get(name, name) for name in own}

    def _take_appearance(self, form: Value, fields: list) -> None:
        """Merges default resources and makes the form-wide defaults the fields' own where they differ from ours."""
        fonts = self._take_resources(get_dict(form, "/DR"))
        default = form.get("/DA")
        default = rename_fonts(bytes(default), fonts) if is_string(default) else None
        alignment = get_int(form, "/Q")
        if not self.fields:
            self.appearance, self.alignment = default, alignment
        for field in fields:
            if default is not None and default != self.appearance and "/DA" not in field:
                field["/DA"] = String(default)
            if alignment != self.alignment and "/Q" not in field:
                field["/Q"] = alignment
        if fonts:
            for node in walk_nodes(fields):
                if is_string(node.get("/DA")):
                    node["/DA"] = String(rename_fonts(bytes(node.DA), fonts))

    def _take_resources(self, resources: Value) -> dict[bytes, bytes]:
        """Adds default resources; returns fonts that had to take another name, old → new."""
        renamed: dict[bytes, bytes] = {}
        if resources is None:
            return renamed
        for category in resources:
            entries = resources.get(category)
            if not is_dict(entries):
                continue
            ours = get_dict(self.resources, category)
            if ours is None:
                self.resources[category] = Dictionary()
                ours = self.resources[category]
            for name in entries:
                value = entries.get(name)
                if name not in ours:
                    ours[name] = value
                elif category == "/Font" and not are_alike(ours.get(name), value):
                    new = find_free_name(name, ours, entries)
                    ours[new] = value
                    renamed[name[1:].encode()] = new[1:].encode()
        return renamed
