"""Places and the matrices that move them: (a, b, c, d, e, f) takes (x, y) to (ax + cy + e, bx + dy + f)."""

from collections.abc import Iterable, Sequence

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
#: Left, bottom, right and top; where y runs downwards the top comes before the bottom.
Box = tuple[float, float, float, float]

UNCHANGED: Matrix = (1, 0, 0, 1, 0, 0)
CORNERS: tuple[Point, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))


def multiply(m: Sequence[float], n: Sequence[float]) -> Matrix:
    """Makes the matrix that applies `m`, then `n`."""
    return (
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    )


def invert(m: Sequence[float]) -> Matrix:
    """Makes the matrix that takes back what `m` does."""
    a, b, c, d, e, f = m
    size = a * d - b * c
    return (d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def move_point(m: Sequence[float], x: float, y: float) -> Point:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def compute_box(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


def write_matrix(m: Sequence[float]) -> str:
    """Writes a matrix as content streams hold it."""
    return " ".join(f"{value:.6f}".rstrip("0").rstrip(".") for value in m)
