"""Turns the content of slanted pages within their paper."""

from math import cos, radians, sin

from ..content import draw_over, draw_under
from ..geometry import Matrix, move_point, multiply, write_matrix
from ..objects import Value
from ..visible import measure_visible
from .annotations import list_annotations, move_annotation


def straighten_page(page: Value, degrees: float) -> None:
    """Turns what a page shows about its middle, anticlockwise as it is shown. The paper stays as it is."""
    shown = measure_visible(page)
    x, y = move_point(shown.matrix, shown.width / 2, shown.height / 2)
    turn: Matrix = (cos(radians(degrees)), sin(radians(degrees)), -sin(radians(degrees)), cos(radians(degrees)), 0, 0)
    matrix = multiply(multiply((1, 0, 0, 1, -x, -y), turn), (1, 0, 0, 1, x, y))
    draw_over(page, b"Q\n")
    draw_under(page, f"q {write_matrix(matrix)} cm\n".encode())
    for annotation in list_annotations(page):
        move_annotation(annotation, matrix)
