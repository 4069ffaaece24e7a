"""Where the links of a page to other places are."""

from ..content import numbers
from ..geometry import Box, box_around, moved
from ..objects import MALFORMED, Value, dict_at, is_dict, is_string, items_of
from ..visible import whole

MOST_LINKS = 2000


def links_on(page: Value) -> list[tuple[Box, str]]:
    """The boxes of each link and its address, in points from the upper left corner as the reader sees it."""
    found: list[tuple[Box, str]] = []
    for annotation in items_of(page.get("/Annots"))[:MOST_LINKS]:
        try:
            action = dict_at(annotation, "/A")
            if not is_dict(annotation) or annotation.get("/Subtype") != "/Link" or action is None:
                continue
            address = action.get("/URI")
            if is_string(address):
                found.extend((box, str(address)) for box in _boxes_of(annotation, page))
        except MALFORMED:
            continue
    return found


def _boxes_of(annotation: Value, page: Value) -> list[Box]:
    """One box for each line that the link runs over, where it tells of them."""
    from_top = whole(page).from_top
    quads = items_of(annotation.get("/QuadPoints"))
    if quads and len(quads) % 8 == 0:
        lines = [numbers(quads[at : at + 8], 8) for at in range(0, len(quads), 8)]
    else:
        left, bottom, right, top = numbers(items_of(annotation.get("/Rect")), 4)
        lines = [[left, bottom, right, top]]
    return [box_around(moved(from_top, x, y) for x, y in zip(line[::2], line[1::2])) for line in lines]
