"""Finds the pages that may show words which are no text: in pictures, shapes, patterns, or letters that are drawn."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from ..content import INLINE_IMAGE, is_inline_image, read_numbers, read_operators
from ..objects import MALFORMED, Value, get_dict, is_dict, is_name, is_stream

WANTED = f"{INLINE_IMAGE} q Q cm BT Tm Tf Tr Tj TJ ' \" Do sh gs sc scn SC SCN m l c v y re"
CURVES = ("c", "v", "y")
SHOWING = ("Tj", "TJ", "'", '"')
#: Points. Straight strokes of a letter are shorter than this, longer than a dot, and more of them than of bullets make a word.
LONGEST_STROKE, SHORTEST_STROKE = 14.0, 0.75
MAX_STROKES = 24
#: Text modes from here on clip what follows to the letters.
CLIPPING_MODE = 4
DEEPEST = 12


class Marks:
    """Tells of pages, one after the other, whether they show more than text, rules and filled boxes."""

    def __init__(self) -> None:
        self._forms: dict[tuple, int | None] = {}

    def are_on(self, page: Value) -> bool:
        return self._count_strokes(page, get_dict(page, "/Resources"), 1.0, 0) is None

    def _count_strokes(self, holder: Value, resources: Value, scale: float, depth: int) -> int | None:
        """Counts strokes that letters could be made of; None if words are possible whatever their number."""
        if depth > DEEPEST:
            return None
        try:
            scan = _Scan(self, resources, scale, depth)
            for instruction in read_operators(holder, WANTED):
                if is_inline_image(instruction) or not scan.take(str(instruction[1]), instruction[0]):
                    return None
            return scan.strokes if scan.strokes <= MAX_STROKES else None
        except MALFORMED:
            return None

    def count_in_form(self, form: Value, resources: Value, scale: float, depth: int) -> int | None:
        key = (form.objgen, round(scale, 3))
        if key not in self._forms:
            # A form that draws itself ends here.
            self._forms[key] = None
            own = get_dict(form, "/Resources")
            self._forms[key] = self._count_strokes(form, own if own is not None else resources, scale, depth + 1)
        return self._forms[key]


class _Scan:
    """The state of one content stream, as far as it tells the size of strokes and the way that letters face."""

    def __init__(self, marks: Marks, resources: Value, scale: float, depth: int) -> None:
        self.marks = marks
        self.resources = resources
        self.depth = depth
        self.strokes = 0
        #: The determinants of the page's and of the text's matrix.
        self.area = scale * scale
        self.text_area = 1.0
        self.mode = 0
        self.saved: list[tuple[float, int]] = []
        self.at = (0.0, 0.0)

    def take(self, name: str, operands: Sequence[Value]) -> bool:
        """Follows an operator; returns False if words may be shown that are no text."""
        if name in SHOWING:
            return self.area * self.text_area > 0 and self.mode < CLIPPING_MODE
        if name in CURVES or name == "sh":
            return False
        if name in ("m", "l", "re"):
            return self._draw(name, operands)
        if name in ("cm", "Tm"):
            return self._move(name, read_numbers(operands, 6))
        if name in ("sc", "scn", "SC", "SCN"):
            return not (operands and is_name(operands[-1]))
        if name in ("Tf", "Do", "gs"):
            return self._use(name, operands)
        if name == "q":
            self.saved.append((self.area, self.mode))
        elif name == "Q" and self.saved:
            self.area, self.mode = self.saved.pop()
        elif name == "BT":
            self.text_area = 1.0
        elif name == "Tr":
            self.mode = int(operands[0])
        return True

    def _move(self, name: str, numbers: list[float]) -> bool:
        a, b, c, d, _, _ = numbers
        if name == "Tm":
            self.text_area = a * d - b * c
            return True
        self.area *= a * d - b * c
        # Lines of content that is turned by any angle would not be told from strokes of letters.
        return (b == 0 and c == 0) or (a == 0 and d == 0)

    def _draw(self, name: str, operands: Sequence[Value]) -> bool:
        numbers = read_numbers(operands, 4 if name == "re" else 2)
        x, y = self.at
        width, height = (numbers[2], numbers[3]) if name == "re" else (numbers[0] - x, numbers[1] - y)
        if name != "re":
            self.at = (numbers[0], numbers[1])
        if name == "m":
            return True
        scale = sqrt(abs(self.area))
        width, height = abs(width) * scale, abs(height) * scale
        self.strokes += SHORTEST_STROKE <= max(width, height) <= LONGEST_STROKE
        return name == "re" or min(width, height) < 1

    def _use(self, name: str, operands: Sequence[Value]) -> bool:
        kind = {"Tf": "/Font", "Do": "/XObject", "gs": "/ExtGState"}[name]
        entries = get_dict(self.resources, kind)
        item: Any = entries.get(str(operands[0])) if entries is not None else None
        if name == "Tf":
            return is_dict(item) and item.is_indirect and item.get("/Subtype") != "/Type3"
        if name == "gs":
            return is_dict(item) and "/Font" not in item and not is_dict(item.get("/SMask"))
        if not is_stream(item):
            return True
        if item.get("/Subtype") != "/Form":
            return False
        matrix = item.get("/Matrix")
        own = read_numbers(list(matrix), 6) if matrix is not None else [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
        if (
            not ((own[1] == 0 and own[2] == 0) or (own[0] == 0 and own[3] == 0))
            or own[0] * own[3] - own[1] * own[2] <= 0
        ):
            return False
        if self.area <= 0:
            # Letters in a form that is drawn the other way round.
            return False
        inner = sqrt(self.area * (own[0] * own[3] - own[1] * own[2]))
        count = self.marks.count_in_form(item, self.resources, inner, self.depth)
        self.strokes += count or 0
        return count is not None
