"""Sets the text of form fields: chooses fonts, measures widths and breaks lines."""

import re
import unicodedata
from dataclasses import dataclass

from pikepdf import Dictionary, Name

from ..objects import MALFORMED, Value, get_dict, get_int, is_dict, is_name, is_number, list_items

SET_FONT = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+([-+]?[\d.]+)\s+Tf")
SET_COLOUR = re.compile(rb"((?:[-+]?[\d.]+\s+){1,4})(g|rg|k)\b")
SUBSET = re.compile(r"^/[A-Z]{6}\+")
ENCODINGS = {"/WinAnsiEncoding": "cp1252", "/MacRomanEncoding": "mac-roman"}
#: Widths of letters in thousandths of the size, from the space to the tilde, in the font every viewer has.
HELVETICA = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip


@dataclass
class Lettering:
    """The font, size and colour that a field's default appearance asks for; a size of 0 is as large as fits."""

    font: Value
    name: str
    size: float
    colour: tuple[float, ...]

    def spell(self, text: str) -> bytes | None:
        """Writes a text in the codes of this font; None if the font lacks a letter of it."""
        encoding = self.font.get("/Encoding")
        try:
            return text.encode(ENCODINGS.get(str(encoding), "ascii") if is_name(encoding) else "ascii")
        except UnicodeEncodeError:
            return None

    def measure(self, text: str) -> float:
        """Measures the width of a text at size 1, only roughly if the font lacks a letter of it."""
        codes = self.spell(text)
        if codes is None:
            return sum(1 if unicodedata.east_asian_width(letter) in "WF" else 0.6 for letter in text)
        widths, first = list_items(self.font.get("/Widths")), get_int(self.font, "/FirstChar")
        courier = "Courier" in str(self.font.get("/BaseFont"))
        known = (
            widths[code - first] if 0 <= code - first < len(widths) else _get_standard_width(code, courier)
            for code in codes
        )
        return sum(float(width) for width in known if is_number(width)) / 1000


def _get_standard_width(code: int, courier: bool) -> int:
    return 600 if courier else HELVETICA[code - 32] if 32 <= code <= 126 else 556


def choose_lettering(appearance: bytes, fonts: Value, text: str) -> Lettering:
    """Chooses the font that the appearance asks for if it has all letters of the text, and otherwise a plain one."""
    asked = SET_FONT.search(appearance)
    size = abs(float(asked[2])) if asked else 0.0
    found = SET_COLOUR.search(appearance)
    colour = tuple(float(part) for part in found[1].split()) if found else (0.0,)
    name = "/" + asked[1].decode("latin-1") if asked else "/Helv"
    font = get_dict(fonts, name) if fonts is not None else None
    if font is not None and _can_be_written_in(font):
        own = Lettering(font, name, size, colour)
        if own.spell(text) is not None:
            return own
    plain = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    return Lettering(plain, "/Plain", size, colour)


def _can_be_written_in(font: Value) -> bool:
    try:
        base = str(font.get("/BaseFont", ""))
        # A subset lacks letters, and fonts of signs have none.
        return (
            font.get("/Subtype") in ("/Type1", "/TrueType")
            and not SUBSET.match(base)
            and base not in ("/ZapfDingbats", "/Symbol")
        )
    except MALFORMED:
        return False


def break_lines(text: str, letters: Lettering, size: float, room: float) -> list[str]:
    """Breaks a text into lines that fit the width, between words if possible."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in re.findall(r"\S+\s*|\s+", paragraph):
            if line and letters.measure((line + word).rstrip()) * size > room:
                lines.append(line.rstrip())
                line = ""
            while len(word) > 1 and letters.measure(word.rstrip()) * size > room:
                fitting = next((n for n in range(len(word) - 1, 1, -1) if letters.measure(word[:n]) * size <= room), 1)
                lines.append(word[:fitting])
                word = word[fitting:]
            line += word
        lines.append(line.rstrip())
    return lines


def convert_to_rgb(colour: tuple[float, ...]) -> tuple[float, float, float]:
    if len(colour) == 4:
        cyan, magenta, yellow, black = colour
        return (1 - cyan) * (1 - black), (1 - magenta) * (1 - black), (1 - yellow) * (1 - black)
    red, green, blue = colour if len(colour) == 3 else (colour[0],) * 3
    return red, green, blue


def write_colour(colour: tuple[float, ...], stroked: bool = False) -> str:
    operator = {1: "g", 3: "rg", 4: "k"}[len(colour)]
    return " ".join(f"{part:.4g}" for part in colour) + f" {operator.upper() if stroked else operator}\n"


def write_string(codes: bytes) -> str:
    return "<" + codes.hex() + ">"


def find_fonts(form: Value) -> Value:
    resources = get_dict(form, "/DR") if is_dict(form) else None
    return get_dict(resources, "/Font")
