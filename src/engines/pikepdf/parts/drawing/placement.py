"""Measures how large images are shown on their pages."""

from math import hypot

from ..content import read_operators
from ..geometry import Matrix, multiply
from ..objects import MALFORMED, Value, get_dict, is_dict, list_numbers, require_number
from ..visible import read_user_unit

MAX_DEPTH = 4


class Placements:
    """The largest size, in points, at which each of the images of interest is shown."""

    def __init__(self, wanted: set) -> None:
        self.wanted = wanted
        self.shown: dict = {}
        self._reaches: dict = {}

    def see_page(self, page: Value) -> None:
        try:
            resources = get_dict(page, "/Resources")
            if self._leads_to_wanted(resources, 0):
                unit = read_user_unit(page)
                self._read_content(page, resources, (unit, 0.0, 0.0, unit, 0.0, 0.0), 0)
        except MALFORMED:
            return

    def _leads_to_wanted(self, resources: Value, depth: int) -> bool:
        """
        Tells whether a wanted image can be reached at all: most pages show none, and reading content is most of the
        work.
        """
        drawn = get_dict(resources, "/XObject")
        if drawn is None or depth > MAX_DEPTH:
            return False
        return any(self._is_or_leads_to_wanted(drawn.get(name), depth) for name in drawn)

    def _is_or_leads_to_wanted(self, item: Value, depth: int) -> bool:
        if not is_dict(item):
            return False
        if item.objgen in self.wanted:
            return True
        if item.get("/Subtype") != "/Form":
            return False
        if item.objgen not in self._reaches:
            self._reaches[item.objgen] = False
            self._reaches[item.objgen] = self._leads_to_wanted(get_dict(item, "/Resources"), depth + 1)
        return self._reaches[item.objgen]

    def _read_content(self, content: Value, resources: Value, matrix: Matrix, depth: int) -> None:
        drawn = get_dict(resources, "/XObject")
        if drawn is None or depth > MAX_DEPTH:
            return
        saved = []
        for operands, operator in read_operators(content, "q Q cm Do"):
            name = str(operator)
            if name == "q":
                saved.append(matrix)
            elif name == "Q":
                matrix = saved.pop() if saved else matrix
            elif name == "cm" and len(operands) == 6:
                matrix = multiply([require_number(value) for value in operands], matrix)
            elif name == "Do" and operands and str(operands[0]) in drawn:
                self._place_drawn(drawn.get(str(operands[0])), resources, matrix, depth)

    def _place_drawn(self, item: Value, resources: Value, matrix: Matrix, depth: int) -> None:
        if item.objgen in self.wanted:
            width, height = hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])
            before = self.shown.get(item.objgen, (0.0, 0.0))
            self.shown[item.objgen] = (max(width, before[0]), max(height, before[1]))
        elif self._is_or_leads_to_wanted(item, depth):
            own = list_numbers(item.get("/Matrix"))
            inner = multiply(own, matrix) if len(own) == 6 else matrix
            self._read_content(item, get_dict(item, "/Resources") or resources, inner, depth + 1)
