"""An archive as an office or a page printer writes it, mended where it breaks the rules; it says what is left of that."""

from pikepdf import Array, Dictionary, Name, Pdf

from parts.archive.archival import FORBIDDEN_ACTIONS, FORBIDDEN_ANNOTATIONS, PRINTED, problems
from parts.forms.marks import has_appearance
from parts.objects import MALFORMED, Value, dict_at, int_at, is_dict, items_of, numbers_of
from parts.saving import save
from parts.source import open_pdf, open_source

NO_LOOK_NEEDED = ("/Link", "/Popup")


def run(request: dict) -> dict:
    source = open_source(request)
    for page in source.pages:
        marks = [mark for mark in items_of(page.get("/Annots")) if is_dict(mark)]
        allowed = [mark for mark in marks if _is_allowed(mark)]
        for mark in allowed:
            _complete(source.pdf, mark)
        if len(allowed) < len(marks):
            page["/Annots"] = Array(allowed)
    for item in source.pdf.objects:
        try:
            if is_dict(item) and item.get("/Interpolate") is True:
                del item["/Interpolate"]
        except MALFORMED:
            continue
    save(source.pdf, request["output"])
    found = problems(open_pdf(request["output"], None)[0])
    return {"pages": len(source.pages), "repaired": False, "signed": False, "problems": found[:20]}


def _is_allowed(mark: Value) -> bool:
    action = dict_at(mark, "/A")
    return str(mark.get("/Subtype")) not in FORBIDDEN_ANNOTATIONS and (
        action is None or str(action.get("/S")) not in FORBIDDEN_ACTIONS
    )


def _complete(pdf: Pdf, mark: Value) -> None:
    kind = mark.get("/Subtype")
    if kind != "/Popup":
        mark["/F"] = int_at(mark, "/F") | PRINTED
    if kind not in NO_LOOK_NEEDED and not has_appearance(mark):
        mark["/AP"] = Dictionary(N=_note(pdf, mark))


def _note(pdf: Pdf, mark: Value) -> Value:
    """A yellow slip, as readers show comments."""
    left, bottom, right, top = numbers_of(mark.get("/Rect"))
    width, height = abs(right - left), abs(top - bottom)
    look = Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, width, height]))
    return pdf.make_stream(b"1 1 0.6 rg 0 0 %.3f %.3f re f" % (width, height), look)
