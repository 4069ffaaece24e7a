"""Describes single pages: their size as shown, and whether they are scans."""

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, get_dict, is_stream
from ..visible import measure_visible, read_rotation, read_user_unit
from .pictures import PLACING, list_pictures

SHOWING = "Tj TJ ' \" Tr"
TEXT = frozenset(SHOWING.split())
INVISIBLE = 3
#: The least share of a page that pictures cover if it is a scan.
SCANNED = 0.5


def describe_page(number: int, page: Value) -> dict:
    shown, unit = measure_visible(page), read_user_unit(page)
    facts = {
        "page": number,
        "width": round(shown.width * unit, 3),
        "height": round(shown.height * unit, 3),
        "rotation": read_rotation(page),
    }
    showing, placing = _read_page(page)
    text = _find_text(page, showing)
    pictures = list_pictures(page, placing)
    covered = sum((right - left) * abs(bottom - top) for left, top, right, bottom in pictures)
    is_scanned = text != "visible" and covered >= SCANNED * shown.width * shown.height
    return {**facts, "text": text, "pictures": len(pictures), "scanned": is_scanned}


def _read_page(page: Value) -> tuple[list, list]:
    """Reads the operators that show text and those that place pictures, together: reading takes most of the time."""
    showing: list = []
    placing: list = []
    try:
        for instruction in read_operators(page, f"{SHOWING} {PLACING}"):
            shows = not is_inline_image(instruction) and str(instruction.operator) in TEXT
            (showing if shows else placing).append(instruction)
    except MALFORMED:
        pass
    return showing, placing


def _find_text(page: Value, showing: list) -> str:
    """Tells whether a page shows text itself or in a form it draws: `visible`, `invisible` as under scans, or `none`."""
    found = {_classify_text(showing)}
    if "visible" in found:
        return "visible"
    drawn = get_dict(get_dict(page, "/Resources"), "/XObject")
    for key in drawn.keys() if drawn is not None else ():
        form = drawn.get(key)
        if is_stream(form) and form.get("/Subtype") == "/Form":
            found.add(_find_text_in(form))
    return next((kind for kind in ("visible", "invisible") if kind in found), "none")


def _find_text_in(form: Value) -> str:
    try:
        return _classify_text(read_operators(form, SHOWING))
    except MALFORMED:
        return "none"


def _classify_text(showing: list) -> str:
    mode, found = 0, "none"
    try:
        for operands, operator in showing:
            if str(operator) == "Tr":
                mode = int(operands[0]) if operands else mode
            elif mode != INVISIBLE:
                return "visible"
            else:
                found = "invisible"
    except (*MALFORMED, TypeError):
        return found
    return found
