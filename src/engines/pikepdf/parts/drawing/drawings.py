"""Finds what is drawn on a page besides text: rules, and where pictures are."""

import itertools
from collections.abc import Sequence

from ..content import INLINE_IMAGE, is_inline_image, read_numbers, read_operators
from ..geometry import CORNERS, UNCHANGED, Box, Matrix, Point, compute_box, move_point, multiply
from ..objects import MALFORMED, Value, get_dict, is_dict, list_items
from ..visible import measure_whole

#: The thickness in points up to which a filled shape counts as a rule.
THIN = 2.5
#: The slant in points up to which a stroke counts as a rule.
STRAIGHT = 0.8
MAX_OPERATORS = 150_000
MAX_RULES = 3000
MAX_PICTURES = 200
DEEPEST_FORM = 5
PLACING = f"q Q cm Do {INLINE_IMAGE}"
WANTED = f"{PLACING} m l c v y h re S s f F f* B B* b b* n"
FILLS = ("f", "F", "f*")
STROKES = ("S", "s", "B", "B*", "b", "b*")
CLOSING_STROKES = ("s", "b", "b*")


class _TooMuch(Exception):
    """The error for a page that draws so much that its lines are taken for a drawing, not a table."""


class Drawings:
    """The rules and pictures of a page, in points from its upper left corner as the reader sees it."""

    def __init__(self, pictures_only: bool = False) -> None:
        self._wanted = PLACING if pictures_only else WANTED
        self.rules: list[Box] = []
        self.pictures: list[Box] = []
        self._left = MAX_OPERATORS

    def read_page(self, page: Value, operators: list | None = None) -> None:
        """Reads a page. Callers that have read its wanted operators already pass them, in their order."""
        try:
            own = read_operators(page, self._wanted) if operators is None else operators
            self._follow_operators(own, get_dict(page, "/Resources"), measure_whole(page).from_top, 0)
        except (_TooMuch, *MALFORMED):
            # The rules of a page that is not read to its end are incomplete, and would mislead about tables.
            self.rules.clear()
        del self.pictures[MAX_PICTURES:]

    def _follow_operators(self, operators: list, resources: Value, matrix: Matrix, depth: int) -> None:
        saved: list[Matrix] = []
        path: list[list[Point]] = []
        for instruction in operators:
            self._left -= 1
            if self._left < 0 or len(self.rules) > MAX_RULES:
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
                matrix = multiply(read_numbers(operands, 6), matrix)
            elif name == "Do":
                self._place_drawn(str(operands[0]) if operands else "", resources, matrix, depth)
            elif name in STROKES or name in FILLS or name == "n":
                self._paint_path(path, name)
                path = []
            else:
                _extend_path(path, name, operands, matrix)

    def _paint_path(self, path: list[list[Point]], name: str) -> None:
        if name in CLOSING_STROKES and path:
            path[-1].append(path[-1][0])
        if name in STROKES:
            self._stroke_path(path)
        elif name in FILLS:
            self._fill_path(path)

    def _stroke_path(self, path: list[list[Point]]) -> None:
        for points in path:
            for (x0, y0), (x1, y1) in itertools.pairwise(points):
                if (abs(x0 - x1) <= STRAIGHT) != (abs(y0 - y1) <= STRAIGHT):
                    self.rules.append(compute_box([(x0, y0), (x1, y1)]))

    def _fill_path(self, path: list[list[Point]]) -> None:
        for points in path:
            left, top, right, bottom = compute_box(points)
            if (right - left <= THIN) != (bottom - top <= THIN):
                self.rules.append((left, top, right, bottom))

    def _add_picture(self, matrix: Matrix) -> None:
        self.pictures.append(compute_box(move_point(matrix, x, y) for x, y in CORNERS))

    def _place_drawn(self, name: str, resources: Value, matrix: Matrix, depth: int) -> None:
        drawn = get_dict(resources, "/XObject")
        found = drawn.get(name) if drawn is not None else None
        if not is_dict(found):
            return
        if found.get("/Subtype") == "/Image":
            self._add_picture(matrix)
        elif found.get("/Subtype") == "/Form" and depth < DEEPEST_FORM:
            own = read_numbers(list_items(found.get("/Matrix")) or UNCHANGED, 6)
            operators = read_operators(found, self._wanted)
            self._follow_operators(
                operators, get_dict(found, "/Resources") or resources, multiply(own, matrix), depth + 1
            )


def _extend_path(path: list[list[Point]], name: str, operands: Sequence[Value], matrix: Matrix) -> None:
    """Adds to a path what one operator draws."""
    if name == "m":
        path.append([move_point(matrix, *read_numbers(operands, 2))])
    elif name == "re":
        x, y, width, height = read_numbers(operands, 4)
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
        path.append([move_point(matrix, *corner) for corner in corners])
    elif not path:
        return
    elif name == "l":
        path[-1].append(move_point(matrix, *read_numbers(operands, 2)))
    elif name == "h":
        path[-1].append(path[-1][0])
    else:
        # A curve is not a rule: the next stretch begins where it ends.
        path.append([move_point(matrix, *read_numbers(operands, 6 if name == "c" else 4)[-2:])])
