"""Removes what is on hidden layers. Layers that are shown stay layers."""

from pikepdf import Array, String

from ..forms.fields import prune_field
from ..objects import MALFORMED, get_dict, is_dict, list_items
from ..outcome import Failure
from ..redaction.areas import Areas
from ..redaction.eraser import Eraser
from ..redaction.hidden_layers import HiddenLayers
from ..redaction.pictures import Pictures
from ..redaction.unused import Unused
from ..source import Source


def remove_hidden_layers(source: Source) -> int:
    """Removes what hidden layers hold from all pages, and their names. Returns the number of these layers."""
    hidden = HiddenLayers(source.pdf)
    if not hidden:
        return 0
    fonts: dict = {}
    for index, page in enumerate(source.pages):
        eraser = Eraser(source.pdf, Areas(), hidden, Pictures(source.pdf, "", []), fonts)
        try:
            eraser.erase_page(page, False)
        except MALFORMED as error:
            # Content that cannot be read could not be shown to be free of what must go.
            raise Failure("unreadable_input", f"page {index + 1}: {error}", 0) from None
    _remove_annotations(source, hidden)
    Unused().remove(source)
    _empty_names(source, hidden)
    return len(hidden.groups)


def _remove_annotations(source: Source, hidden: HiddenLayers) -> None:
    alive: set = set()
    for page in source.pages:
        marks = [mark for mark in list_items(page.get("/Annots")) if is_dict(mark)]
        kept = [mark for mark in marks if not hidden.hide(mark.get("/OC"))]
        if len(kept) < len(marks):
            page["/Annots"] = Array(kept)
        alive |= {mark.objgen for mark in kept}
    form = get_dict(source.root, "/AcroForm")
    if form is not None:
        fields = [field for field in list_items(form.get("/Fields")) if is_dict(field)]
        seen: set = set()
        form["/Fields"] = Array([field for field in fields if prune_field(field, alive, seen)])


def _empty_names(source: Source, hidden: HiddenLayers) -> None:
    """Leaves hidden layers without a name: content that is drawn nowhere may still refer to them, and must not appear."""
    groups = list_items((get_dict(source.root, "/OCProperties") or {}).get("/OCGs"))
    for group in groups:
        if is_dict(group) and group.objgen in hidden.groups:
            group["/Name"] = String("")
