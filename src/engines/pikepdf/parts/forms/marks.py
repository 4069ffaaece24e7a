"""Draws marks on a page that bring no appearance: viewers draw these by themselves, so flattening must too."""

from collections.abc import Callable

from pikepdf import Array, Dictionary, Name, Pdf

from ..objects import MALFORMED, Value, get_dict, is_number, is_stream, list_items, list_numbers

# The distance of the control points of a quarter circle, for a radius of 1.
ROUND = 0.5523
COLOURS = {1: "g", 3: "rg", 4: "k"}


def has_appearance(annotation: Value) -> bool:
    states = get_dict(annotation, "/AP")
    return states is not None and "/N" in states


def has_appearance_of_state(widget: Value, state: str) -> bool:
    """Returns True if a button has a drawing for a state. LaTeX writes an empty dictionary in its place."""
    appearances = get_dict(get_dict(widget, "/AP"), "/N")
    return appearances is not None and not is_stream(appearances) and is_stream(appearances.get(state))


def draw_mark(pdf: Pdf, annotation: Value) -> None:
    """Gives a mark the appearance that its entries describe, if its kind is known."""
    try:
        draw = KINDS.get(str(annotation.get("/Subtype")))
        drawing = draw(annotation) if draw is not None else None
        if not drawing:
            return
        opacity = annotation.get("/CA")
        state = Dictionary(ca=opacity, CA=opacity) if is_number(opacity) else Dictionary()
        if annotation.get("/Subtype") == "/Highlight":
            state["/BM"] = Name.Multiply
        rect = _compute_rect(annotation)
        annotation["/Rect"] = Array(rect)
        form = pdf.make_stream(f"/Mark gs {drawing}".encode("ascii"))
        form["/Type"], form["/Subtype"], form["/BBox"] = Name.XObject, Name.Form, Array(rect)
        form["/Resources"] = Dictionary(ExtGState=Dictionary(Mark=state))
        annotation["/AP"] = Dictionary(N=form)
    except MALFORMED:
        return


def _compute_rect(annotation: Value) -> list[float]:
    """Computes a rectangle that is large enough for the drawing: some writers give a mark one in another place."""
    x0, y0, x1, y1 = _read_numbers(annotation, "/Rect")
    points = [number for key in ("/QuadPoints", "/Vertices", "/L") for number in _read_numbers(annotation, key)]
    points += [place for line in list_items(annotation.get("/InkList")) for place in list_numbers(line)]
    half = _read_width(annotation) / 2 if points else 0
    across, up = [x0, x1], [y0, y1]
    for at in range(0, len(points) - 1, 2):
        across += [points[at] - half, points[at] + half]
        up += [points[at + 1] - half, points[at + 1] + half]
    return [min(across), min(up), max(across), max(up)]


def _read_numbers(holder: Value, key: str) -> list[float]:
    return list_numbers(holder.get(key))


def _write_colour(annotation: Value, key: str, stroked: bool) -> str:
    parts = _read_numbers(annotation, key)
    operator = COLOURS.get(len(parts))
    if operator is None:
        return ""
    return " ".join(f"{part:.4f}" for part in parts) + f" {operator.upper() if stroked else operator} "


def _read_width(annotation: Value) -> float:
    style = get_dict(annotation, "/BS")
    width = style.get("/W") if style is not None else None
    border = _read_numbers(annotation, "/Border") if width is None else []
    return float(width) if is_number(width) else border[2] if len(border) > 2 else 1.0


def _read_quads(annotation: Value) -> list[list[float]]:
    numbers = _read_numbers(annotation, "/QuadPoints")
    return [numbers[at : at + 8] for at in range(0, len(numbers) - 7, 8)]


def _draw_highlight(annotation: Value) -> str:
    # The corners come as two rows: upper left and right, then lower left and right.
    areas = "".join(
        f"{q[0]} {q[1]} m {q[2]} {q[3]} l {q[6]} {q[7]} l {q[4]} {q[5]} l h f " for q in _read_quads(annotation)
    )
    return areas and (_write_colour(annotation, "/C", False) or "1 1 0 rg ") + areas


