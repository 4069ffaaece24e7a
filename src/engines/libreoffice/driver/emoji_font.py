"""
Gives LibreOffice a font with the measures of the installed font of emoji, and empty frames for its pictures.
LibreOffice 7.4 leaves pictures of fonts out of PDFs, and beside such a font it puts letters of other fonts in wrong
places. The PDF gets the pictures afterwards.
"""

import os
from typing import Any

from find_emoji_font import find_emoji_font

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>{folder}</dir>
<selectfont><rejectfont><glob>{installed}</glob></rejectfont></selectfont>
</fontconfig>
"""
#: The corners of the outer and the inner edge of a frame, in thousandths of the font size; they run in opposite directions.
OUTER = ((100, -150), (100, 850), (1100, 850), (1100, -150))
INNER = ((160, -90), (1040, -90), (1040, 790), (160, 790))


def replace_emoji_font(home: str) -> dict[str, str]:
    """
    Writes the font and a configuration that names it. Returns the environment in which programs use it, empty if there is
    nothing to replace or to do it with.
    """
    folder = os.path.join(home, "fonts")
    os.makedirs(folder, exist_ok=True)
    try:
        installed = find_emoji_font()
        if installed is None or not write_frames(installed, os.path.join(folder, "emoji.ttf")):
            return {}
    except (OSError, ImportError):
        return {}
    configuration = os.path.join(home, "fonts.conf")
    with open(configuration, "w") as file:
        file.write(CONFIGURATION.format(folder=folder, installed=installed))
    return {"FONTCONFIG_FILE": configuration}


def write_frames(installed: str, path: str) -> bool:
    """Writes the font; returns False if the installed one has outlines of its own."""
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import TTFont, newTable

    font: Any = TTFont(installed)
    if "CBDT" not in font:
        return False
    pen, unit = TTGlyphPen(None), font["head"].unitsPerEm / 1000
    for corners in (OUTER, INNER):
        first, *others = ((round(x * unit), round(y * unit)) for x, y in corners)
        pen.moveTo(first)
        for corner in others:
            pen.lineTo(corner)
        pen.closePath()
    frame = pen.glyph()
    del font["CBDT"], font["CBLC"]
    font["glyf"], font["loca"] = newTable("glyf"), newTable("loca")
    font["glyf"].glyphOrder = font.getGlyphOrder()
    font["glyf"].glyphs = dict.fromkeys(font["glyf"].glyphOrder, frame)
    limits = font["maxp"]
    limits.tableVersion = 0x00010000
    limits.maxZones = 1
    for name in (
        *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs", "maxStackElements"),
        *("maxSizeOfInstructions", "maxComponentElements"),
    ):
        setattr(limits, name, 0)
    font.save(path)
    return True
