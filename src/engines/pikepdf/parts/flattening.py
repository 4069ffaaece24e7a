"""Form fields and annotations drawn into their pages."""

from pikepdf import Array

from .marks import draw_mark, has_appearance
from .objects import MALFORMED, dict_at, indirect, is_dict, items_of
from .outcome import Failure

#: Annotations that are ways to go elsewhere or windows that open, not marks on the page.
NOT_DRAWN = ("/Link", "/Popup")


def flatten(source, fields: bool, annotations: bool) -> int:
    """Draws what is asked for and says how many there were; links stay."""
    pdf = source.pdf
    form = dict_at(source.root, "/AcroForm")
    form = None if form is None else indirect(pdf, form)
    kept: dict[int, list] = {}
    count = 0

    def is_drawn(annotation) -> bool:
        kind = annotation.get("/Subtype")
        if kind == "/Widget":
            return fields
        if not annotations or kind in NOT_DRAWN:
            return False
        if not has_appearance(annotation):
            draw_mark(pdf, annotation)
        # What nobody can draw stays, rather than to be lost.
        return has_appearance(annotation)

    for index, page in enumerate(source.pages):
        all_here = [a for a in items_of(page.get("/Annots")) if is_dict(a)]
        drawn = [a for a in all_here if is_drawn(a)]
        kept[index] = [a for a in all_here if not is_drawn(a) and not (annotations and a.get("/Subtype") == "/Popup")]
        count += len(drawn)
        if all_here:
            page["/Annots"] = Array(drawn)
    try:
        if form is not None and fields:
            pdf.generate_appearance_streams()
            if "/NeedAppearances" in form:
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
    return count
