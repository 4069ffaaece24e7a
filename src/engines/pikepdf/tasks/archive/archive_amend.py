"""Repairs an archive that LibreOffice or WeasyPrint wrote where it breaks rules, and tells which it still breaks."""

from pikepdf import Array, Dictionary, Name, Pdf

from parts.archive.archival import FORBIDDEN_ACTIONS, FORBIDDEN_ANNOTATIONS, PRINTED, find_problems
from parts.forms.marks import has_appearance
from parts.objects import MALFORMED, Value, get_dict, get_int, is_dict, list_items, list_numbers
from parts.saving import save_pdf
from parts.source import open_pdf, open_source

NO_APPEARANCE_NEEDED = ("/Link", "/Popup")


def run(request: dict) -> dict:
    source = open_source(request)
    for page in source.pages:
        marks = [mark for mark in list_items(page.get("/Annots")) if is_dict(mark)]
        allowed = [mark for mark in marks if _is_allowed(mark)]
        for mark in allowed:
            _complete_mark(source.pdf, mark)
        if len(allowed) < len(marks):
            page["/Annots"] = Array(allowed)
    for item in source.pdf.objects:
        try:
            if is_dict(item) and item.get("/Interpolate") is True:
                del item["/Interpolate"]
        except MALFORMED:
            continue
    save_pdf(source.pdf, request["output"])
    found = find_problems(open_pdf(request["output"], None)[0])
    return {"pages": len(source.pages), "repaired": False, "signed": False, "problems": found[:20]}


def _is_allowed(mark: Value) -> bool:
    action = get_dict(mark, "/A")
    return str(mark.get("/Subtype")) not in FORBIDDEN_ANNOTATIONS and (
        action is None or str(action.get("/S")) not in FORBIDDEN_ACTIONS
    )


def _complete_mark(pdf: Pdf, mark: Value) -> None:
    kind = mark.get("/Subtype")
    if kind != "/Popup":
        mark["/F"] = get_int(mark, "/F") | PRINTED
    if kind not in NO_APPEARANCE_NEEDED and not has_appearance(mark):
        mark["/AP"] = Dictionary(N=_draw_note(pdf, mark))


def _draw_note(pdf: Pdf, mark: Value) -> Value:
    """Draws a yellow slip, as readers show comments."""
    left, bottom, right, top = list_numbers(mark.get("/Rect"))
    width, height = abs(right - left), abs(top - bottom)
    appearance = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, width, height]))
    return pdf.make_stream(b"1 1 0.6 rg 0 0 %.3f %.3f re f" % (width, height), appearance)
