"""Draws boxes where something was erased, with a label where one is asked for."""

from collections.abc import Sequence

from pikepdf import Pdf

from ..content import add_resource, draw_over
from ..geometry import write_matrix
from ..objects import Value
from ..visible import measure_visible

#: The share of a box's height that its label may take, and the smallest scale at which it is drawn.
LABEL_HEIGHT = 0.8
SMALLEST_SCALE = 0.03
#: The scale of a label set at 100 points at which it has the size of text.
LARGEST_SCALE = 0.14


class Label:
    """A text that another engine set."""

    def __init__(self, pdf: Pdf, asked: dict) -> None:
        # The library reads the label's streams when the result is saved, so its document stays open.
        self.document = Pdf.open(asked["path"])
        self.form = pdf.copy_foreign(self.document.pages[0].as_form_xobject())
        self.width, self.height = asked["size"]


def draw_covers(page: Value, boxes: Sequence[Sequence[float]], label: Label | None, colour: Sequence[float]) -> None:
    """Draws boxes that are measured from the upper left of the page as it is shown."""
    shown = measure_visible(page)
    name = add_resource(page, "/XObject", "/RedactionLabel", label.form) if label is not None else ""
    red, green, blue = colour
    drawing = f"/Artifact BMC q {write_matrix(shown.matrix)} cm {red:.3f} {green:.3f} {blue:.3f} rg\n"
    for left, top, right, bottom in boxes:
        width, height, low = right - left, bottom - top, shown.height - bottom
        drawing += f"{left:.3f} {low:.3f} {width:.3f} {height:.3f} re f\n"
        if label is None:
            continue
        scale = min(LARGEST_SCALE, 0.94 * width / label.width, LABEL_HEIGHT * height / label.height)
        if scale >= SMALLEST_SCALE:
            x, y = left + (width - scale * label.width) / 2, low + (height - scale * label.height) / 2
            drawing += f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm {name} Do Q\n"
    draw_over(page, drawing.encode() + b"Q EMC\n")
