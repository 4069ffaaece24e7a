"""Draws form fields and annotations into their pages."""

from pikepdf import Array

from ..objects import MALFORMED, Value, ensure_indirect, get_dict, is_dict, list_items
from ..outcome import Failure
from ..source import Source
from .field_appearances import AppearanceDrawer
from .marks import draw_mark, has_appearance
from .xfa import refuse_unrendered_xfa

#: Annotations that are links or windows, not marks on the page.
NOT_DRAWN = ("/Link", "/Popup")


def flatten_document(source: Source, fields: bool, annotations: bool, labels: dict | None = None) -> tuple[int, list]:
    """
    Draws the fields and annotations asked for, while links stay. Returns how many there were, and the lines of text
    with their colours that fields cannot show without `labels`.
    """
    if fields:
        refuse_unrendered_xfa(source)
    pdf = source.pdf
    form = get_dict(source.root, "/AcroForm")
    form = None if form is None else ensure_indirect(pdf, form)
    kept: dict[int, list] = {}
    count = 0
    drawer = AppearanceDrawer(pdf, form, labels)

    def is_drawn(annotation: Value) -> bool:
        kind = annotation.get("/Subtype")
        if kind == "/Widget":
            if fields:
                drawer.draw_widget(annotation)
            return fields
        if not annotations or kind in NOT_DRAWN:
            return False
        if not has_appearance(annotation):
            draw_mark(pdf, annotation)
        # An annotation that cannot be drawn stays one, so that it is not lost.
        return has_appearance(annotation)

    for index, page in enumerate(source.pages):
        all_here = [a for a in list_items(page.get("/Annots")) if is_dict(a)]
        parted = [(a, is_drawn(a)) for a in all_here]
        drawn = [a for a, goes in parted if goes]
        kept[index] = [a for a, goes in parted if not goes and not (annotations and a.get("/Subtype") == "/Popup")]
        for annotation in drawn:
            _choose_only_appearance(annotation)
        count += len(drawn)
        if all_here:
            page["/Annots"] = Array(drawn)
    try:
        if form is not None and fields and "/NeedAppearances" in form:
            del form["/NeedAppearances"]
        pdf.flatten_annotations("all")
    except MALFORMED as error:
        raise Failure("unreadable_input", f"flatten: {error}", source.index) from None
    for index, page in enumerate(source.pages):
        if kept[index]:
            page["/Annots"] = Array(kept[index])
        elif "/Annots" in page:
            del page["/Annots"]
    if fields:
        if "/AcroForm" in source.root:
            del source.root["/AcroForm"]
    elif form is not None:
        # Flattening anything takes the whole form away.
        source.root["/AcroForm"] = form
    return count, list(drawer.missing)


def _choose_only_appearance(annotation: Value) -> None:
    """Drops the state of an annotation that has one appearance for all states, since no appearance is kept under its name."""
    appearance = annotation["/AP"].get("/N") if has_appearance(annotation) else None
    if "/AS" in annotation and is_dict(appearance) and appearance._type_name == "stream":
        del annotation["/AS"]
