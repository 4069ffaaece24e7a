"""Collects the operators of a path, and rewrites it where areas are cut out of it."""

from collections.abc import Sequence
from typing import Any

from pikepdf import Operator

from ..content import read_numbers
from ..geometry import Matrix, Point, compute_box, invert, move_point
from ..objects import Value
from .areas import Areas
from .shapes import Subpath, TooManyPieces, add_curve, cut_fill, cut_stroke

BUILDING = {"m": 2, "l": 2, "c": 6, "v": 4, "y": 4, "h": 0, "re": 4}
CLIPPING = ("W", "W*")
PAINTING = ("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n")
STROKING = {"S", "s", "B", "B*", "b", "b*"}
CLOSING = {"s", "b", "b*"}
FILLING = {"f": "f", "F": "f", "f*": "f*", "B": "f", "B*": "f*", "b": "f", "b*": "f*"}


class PathCutter:
    """The path that is being built, in the page's coordinates."""

    def __init__(self, areas: Areas) -> None:
        self.areas = areas
        self._clear()

    def _clear(self) -> None:
        self.pending: list = []
        self.path: list[Subpath] = []
        self.clip: str | None = None

    @staticmethod
    def takes(name: str) -> bool:
        return name in BUILDING or name in CLIPPING

    def add(self, name: str, operands: Sequence[Value], instruction: Any, matrix: Matrix) -> None:
        self.pending.append(instruction)
        if name in CLIPPING:
            self.clip = name
            return
        numbers = read_numbers(operands, BUILDING[name])
        points = [move_point(matrix, *numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        if name == "re":
            x, y, width, height = numbers
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            self.path.append(Subpath([move_point(matrix, *corner) for corner in corners], True, True))
        elif name == "m":
            self.path.append(Subpath(points))
        elif not self.path:
            return
        elif name == "h":
            self.path[-1].is_closed = True
        else:
            self._extend(name, points)

    def _extend(self, name: str, points: list[Point]) -> None:
        if self.path[-1].is_closed:
            # After a closed stretch the next begins where that one began.
            self.path.append(Subpath([self.path[-1].points[0]]))
        current = self.path[-1].points
        if name == "l":
            current.append(points[0])
        elif name == "c":
            add_curve(current, *points)
        elif name == "v":
            add_curve(current, current[-1], points[0], points[1])
        else:
            add_curve(current, points[0], points[1], points[1])

    def paint(self, name: str, instruction: Any, matrix: Matrix, width: float, is_hidden: bool) -> tuple[list, bool]:
        """Returns the instructions that paint or clip what is left of the path, and whether something of it is gone."""
        pending, path, clip = self.pending, self.path, self.clip
        self._clear()
        is_painted = name != "n"
        if is_hidden and is_painted:
            return ([*pending, ([], Operator("n"))] if clip else []), True
        whole = [*pending, instruction]
        points = [point for subpath in path for point in subpath.points]
        # A rectangle to which content is clipped shows nothing by itself.
        if not points or (not is_painted and all(subpath.is_rectangle for subpath in path)):
            return whole, False
        grown = max(width / 2, 0.0) if name in STROKING else 0.0
        areas = self.areas.list_overlapping(compute_box(points), grown)
        if not areas:
            return whole, False
        if name in CLOSING and path:
            path[-1].is_closed = True
        try:
            inverse = invert(matrix)
            return self._write(name, path, clip, areas, inverse), True
        except (TooManyPieces, ZeroDivisionError):
            return (
                _write_path([], inverse=matrix, closing=True) + [([], Operator("W")), ([], Operator("n"))]
                if clip
                else []
            ), True

    def _write(self, name: str, path: list[Subpath], clip: str | None, areas: list, inverse: Matrix) -> list:
        out: list = []
        if name in FILLING or clip:
            pieces = cut_fill(path, areas)
            if pieces or clip:
                out += _write_path(pieces, inverse, closing=True)
                if clip:
                    out.append(([], Operator(clip)))
                out.append(([], Operator(FILLING.get(name, "n"))))
        if name in STROKING:
            stretches = cut_stroke(path, areas)
            if stretches:
                out += _write_path(stretches, inverse, closing=False)
                out.append(([], Operator("S")))
        return out


def _write_path(pieces: list[list[Point]], inverse: Matrix, closing: bool) -> list:
    out: list = []
    for piece in pieces:
        for at, point in enumerate(piece):
            x, y = move_point(inverse, *point)
            out.append(([round(x, 5), round(y, 5)], Operator("l" if at else "m")))
        if closing:
            out.append(([], Operator("h")))
    if not out:
        # Nothing at all is inside of a rectangle without extent.
        out.append(([0, 0, 0, 0], Operator("re")))
    return out
