"""Removes annotations and form fields that lie in erased areas, and those that nobody sees."""

from pikepdf import Array

from ..geometry import compute_box
from ..objects import MALFORMED, Value, get_dict, get_int, is_array, is_dict, is_string, list_items, list_numbers
from ..source import Source
from .areas import Areas
from .hidden_layers import HiddenLayers

HIDDEN_FLAGS = 1 << 1 | 1 << 5
#: Annotations that carry files, sound or films.
CARRIERS = ("/FileAttachment", "/Sound", "/Movie", "/Screen", "/RichMedia", "/3D")


class Annotations:
    def __init__(self, source: Source, hidden: HiddenLayers) -> None:
        self.source = source
        self.hidden = hidden
        self.fields: set = set()
        self.gone: set = set()
        self.removed = 0

    def remove(self, areas: dict[int, Areas]) -> None:
        """Removes them from all pages, with the fields they belong to and the notes on them."""
        pages = [(index, self._list_annotations(page)) for index, page in enumerate(self.source.pages)]
        for index, annotations in pages:
            for annotation in annotations:
                if self._must_go(annotation, areas.get(index)):
                    self.gone.add(annotation.objgen)
                    if annotation.get("/Subtype") == "/Widget":
                        self.fields.add(_find_field(annotation).objgen)
        for index, annotations in pages:
            kept = [annotation for annotation in annotations if not self._is_gone(annotation)]
            if len(kept) < len(annotations):
                self.removed += len(annotations) - len(kept)
                self.source.pages[index]["/Annots"] = Array(kept)
        form = get_dict(self.source.root, "/AcroForm")
        if form is not None and self.fields:
            self._prune(form, "/Fields", 0)
            if is_array(form.get("/CO")):
                form["/CO"] = Array([field for field in list_items(form["/CO"]) if not self._is_field_gone(field)])

    def _list_annotations(self, page: Value) -> list:
        try:
            found = [item for item in list_items(page.get("/Annots")) if is_dict(item)]
        except MALFORMED:
            return []
        # All have numbers, so that those that belong to each other can be told.
        return [item if item.is_indirect else self.source.pdf.make_indirect(item) for item in found]

    def _must_go(self, annotation: Value, areas: Areas | None) -> bool:
        try:
            if get_int(annotation, "/F") & HIDDEN_FLAGS and annotation.get("/Subtype") != "/Popup":
                return True
            if annotation.get("/Subtype") in CARRIERS or self.hidden.hide(annotation.get("/OC")):
                return True
            address = (get_dict(annotation, "/A") or {}).get("/URI")
            if address is not None and is_string(address) and not bytes(address):
                return True
            sides = list_numbers(annotation.get("/Rect"))
            if areas is None or len(sides) != 4:
                return False
            return areas.touches(compute_box([(sides[0], sides[1]), (sides[2], sides[3])]))
        except MALFORMED:
            return True

    def _is_gone(self, annotation: Value) -> bool:
        if annotation.objgen in self.gone:
            return True
        if annotation.get("/Subtype") == "/Widget":
            return _find_field(annotation).objgen in self.fields
        linked = (get_dict(annotation, key) for key in ("/Parent", "/IRT"))
        return any(other is not None and other.objgen in self.gone for other in linked)

    def _is_field_gone(self, field: Value) -> bool:
        return not is_dict(field) or field.objgen in self.fields or field.objgen in self.gone

    def _prune(self, holder: Value, key: str, depth: int) -> None:
        if depth > 32 or not is_array(holder.get(key)):
            return
        kept = [field for field in list_items(holder[key]) if not self._is_field_gone(field)]
        holder[key] = Array(kept)
        for field in kept:
            self._prune(field, "/Kids", depth + 1)


def _find_field(widget: Value) -> Value:
    """Finds the field that a widget shows: itself, or the one above it that has the name."""
    parent = get_dict(widget, "/Parent")
    return widget if "/T" in widget or parent is None else parent
