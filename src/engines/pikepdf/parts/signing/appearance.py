"""Draws a signature in its box on a page: its lines in a frame, upright."""

from pikepdf import Array, Dictionary, Name, Page, Pdf

from ..forms.field_box import TURNS
from ..geometry import Matrix, compute_box, move_point
from ..objects import MALFORMED, Value, get_dict, get_int, is_dict, list_items, list_numbers
from ..outcome import Failure
from ..visible import measure_visible, read_user_unit


def show_in_box(pdf: Pdf, widget: Value, page: Value, box: dict, label: dict) -> None:
    """Gives a new widget a place on its page as shown, and the appearance of its signature."""
    shown, unit = measure_visible(page), read_user_unit(page)
    left, top = box["x"] / unit, box["y"] / unit
    wide, high = box["width"] / unit, box["height"] / unit
    if left + wide > shown.width + 1 or top + high > shown.height + 1:
        raise Failure("box_outside", "the box reaches beyond the page", 0)
    bottom = shown.height - top - high
    corners = [move_point(shown.matrix, left, bottom), move_point(shown.matrix, left + wide, bottom + high)]
    widget["/Rect"] = Array(compute_box(corners))
    widget["/AP"] = Dictionary(N=_draw(pdf, label, wide, high, shown.matrix))
    widget["/MK"] = Dictionary()


def has_area(widget: Value) -> bool:
    """Tells whether a widget has a place where its signature can be seen."""
    return widget.is_indirect and min(_measure(widget)) > 0


def show_in_widget(pdf: Pdf, widget: Value, label: dict) -> None:
    """Gives a widget of a form the appearance of its signature."""
    wide, high = _measure(widget)
    matrix = _find_turn(pdf, widget)
    if matrix[0] == 0:
        wide, high = high, wide
    widget["/AP"] = Dictionary(N=_draw(pdf, label, wide, high, matrix))


def _measure(widget: Value) -> tuple[float, float]:
    try:
        x0, y0, x1, y1 = list_numbers(widget.get("/Rect"))
    except MALFORMED:
        return 0.0, 0.0
    return abs(x1 - x0), abs(y1 - y0)


def _find_turn(pdf: Pdf, widget: Value) -> Matrix:
    """Finds how the text of a widget is turned: as it states itself, or with its page."""
    described = get_dict(widget, "/MK")
    if described is not None and "/R" in described:
        a, b, c, d, e, f = TURNS.get(get_int(described, "/R") % 360, (1, 0, 0, 1, 0, 0))
        return a, b, c, d, e, f
    for page in pdf.pages:
        if any(is_dict(item) and item.objgen == widget.objgen for item in list_items(page.obj.get("/Annots"))):
            return measure_visible(page.obj).matrix
    return 1, 0, 0, 1, 0, 0


def _draw(pdf: Pdf, label: dict, wide: float, high: float, turn: Matrix) -> Value:
    with Pdf.open(label["path"]) as pages:
        forms = [pdf.copy_foreign(Page(page).as_form_xobject()) for page in pages.pages]
    sizes = label["sizes"]
    inset = min(4.0, wide / 20, high / 20)
    total, widest = sum(size[1] for size in sizes), max(size[0] for size in sizes)
    scale = min((wide - 2 * inset) / widest, (high - 2 * inset) / total)
    lines, y = "", high - inset - (high - 2 * inset - total * scale) / 2
    for at, (_, height) in enumerate(sizes):
        y -= height * scale
        lines += f"q {scale:.5f} 0 0 {scale:.5f} {inset:.3f} {y:.3f} cm /Line{at} Do Q\n"
    frame = f"q 0.5 G 0.5 w 0.25 0.25 {wide - 0.5:.3f} {high - 0.5:.3f} re S Q\n"
    appearance = pdf.make_stream((frame + lines).encode("ascii"))
    appearance["/Type"], appearance["/Subtype"], appearance["/BBox"] = (
        Name.XObject,
        Name.Form,
        Array([0, 0, wide, high]),
    )
    a, b, c, d, _, _ = turn
    appearance["/Matrix"] = Array([a, b, c, d, 0, 0])
    appearance["/Resources"] = Dictionary(XObject=Dictionary({f"/Line{at}": form for at, form in enumerate(forms)}))
    return appearance
