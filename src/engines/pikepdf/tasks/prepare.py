"""Tells another engine what it needs before it draws pages: which ones, and a file that opens without a password."""

from pikepdf import Pdf

from parts.bounds import check_content
from parts.fonts.missing_fonts import MissingFonts
from parts.forms.marks import draw_mark, has_appearance
from parts.objects import Value, is_dict, list_items
from parts.outcome import Failure
from parts.pages import list_chosen
from parts.saving import save_pdf
from parts.source import open_source
from parts.visible import read_user_unit

#: Marks without an appearance that the drawing engine does not draw by itself.
UNDRAWN = ("/Line", "/PolyLine", "/Polygon")


def run(request: dict) -> dict:
    source = open_source(request)
    indexes = list(dict.fromkeys(list_chosen(request["spans"], len(source.pages))))
    if len(indexes) > request["most"]:
        raise Failure("limit_exceeded", f"{len(indexes)} pages, {request['most']} allowed")
    check_content([source.pages[index] for index in indexes], request["maxPageBytes"])
    missing = MissingFonts()
    marked = [_draw_marks(source.pdf, source.pages[index]) for index in indexes]
    without_fonts = [index for index in indexes if missing.are_missing_on(source.pages[index])]
    repaired = source.repaired
    # A hybrid file (XRefStm) hides objects from old readers, and from the drawing engine too.
    rewritten = any(marked) or source.pdf.is_encrypted or repaired or "/XRefStm" in source.pdf.trailer
    if rewritten:
        save_pdf(source.pdf, request["output"])
    return {
        "count": len(source.pages),
        "indexes": indexes,
        "withoutFonts": without_fonts,
        "units": [read_user_unit(source.pages[index]) for index in indexes],
        "rewritten": rewritten,
        "repaired": repaired,
        "signed": False,
    }


def _draw_marks(pdf: Pdf, page: Value) -> bool:
    """Gives marks that would not be seen an appearance; says whether there were any."""
    undrawn = [mark for mark in list_items(page.get("/Annots")) if is_dict(mark) and mark.get("/Subtype") in UNDRAWN]
    undrawn = [mark for mark in undrawn if not has_appearance(mark)]
    for mark in undrawn:
        draw_mark(pdf, mark)
    return bool(undrawn)
