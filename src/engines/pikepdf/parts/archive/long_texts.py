"""
Keeps the texts of glyphs that stand for several characters, such as ligatures, or for none. Ghostscript 10.00 swaps the bytes of two
characters, and of more it writes others. While it works, each text has a character of its own in its place, which no font uses.
"""

import re

from pikepdf import Pdf

from ..objects import MALFORMED, Value, is_dict, is_stream

ONE_CHARACTER = 4
#: The characters that have no meaning.
PRIVATE = range(0xE000, 0xF900)
BLOCK = re.compile(rb"beginbfchar\b.*?endbfchar\b", re.DOTALL)
ENTRY = re.compile(rb"<([\s0-9A-Fa-f]*)>\s*<([\s0-9A-Fa-f]*)>")
WRITTEN_BLOCK = re.compile(rb"beginbf(char|range)\b.*?endbf\1\b", re.DOTALL)
WRITTEN = {
    b"char": re.compile(rb"(<[0-9A-Fa-f]*>\s*)<([0-9A-Fa-f]{4})>"),
    b"range": re.compile(rb"(<[0-9A-Fa-f]*>\s*<[0-9A-Fa-f]*>\s*)<([0-9A-Fa-f]{4})>"),
}


class StandIns:
    """The characters that stand for texts, both in hexadecimal digits."""

    def __init__(self, pdf: Pdf) -> None:
        used = {int(digits, 16) for table in _list_tables(pdf) for digits in re.findall(rb"<([0-9A-Fa-f]{4})>", table)}
        # Neighbours of characters in use would become ranges with them.
        self.free = iter([code for code in PRIVATE[1::2] if not used & {code - 1, code, code + 1}])
        self.texts: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def replace_in(self, font: Value) -> None:
        """Replaces the texts in the map of a font, whose ranges must be spelled out."""
        table = font.get("/ToUnicode")
        if not is_stream(table):
            return
        data = table.read_bytes()
        replaced = BLOCK.sub(lambda block: ENTRY.sub(self._replace, block[0]), data)
        if replaced != data:
            table.write(replaced)

    def _replace(self, entry: re.Match[bytes]) -> bytes:
        text = b"".join(entry[2].split()).decode().upper()
        if len(text) == ONE_CHARACTER:
            return entry[0]
        if text not in self._known:
            code = next(self.free, None)
            if code is None:
                return entry[0]
            self._known[text] = f"{code:04X}"
            self.texts[self._known[text]] = text
        return b"<%s> <%s>" % (entry[1], self._known[text].encode())


def restore_long_texts(pdf: Pdf, texts: dict[str, str]) -> None:
    """Puts texts back in the place of the characters that stand for them."""

    def restore(entry: re.Match[bytes]) -> bytes:
        text = texts.get(entry[2].decode().upper())
        return entry[0] if text is None else b"%s<%s>" % (entry[1], text.encode())

    def restore_block(block: re.Match[bytes]) -> bytes:
        return WRITTEN[block[1]].sub(restore, block[0])

    for item in pdf.objects:
        table = item.get("/ToUnicode") if is_dict(item) else None
        if is_stream(table):
            data = table.read_bytes()
            restored = WRITTEN_BLOCK.sub(restore_block, data)
            if restored != data:
                table.write(restored)


def _list_tables(pdf: Pdf) -> list[bytes]:
    found = []
    for item in pdf.objects:
        try:
            table = item.get("/ToUnicode") if is_dict(item) else None
            if is_stream(table):
                found.append(table.read_bytes())
        except MALFORMED:
            continue
    return found
