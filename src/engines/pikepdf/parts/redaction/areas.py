"""The parts of a page that are to be erased, in the page's own coordinates."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..geometry import Box, Matrix, Point, compute_box, invert, move_point
from ..objects import Value
from ..visible import measure_visible

#: Overlaps no wider or higher than this, in points, come from rounding.
ROUNDING = 0.2
#: The share of a glyph's height that an area must cover to touch it: rows of text overlap a little.
TOUCHING = 0.1


@dataclass
class Areas:
    #: Everything under these goes, glyphs they touch included.
    drawn: list[Box] = field(default_factory=list)
    #: Pictures and shapes under these go: they lie over words that were found.
    words: list[Box] = field(default_factory=list)
    #: Glyphs whose anchor, in the middle of their part of the line, is in one of these go.
    characters: list[Box] = field(default_factory=list)
    #: Glyphs that begin in one of these go: boxes of slanted glyphs overlap.
    origins: list[Box] = field(default_factory=list)

    @property
    def all(self) -> list[Box]:
        return self.drawn + self.words

    def __bool__(self) -> bool:
        return bool(self.drawn or self.words or self.characters or self.origins)

    def covers_glyph(self, corners: Sequence[Point], anchor: Point, origin: Point) -> bool:
        if any(is_inside(anchor, character) for character in self.characters):
            return True
        if any(is_inside(origin, begin) for begin in self.origins):
            return True
        box = compute_box(corners)
        height = TOUCHING * (box[3] - box[1])
        return any(
            min(box[2], area[2]) - max(box[0], area[0]) > min(ROUNDING, (box[2] - box[0]) / 2)
            and min(box[3], area[3]) - max(box[1], area[1]) > height
            for area in self.drawn
        )

    def list_overlapping(self, box: Box, grown: float = 0.0) -> list[Box]:
        """Lists the areas that a box overlaps, each larger by `grown` on all sides."""
        larger = [(x0 - grown, y0 - grown, x1 + grown, y1 + grown) for x0, y0, x1, y1 in self.all]
        return [area for area in larger if overlaps(area, box)]

    def touches(self, box: Box) -> bool:
        return any(overlaps(area, box) for area in (*self.all, *self.characters))


def overlaps(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_inside(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def read_areas(page: Value, asked: dict) -> Areas:
    """Reads the areas of a request, which are measured from the upper left of the page as it is shown."""
    matrix = invert(measure_visible(page).from_top)
    return Areas(
        *([_move_box(matrix, box) for box in asked.get(key, ())] for key in ("drawn", "words", "characters", "origins"))
    )


def _move_box(matrix: Matrix, box: Sequence[float]) -> Box:
    left, top, right, bottom = box
    return compute_box([move_point(matrix, left, top), move_point(matrix, right, bottom)])
