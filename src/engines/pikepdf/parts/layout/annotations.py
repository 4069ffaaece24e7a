"""Moves annotations along with the content of their pages."""

from pikepdf import Array, String

from ..forms.field_box import read_inherited
from ..forms.field_text import SET_FONT
from ..geometry import Matrix, compute_box, move_point
from ..objects import MALFORMED, Value, is_array, is_dict, is_string, list_items, list_numbers

#: Entries that are lists of places.
PLACES = ("/QuadPoints", "/L", "/Vertices", "/CL")


def move_annotation(annotation: Value, matrix: Matrix) -> None:
    try:
        x0, y0, x1, y1 = list_numbers(annotation.get("/Rect"))
        annotation["/Rect"] = Array(_round(compute_box([move_point(matrix, x0, y0), move_point(matrix, x1, y1)])))
        for key in PLACES:
            if key in annotation:
                annotation[key] = _move_places(annotation[key], matrix)
        if is_array(annotation.get("/InkList")):
            annotation["/InkList"] = Array([_move_places(line, matrix) for line in list_items(annotation["/InkList"])])
    except MALFORMED:
        return


def scale_text(widget: Value, form: Value, scale: float) -> None:
    """Scales the font size of a field, which viewers use when they draw its value again."""
    own = read_inherited(widget, "/DA")
    appearance = form.get("/DA") if own is None and form is not None else own
    if is_string(appearance):
        scaled = SET_FONT.sub(lambda found: b"/%b %.3f Tf" % (found[1], float(found[2]) * scale), bytes(appearance))
        widget["/DA"] = String(scaled)


def _move_places(places: Value, matrix: Matrix) -> Value:
    numbers = list_numbers(places)
    moved = [move_point(matrix, x, y) for x, y in zip(numbers[::2], numbers[1::2])]
    return Array(_round([side for point in moved for side in point]))


def _round(numbers: list | tuple) -> list[float]:
    return [round(number, 3) for number in numbers]


def list_annotations(page: Value) -> list[Value]:
    return [item for item in list_items(page.get("/Annots")) if is_dict(item)]
