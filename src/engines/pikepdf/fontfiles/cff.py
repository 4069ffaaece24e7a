"""Writing fonts in the compact font format."""

from collections import Counter

from .charstring import encode_glyph, encode_number
from .outline import draw_glyph
from .standard import STANDARD_CODES, STANDARD_STRINGS
from .type1 import Type1Font

FIRST_OWN_STRING = 391
STANDARD_NUMBERS = {name.encode(): at for at, name in enumerate(STANDARD_STRINGS)}
#: Private dictionary operators, and whether their values are written as differences.
PRIVATE = {
    "BlueValues": (b"\x06", True),
    "OtherBlues": (b"\x07", True),
    "FamilyBlues": (b"\x08", True),
    "FamilyOtherBlues": (b"\x09", True),
    "StdHW": (b"\x0a", False),
    "StdVW": (b"\x0b", False),
    "BlueScale": (b"\x0c\x09", False),
    "BlueShift": (b"\x0c\x0a", False),
    "BlueFuzz": (b"\x0c\x0b", False),
    "StemSnapH": (b"\x0c\x0c", True),
    "StemSnapV": (b"\x0c\x0d", True),
    "LanguageGroup": (b"\x0c\x11", False),
    "ExpansionFactor": (b"\x0c\x12", False),
}


def convert_to_cff(font: Type1Font) -> bytes:
    """Writes the same glyphs under the same names and codes in a fraction of the space."""
    names = [b".notdef", *sorted(name for name in font.glyphs if name != b".notdef")]
    codes = _list_codes(font, names)
    # Encoded glyphs first, by code, so that the encoding is a plain list.
    names = [b".notdef", *sorted(names[1:], key=lambda name: (min(codes.get(name, [999])), name))]
    glyphs = [draw_glyph(font, name) for name in names]
    widths = Counter(glyph.width for glyph in glyphs)
    default = widths.most_common(1)[0][0]
    nominal = sorted(widths.elements())[len(glyphs) // 2]
    charstrings = _write_index([encode_glyph(glyph, default, nominal) for glyph in glyphs])
    private = _write_private(font, default, nominal)
    own = [name for name in names if name not in STANDARD_NUMBERS]
    numbers = {**STANDARD_NUMBERS, **{name: FIRST_OWN_STRING + at for at, name in enumerate(own)}}
    charset = b"\x00" + b"".join(numbers[name].to_bytes(2, "big") for name in names[1:])
    encoding = _write_encoding(names, codes, numbers)
    head = b"\x01\x00\x04\x02" + _write_index([font.name[:127]])
    tail = _write_index(own) + _write_index([])
    # The top dictionary holds offsets, written in five bytes each so that its length does not depend on them.
    length = len(_write_index([_write_top(font, 0, 0, 0, 0, 0)]))
    at_charset = len(head) + length + len(tail)
    at_encoding = at_charset + len(charset)
    at_charstrings = at_encoding + len(encoding)
    at_private = at_charstrings + len(charstrings)
    top = _write_index([_write_top(font, at_charset, at_encoding, at_charstrings, len(private), at_private)])
    return head + top + tail + charset + encoding + charstrings + private


def _list_codes(font: Type1Font, names: list[bytes]) -> dict[bytes, list[int]]:
    encoding = STANDARD_CODES if font.encoding is None else font.encoding
    known = set(names)
    codes: dict[bytes, list[int]] = {}
    for code, name in sorted(encoding.items()):
        if name in known and name != b".notdef":
            codes.setdefault(name, []).append(code)
    return codes


def _write_encoding(names: list[bytes], codes: dict[bytes, list[int]], numbers: dict[bytes, int]) -> bytes:
    encoded = [name for name in names[1:] if name in codes][:255]
    # Glyphs with a second code are listed after the others, by the number of their name.
    more = [(code, numbers[name]) for name in encoded for code in codes[name][1:]]
    out = bytes([0x80 if more else 0, len(encoded)]) + bytes(codes[name][0] for name in encoded)
    if more:
        out += bytes([len(more)]) + b"".join(bytes([code]) + string.to_bytes(2, "big") for code, string in more)
    return out


def _write_top(
    font: Type1Font, charset: int, encoding: int, charstrings: int, private_size: int, private: int
) -> bytes:
    out = b"".join(_write_number(value) for value in font.box) + b"\x05"
    if font.matrix != [0.001, 0, 0, 0.001, 0, 0]:
        out += b"".join(_write_number(value) for value in font.matrix) + b"\x0c\x07"
    out += _write_offset(charset) + b"\x0f" + _write_offset(encoding) + b"\x10" + _write_offset(charstrings) + b"\x11"
    return out + _write_offset(private_size) + _write_offset(private) + b"\x12"


def _write_private(font: Type1Font, default: float, nominal: float) -> bytes:
    out = b""
    for key, values in font.private.items():
        operator, as_differences = PRIVATE[key]
        if as_differences:
            values = [value - before for value, before in zip(values, [0, *values])]
        else:
            values = values[:1]
        out += b"".join(_write_number(value) for value in values) + operator
    if font.force_bold:
        out += _write_number(1) + b"\x0c\x0e"
    return out + _write_number(default) + b"\x14" + _write_number(nominal) + b"\x15"


def _write_offset(value: int) -> bytes:
    return b"\x1d" + value.to_bytes(4, "big")


def _write_number(value: float) -> bytes:
    """Writes a number of a dictionary: an integer where it is whole, else as decimal digits, two to a byte."""
    if value == round(value) and abs(value) < 32768:
        return encode_number(value)
    text = (
        f"{value:.8g}".replace("e-0", "e-").replace("e+", "e").replace("e0", "e").replace("e-", "c").replace("e", "b")
    )
    nibbles = [{".": 10, "b": 11, "c": 12, "-": 14}.get(char, ord(char) - 48) for char in text] + [15]
    if len(nibbles) % 2:
        nibbles.append(15)
    return b"\x1e" + bytes(high << 4 | low for high, low in zip(nibbles[0::2], nibbles[1::2]))


def _write_index(items: list[bytes]) -> bytes:
    if not items:
        return b"\x00\x00"
    total = sum(len(item) for item in items) + 1
    size = (total.bit_length() + 7) // 8
    out = bytearray(len(items).to_bytes(2, "big") + bytes([size]))
    offset = 1
    for item in [b"", *items]:
        offset += len(item)
        out += offset.to_bytes(size, "big")
    return bytes(out) + b"".join(items)
