"""Pages as they are shown: cut to their visible part, and turned."""

from dataclasses import dataclass

from .geometry import Box, Matrix, inverse, times
from .objects import MALFORMED, Value, int_at, is_number, items_of

LETTER: Box = (0.0, 0.0, 612.0, 792.0)


@dataclass
class Visible:
    #: Size as shown, in points.
    width: float
    height: float
    #: Takes a place on the page as shown, from its lower left corner, to the page's own coordinates.
    matrix: Matrix

    @property
    def from_top(self) -> Matrix:
        """Takes a place in the page's own coordinates to the page as shown, from its upper left corner downwards."""
        return times(inverse(self.matrix), (1, 0, 0, -1, 0, self.height))


def visible(page: Value) -> Visible:
    """The page as a reader sees it."""
    return _turned(page, _visible_box(page))


def whole(page: Value) -> Visible:
    """The page with what is cut off when it is shown."""
    return _turned(page, _media_box(page))


def _turned(page: Value, box: Box) -> Visible:
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    turned = rotation(page)
    if turned == 90:
        return Visible(high, wide, (0, 1, -1, 0, x1, y0))
    if turned == 180:
        return Visible(wide, high, (-1, 0, 0, -1, x1, y1))
    if turned == 270:
        return Visible(high, wide, (0, -1, 1, 0, x0, y1))
    return Visible(wide, high, (1, 0, 0, 1, x0, y0))


def rotation(page: Value) -> int:
    """A page's own rotation in degrees, clockwise; what is no quarter turn counts as none, as viewers take it."""
    degrees = int_at(page, "/Rotate") % 360
    return degrees if degrees % 90 == 0 else 0


def _media_box(page: Value) -> Box:
    return _corners(page.get("/MediaBox")) or LETTER


def _visible_box(page: Value) -> Box:
    media = _media_box(page)
    crop = _corners(page.get("/CropBox"))
    if crop is None:
        return media
    x0, y0, x1, y1 = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else media


def _corners(value: Value) -> Box | None:
    try:
        numbers = [float(number) for number in items_of(value) if is_number(number)]
    except MALFORMED:
        return None
    if len(numbers) != 4:
        return None
    (x0, x1), (y0, y1) = sorted(numbers[0::2]), sorted(numbers[1::2])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def user_unit(page: Value) -> float:
    """Points that a unit of the page's own stands for: very large pages have more than one."""
    value = page.get("/UserUnit")
    return float(value) if is_number(value) and value > 0 else 1.0
