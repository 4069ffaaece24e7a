"""Moves the places that bookmarks, links and names point at, where pages moved."""

from pikepdf import Pdf

from ..geometry import Matrix, compute_box, move_point
from ..objects import MALFORMED, Value, is_array, is_dict, is_name, is_number, is_stream, list_items

VIEWS = ("/XYZ", "/Fit", "/FitB", "/FitH", "/FitBH", "/FitV", "/FitBV", "/FitR")
MAX_DEPTH = 8
#: The page that an old one became part of, and the matrix that takes its places there.
Moved = dict[tuple[int, int], tuple[Value, Matrix]]


def move_destinations(pdf: Pdf, moved: Moved) -> None:
    for item in pdf.objects:
        try:
            _move_in(item, moved, 0)
        except MALFORMED:
            continue


def _move_in(item: Value, moved: Moved, depth: int) -> None:
    if depth > MAX_DEPTH:
        return
    if is_array(item):
        if len(item) >= 2 and is_dict(item[0]) and item[0].objgen in moved and is_name(item[1]) and item[1] in VIEWS:
            _move(item, *moved[item[0].objgen])
            return
        parts = list_items(item)
    elif is_dict(item) and not is_stream(item):
        parts = [item[key] for key in item]
    else:
        return
    for part in parts:
        if (is_array(part) or is_dict(part)) and not part.is_indirect:
            _move_in(part, moved, depth + 1)


def _move(destination: Value, page: Value, matrix: Matrix) -> None:
    kind, numbers = str(destination[1]), list_items(destination)[2:]
    known = [float(value) if is_number(value) else None for value in numbers]
    destination[0] = page
    if kind == "/XYZ" and len(known) >= 2:
        x, y = move_point(matrix, known[0] or 0, known[1] or 0)
        for at, (value, place) in enumerate(zip(known[:2], (x, y))):
            if value is not None:
                destination[2 + at] = round(place, 3)
    elif kind in ("/FitH", "/FitBH") and known and known[0] is not None:
        destination[2] = round(move_point(matrix, 0, known[0])[1], 3)
    elif kind in ("/FitV", "/FitBV") and known and known[0] is not None:
        destination[2] = round(move_point(matrix, known[0], 0)[0], 3)
    elif kind == "/FitR" and len(known) == 4:
        x0, y0, x1, y1 = (value or 0 for value in known)
        for at, side in enumerate(compute_box([move_point(matrix, x0, y0), move_point(matrix, x1, y1)])):
            destination[2 + at] = round(side, 3)
