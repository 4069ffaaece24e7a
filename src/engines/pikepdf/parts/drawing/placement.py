"""How large images are shown on their pages."""

from math import hypot

from ..content import operators_of
from ..geometry import Matrix, times
from ..objects import MALFORMED, Value, dict_at, is_dict, number, numbers_of
from ..visible import user_unit

MAX_DEPTH = 4


class Placements:
    """The largest size, in points, at which each of the images of interest is shown."""

    def __init__(self, wanted: set) -> None:
        self.wanted = wanted
        self.shown: dict = {}
        self._reaches: dict = {}

    def see(self, page: Value) -> None:
        try:
            resources = dict_at(page, "/Resources")
            if self._leads_to_wanted(resources, 0):
                unit = user_unit(page)
                self._read(page, resources, (unit, 0.0, 0.0, unit, 0.0, 0.0), 0)
        except MALFORMED:
            return

    def _leads_to_wanted(self, resources: Value, depth: int) -> bool:
        """Most pages show none of them: reading their content would be most of the work."""
        drawn = dict_at(resources, "/XObject")
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
            self._reaches[item.objgen] = self._leads_to_wanted(dict_at(item, "/Resources"), depth + 1)
        return self._reaches[item.objgen]

    def _read(self, content: Value, resources: Value, matrix: Matrix, depth: int) -> None:
        drawn = dict_at(resources, "/XObject")
        if drawn is None or depth > MAX_DEPTH:
            return
        saved = []
        for operands, operator in operators_of(content, "q Q cm Do"):
            name = str(operator)
            if name == "q":
                saved.append(matrix)
            elif name == "Q":
                matrix = saved.pop() if saved else matrix
            elif name == "cm" and len(operands) == 6:
                matrix = times([number(value) for value in operands], matrix)
            elif name == "Do" and operands and str(operands[0]) in drawn:
                self._place(drawn.get(str(operands[0])), resources, matrix, depth)

    def _place(self, item: Value, resources: Value, matrix: Matrix, depth: int) -> None:
        if item.objgen in self.wanted:
            width, height = hypot(matrix[0], matrix[1]), hypot(matrix[2], matrix[3])
            before = self.shown.get(item.objgen, (0.0, 0.0))
            self.shown[item.objgen] = (max(width, before[0]), max(height, before[1]))
        elif self._is_or_leads_to_wanted(item, depth):
            own = numbers_of(item.get("/Matrix"))
            inner = times(own, matrix) if len(own) == 6 else matrix
            self._read(item, dict_at(item, "/Resources") or resources, inner, depth + 1)
