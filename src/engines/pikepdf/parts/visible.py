"""Pages as they are shown: cut to their visible part, and turned."""

from dataclasses import dataclass

from .objects import MALFORMED, is_number, items_of
from .source import rotation

LETTER = (0.0, 0.0, 612.0, 792.0)


@dataclass
class Visible:
    #: Size as shown, in points.
    width: float
    height: float
    #: Takes a place on the page as shown, from its lower left corner, to the page's own coordinates.
    matrix: tuple


def visible(page) -> Visible:
    x0, y0, x1, y1 = _box(page)
    wide, high = x1 - x0, y1 - y0
    turned = rotation(page)
    if turned == 90:
        return Visible(high, wide, (0, 1, -1, 0, x1, y0))
    if turned == 180:
        return Visible(wide, high, (-1, 0, 0, -1, x1, y1))
    if turned == 270:
        return Visible(high, wide, (0, -1, 1, 0, x0, y1))
    return Visible(wide, high, (1, 0, 0, 1, x0, y0))


def _box(page) -> tuple:
    media = _corners(page.get("/MediaBox")) or LETTER
    crop = _corners(page.get("/CropBox"))
    if crop is None:
        return media
    x0, y0, x1, y1 = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else media


def _corners(value) -> tuple | None:
    try:
        numbers = [float(number) for number in items_of(value) if is_number(number)]
    except MALFORMED:
        return None
    if len(numbers) != 4:
        return None
    (x0, x1), (y0, y1) = sorted(numbers[0::2]), sorted(numbers[1::2])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def user_unit(page) -> float:
    """Points that a unit of the page's own stands for: very large pages have more than one."""
    value = page.get("/UserUnit")
    return float(value) if is_number(value) and value > 0 else 1.0
