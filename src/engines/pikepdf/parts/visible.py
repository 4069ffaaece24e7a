"""Measures pages as they are shown: cut to their visible part, and turned."""

from dataclasses import dataclass

from .geometry import Box, Matrix, invert, multiply
from .objects import MALFORMED, Value, get_int, is_number, list_items

LETTER: Box = (0.0, 0.0, 612.0, 792.0)


@dataclass
class Visible:
    #: The size as shown, in units of the page.
    width: float
    height: float
    #: Takes a place on the page as shown, from its lower left corner, to the page's own coordinates.
    matrix: Matrix

    @property
    def from_top(self) -> Matrix:
        """Takes a place in the page's own coordinates to the page as shown, from its upper left corner downwards."""
        return multiply(invert(self.matrix), (1, 0, 0, -1, 0, self.height))


def measure_visible(page: Value) -> Visible:
    """Measures the page as a reader sees it."""
    return _measure_turned(page, _compute_visible_box(page))


def measure_in_points(page: Value) -> Visible:
    """Measures the page as a reader sees it, in points even if the page has other units."""
    shown, unit = measure_visible(page), read_user_unit(page)
    to_units = (1 / unit, 0, 0, 1 / unit, 0, 0)
    return Visible(shown.width * unit, shown.height * unit, multiply(to_units, shown.matrix))


def measure_whole(page: Value) -> Visible:
    """Measures the page together with the parts that are cut off when it is shown."""
    return _measure_turned(page, _read_media_box(page))


def _measure_turned(page: Value, box: Box) -> Visible:
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    turned = read_rotation(page)
    if turned == 90:
        return Visible(high, wide, (0, 1, -1, 0, x1, y0))
    if turned == 180:
        return Visible(wide, high, (-1, 0, 0, -1, x1, y1))
    if turned == 270:
        return Visible(high, wide, (0, -1, 1, 0, x0, y1))
    return Visible(wide, high, (1, 0, 0, 1, x0, y0))


def read_rotation(page: Value) -> int:
    """Reads a page's rotation in degrees, clockwise; anything but quarter turns counts as none, as in viewers."""
    degrees = get_int(page, "/Rotate") % 360
    return degrees if degrees % 90 == 0 else 0


def _read_media_box(page: Value) -> Box:
    return _read_corners(page.get("/MediaBox")) or LETTER


def _compute_visible_box(page: Value) -> Box:
    media = _read_media_box(page)
    crop = _read_corners(page.get("/CropBox"))
    if crop is None:
        return media
    x0, y0, x1, y1 = max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else media


def _read_corners(value: Value) -> Box | None:
    try:
        numbers = [float(number) for number in list_items(value) if is_number(number)]
    except MALFORMED:
        return None
    if len(numbers) != 4:
        return None
    (x0, x1), (y0, y1) = sorted(numbers[0::2]), sorted(numbers[1::2])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def read_user_unit(page: Value) -> float:
    """Reads the points that a unit of the page stands for: very large pages have more than one."""
    value = page.get("/UserUnit")
    return float(value) if is_number(value) and value > 0 else 1.0
