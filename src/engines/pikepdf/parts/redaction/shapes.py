"""Cuts areas out of paths, so that nothing of what was drawn in them is left."""

from dataclasses import dataclass, field

from ..geometry import Box, Point, compute_box
from .areas import overlaps

CURVE_STEPS = 16
#: A path that falls into more pieces than this is left out as a whole.
MAX_PIECES = 5000


@dataclass
class Subpath:
    """Points of one stretch of a path, curves as short lines."""

    points: list[Point] = field(default_factory=list)
    is_closed: bool = False
    is_rectangle: bool = False


class TooManyPieces(Exception):
    """The error where cutting a path would take more than it is worth."""


def add_curve(points: list[Point], a: Point, b: Point, c: Point) -> None:
    """Adds a Bézier curve from the last point by way of `a` and `b` to `c`."""
    start = points[-1]
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            (
                sum(weight * point[0] for weight, point in zip(weights, (start, a, b, c))),
                sum(weight * point[1] for weight, point in zip(weights, (start, a, b, c))),
            )
        )


def cut_fill(path: list[Subpath], areas: list[Box]) -> list[list[Point]]:
    """Cuts the areas out of a filled path. The result fills the same elsewhere, by either rule."""
    pieces = [subpath.points for subpath in path if len(subpath.points) > 1]
    for area in areas:
        left: list[list[Point]] = []
        for piece in pieces:
            if overlaps(compute_box(piece), area):
                left.extend(_cut_polygon(piece, area))
            else:
                left.append(piece)
        pieces = left
        if len(pieces) > MAX_PIECES:
            raise TooManyPieces
    return pieces


def _cut_polygon(points: list[Point], area: Box) -> list[list[Point]]:
    x0, y0, x1, y1 = area
    # Outside of a rectangle are four regions that do not overlap: left, right, and between them below and above.
    regions: list[list[tuple[int, float, bool]]] = [
        [(0, x0, False)],
        [(0, x1, True)],
        [(0, x0, True), (0, x1, False), (1, y0, False)],
        [(0, x0, True), (0, x1, False), (1, y1, True)],
    ]
    found = []
    for region in regions:
        piece = points
        for axis, limit, is_above in region:
            piece = _clip(piece, axis, limit, is_above)
            if len(piece) < 3:
                break
        else:
            found.append(piece)
    return found


def _clip(points: list[Point], axis: int, limit: float, is_above: bool) -> list[Point]:
    """Clips a polygon to one side of a line that is level or upright."""
    found: list[Point] = []
    for at, point in enumerate(points):
        before = points[at - 1]
        is_in, was_in = (point[axis] >= limit) == is_above, (before[axis] >= limit) == is_above
        if is_in != was_in:
            share = (limit - before[axis]) / (point[axis] - before[axis])
            crossing = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
            crossing[axis] = limit
            found.append((crossing[0], crossing[1]))
        if is_in:
            found.append(point)
    return found


def cut_stroke(path: list[Subpath], areas: list[Box]) -> list[list[Point]]:
    """Cuts the areas out of a stroked path, which falls into stretches."""
    found: list[list[Point]] = []
    for subpath in path:
        points = subpath.points + subpath.points[:1] if subpath.is_closed else subpath.points
        run: list[Point] = points[:1]
        for at in range(1, len(points)):
            for start, end in _cut_line(points[at - 1], points[at], areas):
                if not run or run[-1] != start:
                    if len(run) > 1:
                        found.append(run)
                    run = [start]
                run.append(end)
            if len(found) > MAX_PIECES:
                raise TooManyPieces
        if len(run) > 1:
            found.append(run)
    return found


def _cut_line(start: Point, end: Point, areas: list[Box]) -> list[tuple[Point, Point]]:
    parts = [(0.0, 1.0)]
    for area in areas:
        inside = _find_inside(start, end, area)
        if inside is None:
            continue
        parts = [
            part
            for low, high in parts
            for part in ((low, min(high, inside[0])), (max(low, inside[1]), high))
            if part[1] > part[0]
        ]

    def place(t: float) -> Point:
        if t in (0.0, 1.0):
            return end if t else start
        return start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])

    return [(place(low), place(high)) for low, high in parts]


def _find_inside(start: Point, end: Point, area: Box) -> tuple[float, float] | None:
    """Finds the stretch of a line that is in an area, as shares of its length."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        near, far = area[axis] - start[axis], area[axis + 2] - start[axis]
        if step == 0:
            if near > 0 or far < 0:
                return None
            continue
        first, last = sorted((near / step, far / step))
        low, high = max(low, first), min(high, last)
    return (low, high) if low < high else None
