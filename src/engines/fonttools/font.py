"""Writes a font in another format, whole or with some characters only. The request is JSON on standard input."""

import json
import sys
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont, newTable

UNREADABLE, NO_CHARACTERS, NOT_HELD = 65, 66, 67
"""The largest distance between a cubic curve and the quadratic ones in its place, in thousandths of the letter's size."""
CURVE_ERROR = 1.0

#: Tables about TrueType outlines: the outlines, their hints, and sizes of letters in pixels that were computed from both.
TRUETYPE_TABLES = ["glyf", "loca", "cvt ", "fpgm", "prep", "gasp", "hdmx", "LTSH", "VDMX"]


def keep_characters(font: Any, characters: list[int]) -> None:
    if not set(characters) & set(font.getBestCmap() or {}):
        sys.exit(NO_CHARACTERS)
    options = Options()
    options.layout_features = ["*"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.glyph_names = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)


def use_quadratic_curves(font: Any) -> None:
    """Gives a font with the outlines of PostScript those of TrueType."""
    glyphs = font.getGlyphSet()
    order = font.getGlyphOrder()
    error = CURVE_ERROR * font["head"].unitsPerEm / 1000
    drawn = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        drawn[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder = order
    glyf.glyphs = drawn
    del font["CFF "]
    if "VORG" in font:
        del font["VORG"]
    glyf.compile(font)
    maxp = font["maxp"] = newTable("maxp")
    maxp.tableVersion = 0x00010000
    for field in [
        "maxZones",
        "maxTwilightPoints",
        "maxStorage",
        "maxFunctionDefs",
        "maxInstructionDefs",
        "maxStackElements",
        "maxSizeOfInstructions",
        "maxComponentElements",
        "maxPoints",
        "maxContours",
        "maxCompositePoints",
        "maxCompositeContours",
        "maxComponentDepth",
    ]:
        setattr(maxp, field, 1 if field == "maxZones" else 0)
    maxp.numGlyphs = len(order)
    maxp.compile(font)
    post = font["post"]
    post.formatType = 2.0
    post.extraNames = []
    post.mapping = {}
    post.glyphOrder = order
    font.sfntVersion = "\000\001\000\000"


def use_cubic_curves(font: Any) -> None:
    """Gives a font with the outlines of TrueType those of PostScript, which can draw all of them. Hints are lost."""
    glyphs = font.getGlyphSet()
    drawn = {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(glyphs[name].width, glyphs)
        # Letters composed of others are drawn out first, because only outlines can be reversed.
        outlines = DecomposingRecordingPen(glyphs)
        glyphs[name].draw(outlines)
        outlines.replay(ReverseContourPen(pen))
        drawn[name] = pen.getCharString()
    for table in TRUETYPE_TABLES:
        if table in font:
            del font[table]
    builder = FontBuilder(font=font)
    builder.setupCFF(font["name"].getDebugName(6) or "Font", {}, drawn, {})
    builder.setupMaxp()
    font["post"].formatType = 3.0


def write_font(request: dict[str, Any]) -> dict[str, Any]:
    font = TTFont(request["input"], lazy=False, recalcTimestamp=False)
    if not font.getGlyphOrder() or "head" not in font:
        sys.exit(UNREADABLE)
    if request.get("characters"):
        keep_characters(font, request["characters"])
    to = request["to"]
    if to == "ttf" and "CFF " in font:
        use_quadratic_curves(font)
    elif to == "otf" and "glyf" in font and "gvar" not in font:
        use_cubic_curves(font)
    elif (to == "otf" and "CFF " not in font) or (to == "ttf" and "glyf" not in font):
        sys.exit(NOT_HELD)
    font.flavor = to if to in ("woff", "woff2") else None
    font.save(request["output"])
    names = font["name"]
    return {
        "glyphs": len(font.getGlyphOrder()),
        "characters": len(font.getBestCmap() or {}),
        "family": str(names.getDebugName(16) or names.getDebugName(1) or "")[:200],
    }


def main() -> None:
    request = json.load(sys.stdin)
    try:
        answer = write_font(request)
    except Exception as error:  # Broken tables raise errors of many kinds, struct's and zlib's among them.
        print(type(error).__name__, error, file=sys.stderr)
        sys.exit(UNREADABLE)
    print(json.dumps(answer))


main()
