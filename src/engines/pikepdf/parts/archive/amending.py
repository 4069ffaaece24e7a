"""Repairs what an archive may be repaired in without being rewritten."""

from pikepdf import Array, Dictionary, Name, Pdf

from ..forms.marks import has_appearance
from ..objects import MALFORMED, Value, get_int, is_dict, list_numbers
from .archival import PRINTED

NO_APPEARANCE_NEEDED = ("/Link", "/Popup")


def stop_interpolation(pdf: Pdf) -> None:
    for item in pdf.objects:
        try:
            if is_dict(item) and item.get("/Interpolate") is True:
                del item["/Interpolate"]
        except MALFORMED:
            continue


def complete_mark(pdf: Pdf, mark: Value) -> None:
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
