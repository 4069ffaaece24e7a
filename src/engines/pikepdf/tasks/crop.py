"""Crops pages to boxes; what lies outside is no longer shown, but stays in the document."""

from pikepdf import Array

from parts.geometry import compute_box, move_point
from parts.outcome import Failure
from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import measure_visible, read_user_unit

#: Boxes for printers, which must not reach beyond the visible part.
PRINTERS = ("/TrimBox", "/BleedBox", "/ArtBox")
LEAST = 1.0


def run(request: dict) -> dict:
    source = open_source(request)
    crops = request["crops"] if "crops" in request else _list_same(request, len(source.pages))
    for crop in crops:
        if crop["index"] >= len(source.pages):
            raise Failure("box_page_missing", f"no page {crop['index'] + 1}", 0)
        page = source.pages[crop["index"]]
        shown, unit = measure_visible(page), read_user_unit(page)
        left, top, right, bottom = (side / unit for side in crop["box"])
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, shown.width), min(bottom, shown.height)
        if right - left < LEAST or bottom - top < LEAST:
            raise Failure("box_outside", f"nothing of page {crop['index'] + 1} lies in the box", 0)
        corners = [
            move_point(shown.matrix, left, shown.height - bottom),
            move_point(shown.matrix, right, shown.height - top),
        ]
        page["/CropBox"] = Array([round(side, 3) for side in compute_box(corners)])
        for key in PRINTERS:
            if key in page:
                del page[key]
    return {**save_changed(source, request["output"]), "cropped": len(crops)}


def _list_same(request: dict, count: int) -> list[dict]:
    """Lists the crops of all chosen pages to one box."""
    chosen = dict.fromkeys(list_chosen(request["spans"], count))
    return [{"index": index, "box": request["box"]} for index in chosen]