def _make_rule_drawer(share: float) -> Callable:
    def draw(annotation: Value) -> str:
        lines = ""
        for q in _read_quads(annotation):
            left, right = (
                (q[4] + (q[0] - q[4]) * share, q[5] + (q[1] - q[5]) * share),
                (q[6] + (q[2] - q[6]) * share, q[7] + (q[3] - q[7]) * share),
            )
            lines += f"{left[0]} {left[1]} m {right[0]} {right[1]} l S "
        return lines and _write_colour(annotation, "/C", True) + lines

    return draw


def _make_shape_drawer(write_path: Callable[[Value, float], str]) -> Callable:
    def draw(annotation: Value) -> str:
        width = _read_width(annotation)
        fill = _write_colour(annotation, "/IC", False)
        outline = _write_colour(annotation, "/C", True) if width > 0 else ""
        how = {(True, True): "B", (True, False): "f", (False, True): "S"}.get((bool(fill), bool(outline)))
        return f"{fill}{outline}{width} w {write_path(annotation, width / 2)} {how}" if how else ""

    return draw


def _compute_inside(annotation: Value, inset: float) -> tuple:
    x0, y0, x1, y1 = _read_numbers(annotation, "/Rect")
    (x0, x1), (y0, y1) = sorted((x0, x1)), sorted((y0, y1))
    return x0 + inset, y0 + inset, x1 - inset, y1 - inset


def _write_inner_rectangle(annotation: Value, inset: float) -> str:
    x0, y0, x1, y1 = _compute_inside(annotation, inset)
    return f"{x0} {y0} {x1 - x0} {y1 - y0} re"


def _write_inner_ellipse(annotation: Value, inset: float) -> str:
    return write_ellipse(*_compute_inside(annotation, inset))


def write_ellipse(x0: float, y0: float, x1: float, y1: float) -> str:
    x, y, a, b = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
    curves = [
        (1, ROUND, ROUND, 1, 0, 1),
        (-ROUND, 1, -1, ROUND, -1, 0),
        (-1, -ROUND, -ROUND, -1, 0, -1),
        (ROUND, -1, 1, -ROUND, 1, 0),
    ]
    return f"{x1} {y} m " + " ".join(
        " ".join(f"{x + a * u:.3f} {y + b * v:.3f}" for u, v in zip(c[::2], c[1::2])) + " c" for c in curves
    )


def _write_path(points: list[float]) -> str:
    places = [f"{points[at]} {points[at + 1]}" for at in range(0, len(points) - 1, 2)]
    return f"{places[0]} m " + " ".join(f"{place} l" for place in places[1:]) if len(places) > 1 else ""


def _make_stroke_drawer(read_lists: Callable[[Value], list[list[float]]]) -> Callable:
    def draw(annotation: Value) -> str:
        paths = [path for path in (_write_path(points) for points in read_lists(annotation)) if path]
        drawn = " ".join(f"{path} S" for path in paths)
        return drawn and f"{_write_colour(annotation, '/C', True)}{_read_width(annotation)} w 1 J 1 j {drawn}"

    return draw


KINDS: dict[str, Callable[[Value], str]] = {
    "/Highlight": _draw_highlight,
    "/Underline": _make_rule_drawer(0.08),
    "/StrikeOut": _make_rule_drawer(0.5),
    "/Square": _make_shape_drawer(_write_inner_rectangle),
    "/Circle": _make_shape_drawer(_write_inner_ellipse),
    "/Polygon": _make_shape_drawer(lambda annotation, _: _write_path(_read_numbers(annotation, "/Vertices")) + " h"),
    "/Line": _make_stroke_drawer(lambda annotation: [_read_numbers(annotation, "/L")]),
    "/PolyLine": _make_stroke_drawer(lambda annotation: [_read_numbers(annotation, "/Vertices")]),
    "/Ink": _make_stroke_drawer(
        lambda annotation: [list_numbers(line) for line in list_items(annotation.get("/InkList"))]
    ),
}
