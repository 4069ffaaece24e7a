"""Writes a font of three shapes, the input of the example of `font-convert`."""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

SHAPES: dict[str, list[tuple[int, int]]] = {
    ".notdef": [],
    "A": [(0, 0), (250, 700), (500, 0)],
    "B": [(0, 0), (0, 500), (500, 500), (500, 0)],
    "C": [(250, 0), (0, 350), (250, 700), (500, 350)],
}


def draw(points: list[tuple[int, int]]) -> object:
    pen = TTGlyphPen(None)
    if points:
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder(list(SHAPES))
builder.setupCharacterMap({ord(name): name for name in "ABC"})
builder.setupGlyf({name: draw(points) for name, points in SHAPES.items()})
builder.setupHorizontalMetrics(dict.fromkeys(SHAPES, (600, 0)))
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({"familyName": "Marks", "styleName": "Regular"})
builder.setupOS2()
builder.setupPost()
builder.save(sys.argv[1])
