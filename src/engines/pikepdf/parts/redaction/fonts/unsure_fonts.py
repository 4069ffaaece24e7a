"""Lists the fonts of which a name and a character do not tell what is drawn."""

import hashlib
import re
from collections.abc import Iterator

from pikepdf import Pdf

from ...objects import MALFORMED, Value, get_dict, is_dict, is_name, is_stream, list_items

FILES = ("/FontFile", "/FontFile2", "/FontFile3")
SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|([\[\]])")
MAX_CODES = 70_000


def list_unsure_fonts(pdf: Pdf) -> list[str]:
    """Lists names that differing fonts share, and of fonts in which several codes stand for the same character."""
    known: dict[str, bytes] = {}
    unsure: set[str] = set()
    for font in pdf.objects:
        name = _read_name(font)
        if name is None:
            continue
        try:
            if known.setdefault(name, digest := _digest(font)) != digest or _has_twins(font):
                unsure.add(name)
        except MALFORMED:
            unsure.add(name)
    return sorted(unsure)


def _read_name(font: Value) -> str | None:
    """Returns the name of a font that text is set in; None for the inner part of a composite one, and for other objects."""
    try:
        is_font = is_dict(font) and is_name(font.get("/BaseFont")) and "/CIDSystemInfo" not in font
        return str(font["/BaseFont"])[1:] if is_font else None
    except MALFORMED:
        return None


def _digest(font: Value) -> bytes:
    found = hashlib.sha256()
    for part in _list_parts(font):
        found.update(part + b"\0")
    return found.digest()


def _list_parts(font: Value) -> Iterator[bytes]:
    """Lists what a font's characters and their shapes follow from."""
    for holder in (font, *list_items(font.get("/DescendantFonts"))):
        for key in ("/Subtype", "/Encoding", "/ToUnicode", "/CIDToGIDMap"):
            value = holder.get(key)
            if is_stream(value):
                yield value.read_raw_bytes()
            elif value is not None:
                yield value.unparse(resolved=True) if hasattr(value, "unparse") else str(value).encode()
        descriptor = get_dict(holder, "/FontDescriptor")
        for key in FILES:
            file = descriptor.get(key) if descriptor is not None else None
            if is_stream(file):
                yield file.read_raw_bytes()


def _has_twins(font: Value) -> bool:
    cmap = font.get("/ToUnicode")
    if not is_stream(cmap):
        return False
    seen: set[bytes] = set()
    for text in _list_texts(cmap.read_bytes()):
        if text in seen or len(seen) > MAX_CODES:
            return True
        seen.add(text)
    return False


def _list_texts(cmap: bytes) -> Iterator[bytes]:
    """Lists the characters that codes stand for, each as often as it is named."""
    for kind, section in SECTION.findall(cmap):
        tokens = [bracket or bytes.fromhex(digits.decode("ascii")) for digits, bracket in TOKEN.findall(section)]
        at = 0
        while at + 1 < len(tokens):
            if kind == b"bfchar":
                yield tokens[at + 1]
                at += 2
            elif tokens[at + 2 : at + 3] == [b"["]:
                end = tokens.index(b"]", at)
                yield from tokens[at + 3 : end]
                at = end + 1
            else:
                first, last, text = tokens[at : at + 3]
                count = min(int.from_bytes(last, "big") - int.from_bytes(first, "big") + 1, MAX_CODES)
                start = int.from_bytes(text[-2:], "big")
                for number in range(count):
                    yield text[:-2] + ((start + number) & 0xFFFF).to_bytes(2, "big")
                at += 3
