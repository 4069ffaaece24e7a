"""The box of a form field: its size, ground and border; and the entries a field inherits from those above it."""

from dataclasses import dataclass, replace

from ..objects import Value, get_dict, get_int, is_name, is_number, list_items, list_numbers
from .field_text import write_colour
from .marks import write_ellipse

MAX_DEPTH = 32
TURNS = {90: [0, 1, -1, 0, 0, 0], 180: [-1, 0, 0, -1, 0, 0], 270: [0, -1, 1, 0, 0, 0]}


def read_inherited(node: Value, key: str) -> Value:
    """Reads an entry of a field, or of the fields above it."""
    for _ in range(MAX_DEPTH):
        if node is None:
            return None
        if key in node:
            return node.get(key)
        node = get_dict(node, "/Parent")
    return None


@dataclass
class Box:
    width: float
    height: float
    #: The matrix that turns the box on its page.
    matrix: list[int] | None
    border: float
    ground: tuple[float, ...] | None
    outline: tuple[float, ...] | None
    style: str
    corner: tuple[float, float] = (0.0, 0.0)

    def fit_into(self, sides: list) -> "Box":
        """Makes the same box in the coordinates of an appearance that exists already, whose `sides` are given."""
        (x0, x1), (y0, y1) = sorted(map(float, sides[0::2])), sorted(map(float, sides[1::2]))
        return replace(self, width=x1 - x0, height=y1 - y0, corner=(x0, y0))

    @property
    def inset(self) -> float:
        return max(2.0, 2 * self.border)

    def draw(self, round: bool) -> str:
        half = self.border / 2
        path = write_ellipse(half, half, self.width - half, self.height - half) if round else None
        drawing = ""
        if self.ground is not None:
            drawing += write_colour(self.ground) + (path or f"0 0 {self.width:.3f} {self.height:.3f} re") + " f\n"
        if self.outline is not None and self.border > 0:
            dashes = "[3] 0 d " if self.style == "/D" else ""
            frame = f"{half:.3f} {half:.3f} {self.width - self.border:.3f} {self.height - self.border:.3f} re"
            line = f"0 {half:.3f} m {self.width:.3f} {half:.3f} l"
            drawing += f"{write_colour(self.outline, True)}{self.border} w {dashes}{line if self.style == '/U' else path or frame} S\n"
        return f"q\n{drawing}Q\n" if drawing else ""


def read_box(widget: Value) -> Box:
    x0, y0, x1, y1 = list_numbers(widget.get("/Rect"))
    wide, high = abs(x1 - x0), abs(y1 - y0)
    described, style = get_dict(widget, "/MK"), get_dict(widget, "/BS")
    turn = get_int(described, "/R") % 360 if described is not None else 0
    if turn in (90, 270):
        wide, high = high, wide
    width = style.get("/W") if style is not None else None
    if width is None:
        border = list_items(widget.get("/Border"))
        width = border[2] if len(border) > 2 else 1
    outline = _read_colour(described, "/BC")
    kind = style.get("/S") if style is not None else None
    return Box(
        wide, high, TURNS.get(turn), float(width) if is_number(width) and outline is not None else 0.0,
        _read_colour(described, "/BG"), outline, str(kind) if is_name(kind) else "/S",
    )  # fmt: skip


def _read_colour(described: Value, key: str) -> tuple[float, ...] | None:
    parts = [float(part) for part in list_items(described.get(key)) if is_number(part)] if described is not None else []
    return tuple(parts) if len(parts) in (1, 3, 4) else None
