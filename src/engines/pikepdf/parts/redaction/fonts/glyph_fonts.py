"""Tells where the glyphs of a string stand: the codes it is made of, and how far each moves on."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...geometry import Matrix, Point, move_point
from ...objects import MALFORMED, Value, get_dict, get_int, is_array, is_name, is_number, list_items, list_numbers
from .code_maps import CodeMap, read_code_map
from .standard_widths import STANDARD_WIDTHS

#: The height of letters above and below their line, as a share of the type size.
ASCENT, DESCENT = 0.78, -0.22
#: The position and the advance of a glyph in vertical writing, if its font does not state them.
VERTICAL = (0.88, -1.0)
#: Families that stand for the fonts every viewer has, by the beginnings of their names.
FAMILIES = (("arial", "Helvetica"), ("helvetica", "Helvetica"), ("times", "Times"), ("courier", "Courier"))


@dataclass
class Glyph:
    code: bytes
    #: The advance at size 1, without extra space.
    advance: float
    #: Left, bottom, right and top at size 1, from where it begins.
    box: tuple[float, float, float, float]
    is_space: bool

    def find_anchor(self, matrix: Matrix) -> Point:
        left, bottom, right, top = self.box
        # In level writing the line itself is certain, while heights differ from font to font.
        return move_point(matrix, (left + right) / 2, 0 if self.advance >= 0 else (bottom + top) / 2)


class GlyphFont:
    """The metrics of a font, which tell where its glyphs stand."""

    def __init__(self, font: Value) -> None:
        self.is_vertical = False
        #: Whether all widths are known. If they are not, a string is kept or removed as a whole.
        self.is_exact = True
        self._map: CodeMap | None = None
        self._widths: dict[int, float] = {}
        self._default = 0.0
        self._heights = (DESCENT, ASCENT)
        kind = font.get("/Subtype") if font is not None else None
        try:
            if font is None:
                self.is_exact = False
            elif kind == "/Type0":
                self._read_composite(font)
            elif kind == "/Type3":
                self._read_drawn(font)
            else:
                self._read_simple(font)
        except MALFORMED:
            self.is_exact = False

    def list_glyphs(self, raw: bytes) -> Iterator[Glyph]:
        low, high = self._heights
        if self._map is None:
            for byte in raw:
                width = self._widths.get(byte, self._default)
                yield Glyph(bytes([byte]), width, (0, low, width, high), byte == 32)
            return
        for code, char in self._map.split(raw):
            if char is None:
                # Widths go by characters, so that of an unknown one is not known either.
                self.is_exact = False
            width = self._widths.get(char if char is not None else -1, self._default)
            is_space = code == b" "
            if self.is_vertical:
                yield Glyph(code, VERTICAL[1], (-width / 2, VERTICAL[1] + 0.12, width / 2, 0.12), is_space)
            else:
                yield Glyph(code, width, (0, low, width, high), is_space)

    def _read_simple(self, font: Value) -> None:
        widths = list_items(font.get("/Widths"))
        descriptor = get_dict(font, "/FontDescriptor")
        if widths:
            first = get_int(font, "/FirstChar")
            self._widths = {first + at: float(width) / 1000 for at, width in enumerate(widths) if is_number(width)}
            self._default = get_int(descriptor, "/MissingWidth") / 1000 if descriptor is not None else 0.0
            return
        standard = _find_standard(str(font.get("/BaseFont", "")))
        if standard is None:
            self._widths, self._default = dict.fromkeys(range(256), 0.6), 0.6
            # Only where nothing else stands in for it is Courier's width known.
            self.is_exact = "courier" in str(font.get("/BaseFont", "")).lower()
            return
        self._widths = {32 + at: width / 1000 for at, width in enumerate(standard)}
        encoding = font.get("/Encoding")
        self.is_exact = encoding is None or is_name(encoding) or "/Differences" not in encoding

    def _read_drawn(self, font: Value) -> None:
        matrix = list_numbers(font.get("/FontMatrix"))
        if len(matrix) != 6:
            self.is_exact = False
            return
        first = get_int(font, "/FirstChar")
        widths = list_items(font.get("/Widths"))
        self._widths = {first + at: float(width) * matrix[0] for at, width in enumerate(widths) if is_number(width)}
        box = list_numbers(font.get("/FontBBox"))
        if len(box) == 4 and box[3] != box[1]:
            low, high = sorted((box[1] * matrix[3], box[3] * matrix[3]))
            self._heights = (low, high)

    def _read_composite(self, font: Value) -> None:
        self._map = read_code_map(font.get("/Encoding"))
        if self._map is None:
            self._map = CodeMap(is_identity=True)
            self.is_exact = False
        self.is_vertical = self._map.is_vertical
        parts = list_items(font.get("/DescendantFonts"))
        part = parts[0] if parts else None
        default = part.get("/DW") if part is not None else None
        self._default = float(default) / 1000 if is_number(default) else 1.0
        listed = list_items(part.get("/W")) if part is not None else []
        at = 0
        while at + 1 < len(listed):
            first, second = listed[at], listed[at + 1]
            if is_array(second):
                for step, width in enumerate(list_numbers(second)):
                    self._widths[int(first) + step] = width / 1000
                at += 2
            elif at + 2 < len(listed):
                width = float(listed[at + 2]) / 1000
                for char in range(int(first), min(int(second), int(first) + 0xFFFF) + 1):
                    self._widths[char] = width
                at += 3
            else:
                break


def _find_standard(name: str) -> tuple[int, ...] | None:
    plain = name.lstrip("/").split("+")[-1]
    if plain in STANDARD_WIDTHS:
        return STANDARD_WIDTHS[plain]
    lower = plain.lower()
    family = next((known for start, known in FAMILIES if lower.startswith(start)), None)
    is_bold, is_slanted = "bold" in lower, "italic" in lower or "oblique" in lower
    if family == "Helvetica":
        return STANDARD_WIDTHS["Helvetica-Bold" if is_bold else "Helvetica"]
    if family == "Times":
        style = {(0, 0): "Roman", (1, 0): "Bold", (0, 1): "Italic", (1, 1): "BoldItalic"}[
            (int(is_bold), int(is_slanted))
        ]
        return STANDARD_WIDTHS[f"Times-{style}"]
    return None


def find_corners(box: tuple[float, float, float, float], matrix: Matrix) -> list[tuple[float, float]]:
    left, bottom, right, top = box
    return [move_point(matrix, x, y) for x, y in ((left, bottom), (right, bottom), (right, top), (left, top))]
