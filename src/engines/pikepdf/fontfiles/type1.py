"""Reading Type 1 font programs as documents embed them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

EEXEC_KEY, CHARSTRING_KEY = 55665, 4330
NUMBER = rb"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
PRIVATE_LISTS = (
    "BlueValues",
    "OtherBlues",
    "FamilyBlues",
    "FamilyOtherBlues",
    "StemSnapH",
    "StemSnapV",
    "StdHW",
    "StdVW",
)
PRIVATE_NUMBERS = ("BlueScale", "BlueShift", "BlueFuzz", "LanguageGroup", "ExpansionFactor")


class Unsupported(ValueError):
    """A font that is better left as it is."""


@dataclass
class Type1Font:
    name: bytes
    matrix: list[float]
    box: list[float]
    #: Code → glyph name, or None for the standard encoding.
    encoding: dict[int, bytes] | None
    private: dict[str, list[float]]
    force_bold: bool
    subroutines: dict[int, bytes]
    glyphs: dict[bytes, bytes] = field(default_factory=dict)


def read_type1(data: bytes) -> Type1Font:
    at = data.find(b"eexec")
    if at < 0:
        raise Unsupported("no encrypted part")
    clear, private = data[:at], _decrypt_private_part(data[at + 5 :])
    if b"/WeightVector" in clear or b"/BlendDesignMap" in clear:
        raise Unsupported("a multiple master font")
    length_iv = _read_number(rb"/lenIV", private, 4)
    glyphs = {name: _decrypt_charstring(code, length_iv) for name, code in _find_glyphs(private)}
    if b".notdef" not in glyphs or len(glyphs) > 60_000:
        raise Unsupported("no glyph for what is not there")
    name = re.search(rb"/FontName\s*/([^\s/\[\](){}<>%]+)", clear)
    return Type1Font(
        name=name[1] if name else b"Font",
        matrix=_read_numbers(rb"/FontMatrix", clear) or [0.001, 0, 0, 0.001, 0, 0],
        box=(_read_numbers(rb"/FontBBox", clear) or [0, 0, 0, 0])[:4],
        encoding=_read_encoding(clear),
        private=_read_private(private),
        force_bold=bool(re.search(rb"/ForceBold\s+true", private)),
        subroutines={number: _decrypt_charstring(code, length_iv) for number, code in _find_subroutines(private)},
        glyphs=glyphs,
    )


def _decrypt_bytes(data: bytes, key: int, skipped: int) -> bytes:
    plain = bytearray(len(data))
    for at, byte in enumerate(data):
        plain[at] = byte ^ (key >> 8)
        key = ((byte + key) * 52845 + 22719) & 0xFFFF
    return bytes(plain[skipped:])


def _decrypt_private_part(data: bytes) -> bytes:
    data = data.lstrip(b" \t\r\n")
    if re.match(rb"[0-9A-Fa-f\s]{8}", data):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", data)
        data = bytes.fromhex(digits[: len(digits) // 2 * 2].decode())
    return _decrypt_bytes(data, EEXEC_KEY, 4)


def _decrypt_charstring(code: bytes, length_iv: int) -> bytes:
    return code if length_iv < 0 else _decrypt_bytes(code, CHARSTRING_KEY, length_iv)


def _find_subroutines(private: bytes) -> Iterator[tuple[int, bytes]]:
    start = private.find(b"/Subrs")
    end = private.find(b"/CharStrings")
    if start < 0 or end < start:
        return
    place = start
    while match := re.compile(rb"dup\s+(\d+)\s+(\d+)\s+\S+ ").search(private, place, end):
        length = int(match[2])
        yield int(match[1]), private[match.end() : match.end() + length]
        place = match.end() + length


def _find_glyphs(private: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = private.find(b"/CharStrings")
    if place < 0:
        raise Unsupported("no glyphs")
    place += len(b"/CharStrings")
    while match := re.compile(rb"/([^\s/\[\](){}<>%]+)\s+(\d+)\s+\S+ ").search(private, place):
        length = int(match[2])
        if match.end() + length > len(private):
            return
        yield match[1], private[match.end() : match.end() + length]
        place = match.end() + length
        if re.match(rb"\s*\S{1,4}\s+end\b", private[place : place + 40]):
            return


def _read_encoding(clear: bytes) -> dict[int, bytes] | None:
    if re.search(rb"/Encoding\s+StandardEncoding\b", clear):
        return None
    start = clear.find(b"/Encoding")
    found = re.findall(rb"dup\s+(\d+)\s*/([^\s/\[\](){}<>%]+)\s+put\b", clear[start:] if start >= 0 else b"")
    return {int(code): name for code, name in found if int(code) < 256 and name != b".notdef"}


def _read_private(private: bytes) -> dict[str, list[float]]:
    found = {}
    for key in PRIVATE_LISTS:
        values = _read_numbers(b"/" + key.encode() + rb"\b", private)
        if values:
            found[key] = values
    for key in PRIVATE_NUMBERS:
        match = re.search(b"/" + key.encode() + rb"\s+(" + NUMBER + rb")", private)
        if match:
            found[key] = [float(match[1])]
    return found


def _read_numbers(key: bytes, text: bytes) -> list[float]:
    match = re.search(key + rb"\s*[\[{]([^\]}]*)[\]}]", text)
    return [float(number) for number in re.findall(NUMBER, match[1])] if match else []


def _read_number(key: bytes, text: bytes, default: int) -> int:
    match = re.search(key + rb"\s+(-?\d+)", text)
    return int(match[1]) if match else default
