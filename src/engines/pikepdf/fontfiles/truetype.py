"""Reduces TrueType font programs, with fontTools, to the glyphs and tables that a document needs."""

from io import BytesIO

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

#: Tables that draw glyphs by number.
DRAWING = {"head", "hhea", "hmtx", "maxp", "loca", "glyf", "cvt ", "fpgm", "prep"}
#: Tables that find glyphs by code or name, which fonts of single-byte codes need.
FINDING = {"cmap", "post", "OS/2", "name"}


def reduce_font(data: bytes, glyphs: set[int] | None) -> bytes:
    """Keeps the tables that draw, and only these glyphs; without a choice of glyphs also the tables that find them."""
    font = TTFont(BytesIO(data), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    kept = DRAWING if glyphs is not None else DRAWING | FINDING
    for tag in list(font.reader.keys()):
        if tag not in kept:
            del font[tag]
    if glyphs is not None:
        _blank_others(font, glyphs)
    file = BytesIO()
    font.save(file, reorderTables=False)
    return file.getvalue()


def _blank_others(font: TTFont, glyphs: set[int]) -> None:
    """Empties the glyphs that are not wanted; all keep their numbers."""
    # Documents name glyphs by number alone, so the names in the file are not read.
    names = [f"g{number}" for number in range(font["maxp"].numGlyphs)]
    font.setGlyphOrder(names)
    outlines, metrics = font["glyf"], font["hmtx"].metrics
    wanted: set[str] = set()
    waiting = [names[number] for number in {0, *glyphs} if number < len(names)]
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += outlines.glyphs[name].getComponentNames(outlines)
    for name in names:
        if name not in wanted:
            outlines.glyphs[name] = Glyph()
            metrics[name] = (0, 0)
