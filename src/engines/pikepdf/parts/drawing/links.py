"""Finds the links of a page."""

from ..content import read_numbers
from ..geometry import Box, compute_box, move_point
from ..objects import MALFORMED, Value, get_dict, is_dict, is_string, list_items
from ..visible import measure_whole

MAX_LINKS = 2000


def list_links(page: Value) -> list[tuple[Box, str]]:
    """Lists the boxes and the address of each link, in points from the upper left corner as the reader sees it."""
    found: list[tuple[Box, str]] = []
    for annotation in list_items(page.get("/Annots"))[:MAX_LINKS]:
        try:
            action = get_dict(annotation, "/A")
            if not is_dict(annotation) or annotation.get("/Subtype") != "/Link" or action is None:
                continue
            address = action.get("/URI")
            if is_string(address):
                found.extend((box, str(address)) for box in _compute_boxes(annotation, page))
        except MALFORMED:
            continue
    return found


def _compute_boxes(annotation: Value, page: Value) -> list[Box]:
    """Computes a box for each line of a link if it states its lines, and otherwise one for the whole link."""
    from_top = measure_whole(page).from_top
    quads = list_items(annotation.get("/QuadPoints"))
    if quads and len(quads) % 8 == 0:
        lines = [read_numbers(quads[at : at + 8], 8) for at in range(0, len(quads), 8)]
    else:
        left, bottom, right, top = read_numbers(list_items(annotation.get("/Rect")), 4)
        lines = [[left, bottom, right, top]]
    return [compute_box(move_point(from_top, x, y) for x, y in zip(line[::2], line[1::2])) for line in lines]
