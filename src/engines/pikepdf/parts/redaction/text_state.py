"""The part of the graphics state that tells where text, pictures and shapes stand."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..content import read_numbers
from ..geometry import UNCHANGED, Matrix, multiply
from ..objects import Value
from .fonts.glyph_fonts import Glyph, GlyphFont

#: Operators that set one number of the state.
NUMBERS = {
    "Tc": "letter_space",
    "Tw": "word_space",
    "Tz": "stretch",
    "TL": "leading",
    "Ts": "rise",
    "w": "line_width",
}


@dataclass
class State:
    matrix: Matrix
    font: GlyphFont | None = None
    size: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    line_width: float = 1.0
    text: Matrix = UNCHANGED
    line: Matrix = UNCHANGED

    def copy(self) -> "State":
        return copy.copy(self)

    def follow(self, name: str, operands: Sequence[Value]) -> None:
        """Applies an operator that moves things or sets a number. Others change nothing here."""
        if name == "cm":
            self.matrix = multiply(read_numbers(operands, 6), self.matrix)
        elif name == "BT":
            self.begin_text()
        elif name in ("Td", "TD"):
            x, y = read_numbers(operands, 2)
            if name == "TD":
                self.leading = -y
            self.move_line(x, y)
        elif name == "Tm":
            a, b, c, d, e, f = read_numbers(operands, 6)
            self.set_line((a, b, c, d, e, f))
        elif name == "T*":
            self.move_line(0, -self.leading)
        elif name in NUMBERS:
            (value,) = read_numbers(operands, 1)
            setattr(self, NUMBERS[name], value / 100 if name == "Tz" else value)

    def begin_text(self) -> None:
        self.text = self.line = UNCHANGED

    def move_line(self, x: float, y: float) -> None:
        self.line = multiply((1, 0, 0, 1, x, y), self.line)
        self.text = self.line

    def set_line(self, matrix: Matrix) -> None:
        self.line = self.text = matrix

    def move_on(self, way: float) -> None:
        """Moves by a way along the line of writing, as an adjustment between strings does."""
        is_vertical = self.font is not None and self.font.is_vertical
        self.text = multiply((1, 0, 0, 1, 0, way) if is_vertical else (1, 0, 0, 1, way, 0), self.text)

    def adjust(self, number: float) -> None:
        is_vertical = self.font is not None and self.font.is_vertical
        self.move_on(-number / 1000 * self.size * (1 if is_vertical else self.stretch))

    def place_glyphs(self, raw: bytes) -> Iterator[tuple[Glyph, Matrix, float]]:
        """Yields each glyph of a string with the matrix that takes it to the page, and its adjustment in thousandths."""
        font = self.font or GlyphFont(None)
        stretch = 1 if font.is_vertical else self.stretch
        for glyph in font.list_glyphs(raw):
            scaled = (self.size * self.stretch, 0.0, 0.0, self.size, 0.0, self.rise)
            matrix = multiply(multiply(scaled, self.text), self.matrix)
            way = glyph.advance * self.size + self.letter_space + (self.word_space if glyph.is_space else 0)
            yield glyph, matrix, -way * 1000 / self.size if self.size else 0.0
            self.move_on(way * stretch)
