"""
Prepares the maps from codes to characters for Ghostscript 10.00. It misreads ranges: dashes and quotation marks (U+2013, U+201C)
became other characters. It also rewrites TrueType fonts so that the meaning of their encoding is lost without a map.
"""

import re
import unicodedata
from collections.abc import Iterator

from pikepdf import Dictionary, Pdf

from ..objects import Value, get_dict, is_dict, is_name, is_number, is_stream, list_items

RANGES = re.compile(rb"\d*\s*beginbfrange\b(.*?)endbfrange\b", re.DOTALL)
RANGE = re.compile(rb"<([\s0-9A-Fa-f]*)>\s*<([\s0-9A-Fa-f]*)>\s*(?:<([\s0-9A-Fa-f]*)>|\[([^\]]*)\])")
TEXT = re.compile(rb"<([\s0-9A-Fa-f]*)>")
#: Entries of one block, as the format allows.
MAX_BLOCK = 100
MAX_ENTRIES = 65_536


ENCODINGS = {"/MacRomanEncoding": "mac-roman", "/WinAnsiEncoding": "cp1252"}
MAP = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
%sendcmap CMapName currentdict /CMap defineresource pop end end
"""


def prepare_code_map(pdf: Pdf, font: Value) -> None:
    _spell_out(font)
    if font.get("/Subtype") == "/TrueType" and "/ToUnicode" not in font:
        _map_encoding(pdf, font)


def _map_encoding(pdf: Pdf, font: Value) -> None:
    """Gives a font of single-byte codes a map that says what its encoding says."""
    encoding = font.get("/Encoding")
    base = encoding if is_name(encoding) else get_dict(font, "/Encoding") and encoding.get("/BaseEncoding")
    codec = ENCODINGS.get(str(base)) if is_name(base) else None
    if codec is None:
        return
    texts = {code: text for code in range(32, 256) if (text := bytes([code]).decode(codec, "ignore"))}
    code = 0
    for entry in list_items(encoding.get("/Differences")) if is_dict(encoding) else []:
        if is_number(entry):
            code = int(entry)
        else:
            texts[code] = _read_glyph_name(str(entry)[1:])
            code += 1
    entries = [(b"%02X" % code, _write_text(text)) for code, text in texts.items() if text]
    font["/ToUnicode"] = pdf.make_stream(MAP % _write_entries(entries), Dictionary())


def _read_glyph_name(name: str) -> str:
    # fontTools takes longer to load than most tasks take.
    from fontTools.agl import toUnicode

    return toUnicode(name)


def _write_text(text: str) -> bytes:
    """Writes a text in hexadecimal digits, and ligatures as letters, by which they are searched."""
    letters = unicodedata.normalize("NFKC", text) if "\ufb00" <= text <= "\ufb06" else text
    return letters.encode("utf-16-be").hex().encode()


def _spell_out(font: Value) -> None:
    table = font.get("/ToUnicode")
    if not is_stream(table):
        return
    data = table.read_bytes()
    written = RANGES.sub(lambda block: _write_entries(list(_list_entries(block[1]))), data)
    if written != data:
        table.write(written)


def _list_entries(ranges: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the code and the text of each entry, in hexadecimal digits."""
    left = MAX_ENTRIES
    for first, last, text, texts in RANGE.findall(ranges):
        code, digits = _read_number(first), len(_join(first))
        count = min(_read_number(last) - code + 1, left)
        left -= max(count, 0)
        listed = [_join(each) for each in TEXT.findall(texts)] if texts else []
        for step in range(count):
            if texts and step < len(listed):
                yield b"%0*X" % (digits, code + step), listed[step]
            elif text:
                # Only the last of several characters is counted up.
                start, end = _join(text)[:-4], _join(text)[-4:]
                yield b"%0*X" % (digits, code + step), start + b"%0*X" % (len(end), int(end, 16) + step)


def _write_entries(entries: list[tuple[bytes, bytes]]) -> bytes:
    written = b""
    for at in range(0, len(entries), MAX_BLOCK):
        block = entries[at : at + MAX_BLOCK]
        lines = b"".join(b"<%s> <%s>\n" % entry for entry in block)
        written += b"%d beginbfchar\n%sendbfchar\n" % (len(block), lines)
    return written


def _join(digits: bytes) -> bytes:
    return b"".join(digits.split())


def _read_number(digits: bytes) -> int:
    return int(_join(digits), 16)
