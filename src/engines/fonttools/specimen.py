"""Draws a specimen of a font as SVG: a line of large letters, and lines of small ones. The request is JSON on standard input."""

import json
import sys
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

UNREADABLE, NO_CHARACTERS = 65, 66
#: Lines of a Latin font, and how many characters lines have in fonts of other scripts.
LATIN = ["Aa Bb Gg", "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "abcdefghijklm", "nopqrstuvwxyz", "0123456789 &!?"]
OTHER = [4, 10, 10, 10]
MARGIN = 0.06
LEADING = 1.25


def choose_lines(mapped: dict[int, str], glyphs: Any) -> list[str]:
    """Chooses the lines to show: the Latin ones if the font has them all, otherwise its first characters that have a shape."""
    if all(ord(letter) in mapped for line in LATIN for letter in line):
        return LATIN
    wanted = sum(OTHER)
    found: list[str] = []
    for code in sorted(mapped):
        if len(found) < wanted and has_shape(glyphs, mapped[code]):
            found.append(chr(code))
    lines = []
    for count in OTHER:
        lines.append("".join(found[:count]))
        found = found[count:]
    return [line for line in lines if line]


def has_shape(glyphs: Any, name: str) -> bool:
    pen = BoundsPen(glyphs)
    glyphs[name].draw(pen)
    return pen.bounds is not None


def draw(request: dict[str, Any]) -> None:
    font = TTFont(request["input"], lazy=True)
    glyphs, mapped = font.getGlyphSet(), font.getBestCmap() or {}
    lines = choose_lines(mapped, glyphs)
    if not lines:
        sys.exit(NO_CHARACTERS)
    width = request["width"]
    room = width * (1 - 2 * MARGIN)
    units = font["head"].unitsPerEm
    paths, y = [], width * MARGIN
    for line in lines:
        names = [mapped[ord(letter)] for letter in line]
        across = sum(glyphs[name].width for name in names)
        # A line fills the width, but is never taller than a third of it.
        scale = min(room / across if across > 0 else room / units, width / 3 / units)
        y += units * scale
        x = width * MARGIN
        for name in names:
            pen = SVGPathPen(glyphs, lambda number: f"{number:.2f}")
            glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
            paths.append(pen.getCommands())
            x += glyphs[name].width * scale
        y += units * scale * (LEADING - 1)
    height = round(y + width * MARGIN)
    with open(request["output"], "w", encoding="ascii") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/><path d="{"".join(paths)}"/></svg>'
        )


def main() -> None:
    request = json.load(sys.stdin)
    try:
        draw(request)
    except Exception as error:  # Broken tables raise errors of many kinds, struct's and zlib's among them.
        print(type(error).__name__, error, file=sys.stderr)
        sys.exit(UNREADABLE)
    print("{}")


main()
