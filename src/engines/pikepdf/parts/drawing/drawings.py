"""What is drawn on a page besides text: rules, and where pictures are."""

import itertools
from collections.abc import Sequence

from ..content import INLINE_IMAGE, is_inline_image, numbers, operators_of
from ..geometry import CORNERS, UNCHANGED, Box, Matrix, Point, box_around, moved, times
from ..objects import MALFORMED, Value, dict_at, is_dict, items_of
from ..visible import whole

#: How thick a filled shape may be to count as a rule, in points.
THIN = 2.5
#: How far from level or upright a stroke may be to count as a rule.
STRAIGHT = 0.8
MOST_OPERATORS = 150_000
MOST_RULES = 3000
MOST_PICTURES = 200
DEEPEST_FORM = 5
WANTED = f"q Q cm m l c v y h re S s f F f* B B* b b* n Do {INLINE_IMAGE}"
FILLS = ("f", "F", "f*")
STROKES = ("S", "s", "B", "B*", "b", "b*")
CLOSING_STROKES = ("s", "b", "b*")


class _TooMuch(Exception):
    """A drawing of so many lines holds no table."""


class Drawings:
    """The rules and pictures of a page, in points from its upper left corner as the reader sees it."""

    def __init__(self) -> None:
        self.rules: list[Box] = []
        self.pictures: list[Box] = []
        self._left = MOST_OPERATORS

    def read(self, page: Value) -> None:
        try:
            self._follow(page, dict_at(page, "/Resources"), whole(page).from_top, 0)
        except (_TooMuch, *MALFORMED):
            # A page that cannot be followed to its end tells nothing of tables.
            self.rules.clear()
        del self.pictures[MOST_PICTURES:]

    def _follow(self, content: Value, resources: Value, matrix: Matrix, depth: int) -> None:
        saved: list[Matrix] = []
        path: list[list[Point]] = []
        for instruction in operators_of(content, WANTED):
            self._left -= 1
            if self._left < 0 or len(self.rules) > MOST_RULES:
                raise _TooMuch
            if is_inline_image(instruction):
                self._add_picture(matrix)
                continue
            operands, operator = instruction
            name = str(operator)
            if name == "q":
                saved.append(matrix)
            elif name == "Q":
                matrix = saved.pop() if saved else matrix
            elif name == "cm":
                matrix = times(numbers(operands, 6), matrix)
            elif name == "Do":
                self._place(str(operands[0]) if operands else "", resources, matrix, depth)
            elif name in STROKES or name in FILLS or name == "n":
                self._paint(path, name)
                path = []
            else:
                _extend(path, name, operands, matrix)

    def _paint(self, path: list[list[Point]], name: str) -> None:
        if name in CLOSING_STROKES and path:
            path[-1].append(path[-1][0])
        if name in STROKES:
            self._stroke(path)
        elif name in FILLS:
            self._fill(path)

    def _stroke(self, path: list[list[Point]]) -> None:
        for points in path:
            for (x0, y0), (x1, y1) in itertools.pairwise(points):
                if (abs(x0 - x1) <= STRAIGHT) != (abs(y0 - y1) <= STRAIGHT):
                    self.rules.append(box_around([(x0, y0), (x1, y1)]))

    def _fill(self, path: list[list[Point]]) -> None:
        for points in path:
            left, top, right, bottom = box_around(points)
            if (right - left <= THIN) != (bottom - top <= THIN):
                self.rules.append((left, top, right, bottom))

    def _add_picture(self, matrix: Matrix) -> None:
        self.pictures.append(box_around(moved(matrix, x, y) for x, y in CORNERS))

    def _place(self, name: str, resources: Value, matrix: Matrix, depth: int) -> None:
        drawn = dict_at(resources, "/XObject")
        found = drawn.get(name) if drawn is not None else None
        if not is_dict(found):
            return
        if found.get("/Subtype") == "/Image":
            self._add_picture(matrix)
        elif found.get("/Subtype") == "/Form" and depth < DEEPEST_FORM:
            own = numbers(items_of(found.get("/Matrix")) or UNCHANGED, 6)
            self._follow(found, dict_at(found, "/Resources") or resources, times(own, matrix), depth + 1)


def _extend(path: list[list[Point]], name: str, operands: Sequence[Value], matrix: Matrix) -> None:
    """Adds to a path what one operator draws."""
    if name == "m":
        path.append([moved(matrix, *numbers(operands, 2))])
    elif name == "re":
        x, y, width, height = numbers(operands, 4)
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        path.append([moved(matrix, *corner) for corner in corners])
    elif not path:
        return
    elif name == "l":
        path[-1].append(moved(matrix, *numbers(operands, 2)))
    elif name == "h":
        path[-1].append(path[-1][0])
    else:
        # What is round is no rule: the pen goes on from where the curve ends.
        path.append([moved(matrix, *numbers(operands, 6 if name == "c" else 4)[-2:])])
