"""Finds where pictures stand on a page."""

from ..content import INLINE_IMAGE, is_inline_image, read_numbers, read_operators
from ..geometry import CORNERS, UNCHANGED, Box, Matrix, compute_box, move_point, multiply
from ..objects import MALFORMED, Value, get_dict, is_dict, list_items
from ..visible import measure_whole

MAX_OPERATORS = 150_000
MAX_PICTURES = 200
DEEPEST_FORM = 5
#: The operators that place pictures.
PLACING = f"q Q cm Do {INLINE_IMAGE}"


class _TooMuch(Exception):
    """The error for a page with too many operators, of which the rest is not read."""


def list_pictures(page: Value, placing: list) -> list[Box]:
    """
    Lists the boxes of pictures, in points from the page's upper left corner as the reader sees it. `placing` are the page's
    operators that place pictures.
    """
    found = _Pictures()
    try:
        found.follow(placing, get_dict(page, "/Resources"), measure_whole(page).from_top, 0)
    except (_TooMuch, *MALFORMED):
        pass
    return found.boxes[:MAX_PICTURES]


class _Pictures:
    def __init__(self) -> None:
        self.boxes: list[Box] = []
        self._left = MAX_OPERATORS

    def follow(self, operators: list, resources: Value, matrix: Matrix, depth: int) -> None:
        saved: list[Matrix] = []
        for instruction in operators:
            self._left -= 1
            if self._left < 0:
                raise _TooMuch
            if is_inline_image(instruction):
                self._add(matrix)
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
                self._place(str(operands[0]) if operands else "", resources, matrix, depth)

    def _add(self, matrix: Matrix) -> None:
        self.boxes.append(compute_box(move_point(matrix, x, y) for x, y in CORNERS))

    def _place(self, name: str, resources: Value, matrix: Matrix, depth: int) -> None:
        drawn = get_dict(resources, "/XObject")
        found = drawn.get(name) if drawn is not None else None
        if not is_dict(found):
            return
        if found.get("/Subtype") == "/Image":
            self._add(matrix)
        elif found.get("/Subtype") == "/Form" and depth < DEEPEST_FORM:
            own = read_numbers(list_items(found.get("/Matrix")) or UNCHANGED, 6)
            operators = read_operators(found, PLACING)
            self.follow(operators, get_dict(found, "/Resources") or resources, multiply(own, matrix), depth + 1)
