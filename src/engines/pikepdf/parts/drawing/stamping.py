"""Places stamps on pages."""

from collections.abc import Callable, Sequence
from math import cos, radians, sin

from pikepdf import Dictionary, Name, Pdf

from ..content import add_resource, draw_over, draw_under
from ..geometry import Point, multiply, write_matrix
from ..objects import MALFORMED, Value
from ..outcome import Failure, report_progress
from ..source import Source
from ..visible import Visible, measure_in_points

#: The share of the free width and height at each position.
POSITIONS = {
    "top-left": (0.0, 1.0),
    "top": (0.5, 1.0),
    "top-right": (1.0, 1.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottom-left": (0.0, 0.0),
    "bottom": (0.5, 0.0),
    "bottom-right": (1.0, 0.0),
}
#: The share of the page that a stamp without a size of its own may take.
FITTED = 0.8
TILE_GAP = 0.6
MAX_TILES = 400


def compute_turned_size(width: float, height: float, angle: float) -> tuple[float, float]:
    c, s = abs(cos(radians(angle))), abs(sin(radians(angle)))
    return width * c + height * s, width * s + height * c


def compute_fitting_scale(size: Sequence[float], angle: float, page: Visible) -> float:
    wide, high = compute_turned_size(size[0], size[1], angle)
    return FITTED * min(page.width / wide, page.height / high)


def list_centres(size: Sequence[float], page: Visible, position: str, margin: float) -> list[tuple[float, float]]:
    """Lists the middles of all stamps of this (turned) size on a page as shown."""
    wide, high = size
    if position != "tile":
        across, up = POSITIONS[position]
        margin = min(margin, page.width / 4, page.height / 4)
        return [
            (
                margin + wide / 2 + across * (page.width - 2 * margin - wide),
                margin + high / 2 + up * (page.height - 2 * margin - high),
            )
        ]
    step_x, step_y = wide * (1 + TILE_GAP), high * (1 + TILE_GAP)
    columns, rows = int(page.width / step_x) + 2, int(page.height / step_y) + 2
    while columns * rows > MAX_TILES:
        step_x, step_y = step_x * 1.5, step_y * 1.5
        columns, rows = int(page.width / step_x) + 2, int(page.height / step_y) + 2
    return [
        (page.width / 2 + (column - (columns - 1) / 2) * step_x, page.height / 2 + (row - (rows - 1) / 2) * step_y)
        for row in range(rows)
        for column in range(columns)
    ]


def write_placement(size: Sequence[float], scale: float, angle: float, centre: Point, page: Visible) -> str:
    """Writes the operator that moves a stamp's coordinates to its place on the page."""
    c, s = scale * cos(radians(angle)), scale * sin(radians(angle))
    middle = (1, 0, 0, 1, -size[0] / 2, -size[1] / 2)
    matrix = multiply(multiply(middle, (c, s, -s, c, centre[0], centre[1])), page.matrix)
    return f"{write_matrix(matrix)} cm"


#: A form, its size, the scale it is drawn at, and the middles of all places on the page as shown.
Stamp = tuple[Value, Sequence[float], float, list[Point]]


def stamp_pages(source: Source, indexes: list[int], request: dict, choose: Callable[[int, Visible], Stamp]) -> None:
    """Stamps the pages of these indexes, each with what `choose` returns for its number among them."""
    state = make_opacity(source.pdf, request["opacity"])
    for number, index in enumerate(indexes):
        page = source.pages[index]
        try:
            shown = measure_in_points(page)
            form, size, scale, places = choose(number, shown)
            matrices = [write_placement(size, scale, request["angle"], place, shown) for place in places]
            stamp_page(page, form, state, matrices, request["behind"])
        except MALFORMED as error:
            raise Failure("unreadable_input", f"page {index + 1}: {error}", 0) from None
        report_progress(number, 2 * len(indexes))


def stamp_page(page: Value, form: Value, state: Value, matrices: list[str], behind: bool) -> None:
    """Adds a form to a page's content, once per matrix, marked as no part of its text."""
    form_name = add_resource(page, "/XObject", "/Stamp", form)
    state_name = add_resource(page, "/ExtGState", "/StampState", state)
    drawn = "".join(f"q {matrix} {form_name} Do Q\n" for matrix in matrices)
    content = f"/Artifact BMC q {state_name} gs\n{drawn}Q EMC\n".encode()
    if behind:
        draw_under(page, content)
    else:
        draw_over(page, content)


def make_opacity(pdf: Pdf, value: float) -> Value:
    return pdf.make_indirect(Dictionary(Type=Name.ExtGState, ca=value, CA=value))
