"""Draws the elements of formulas: boxes of letters, outlines and rules, and signs that grow with their neighbours."""

import subprocess
import unicodedata
from functools import cache
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

LETTERS = "Liberation Serif"
SIGNS = "TeX Gyre Termes Math"
# These show letters that neither of them has; their width is guessed.
OTHERS = "Noto Sans, Noto Sans CJK SC, sans-serif"


class Box:
    """Something to draw: its width, its height over the line and its depth below it."""

    def __init__(self, width: float = 0.0, height: float = 0.0, depth: float = 0.0, items: Any = ()) -> None:
        self.width, self.height, self.depth, self.items = width, height, depth, list(items)
        # The distance by which it leans over its right edge; a superscript keeps clear of it.
        self.lean = 0.0
        # The distance by which its foot is left of its head; a subscript may move there.
        self.slope = 0.0

    def put(self, other: Any, x: float, y: float) -> "Box":
        """Draws another box at this distance from the start of this one, `y` upwards."""
        self.items.extend((kind, left + x, top - y, *rest) for kind, left, top, *rest in other.items)
        self.height, self.depth = max(self.height, other.height + y), max(self.depth, other.depth - y)
        self.width = max(self.width, x + other.width)
        return self


class Face:
    def __init__(self, family: str, style: Any) -> None:
        file = subprocess.run(
            ["fc-match", "-f", "%{file}", f"{family}:style={style}"], capture_output=True, text=True, check=True
        ).stdout
        self.font = TTFont(file, lazy=True)
        self.cmap, self.glyphs, self.metrics = self.font.getBestCmap(), self.font.getGlyphSet(), self.font["hmtx"]
        self.unit = 1 / self.font["head"].unitsPerEm

    @cache  # noqa: B019  (faces live as long as the process)
    def measure_glyph(self, glyph: str) -> Any:
        """Returns advance, left, bottom, right and top, in ems."""
        pen = BoundsPen(self.glyphs)
        self.glyphs[glyph].draw(pen)
        return [each * self.unit for each in (self.metrics[glyph][0], *(pen.bounds or (0, 0, 0, 0)))]

    @cache  # noqa: B019  (faces live as long as the process)
    def draw_outline(self, glyph: str) -> str:
        pen = SVGPathPen(self.glyphs)
        self.glyphs[glyph].draw(pen)
        return pen.getCommands()


@cache
def load_face(family: str, style: str = "Regular") -> "Face":
    return Face(family, style)


@cache
def load_constants() -> Any:
    table = load_face(SIGNS).font["MATH"].table.MathConstants
    return lambda name: getattr(getattr(table, name), "Value", getattr(table, name))


def read_constant(name: str) -> float:
    """Returns one of the font's measures for formulas, in ems."""
    return load_constants()(name) * load_face(SIGNS).unit


def set_letters(letters: str, size: float, style: str = "Regular") -> Box:
    """Makes a box of letters one after another, in the first face that has each."""
    box, run = Box(), None
    runs: list = []
    for letter in letters:
        faces = [(LETTERS, style), (SIGNS, "Regular")]
        if unicodedata.category(letter) in ("Sm", "Pd") and letter not in "+-=<>":
            faces.reverse()
        found = next(((family, cut) for family, cut in faces if ord(letter) in load_face(family, cut).cmap), None)
        if found:
            advance, _left, bottom, right, top = load_face(*found).measure_glyph(load_face(*found).cmap[ord(letter)])
        else:
            wide = unicodedata.east_asian_width(letter) in "WF"
            advance, _left, bottom, right, top = (1 if wide else 0.6), 0, -0.2, 0.6, 0.8
        if run != found or not runs or unicodedata.combining(letter):
            runs.append((box.width, [], found or (OTHERS, "Regular")))
        runs[-1][1].append(letter)
        run = found
        box.width += advance * size
        box.height, box.depth = max(box.height, top * size), max(box.depth, -bottom * size)
        box.lean = max(0, right - advance) * size
    box.items = [("text", x, 0, size, "".join(together), *look) for x, together, look in runs]
    return box


def draw_rule(width: float, thickness: float) -> Box:
    return Box(width, thickness, 0, [("rule", 0, -thickness, width, thickness)])


@cache
def load_slopes() -> Any:
    info = load_face(SIGNS).font["MATH"].table.MathGlyphInfo.MathItalicsCorrectionInfo
    return dict(zip(info.Coverage.glyphs, (each.Value * load_face(SIGNS).unit for each in info.ItalicsCorrection)))


def draw_glyph(glyph: Any, size: float) -> Box:
    advance, _left, bottom, _right, top = load_face(SIGNS).measure_glyph(glyph)
    box = Box(advance * size, top * size, -bottom * size, [("glyph", 0, 0, size, glyph)])
    box.slope = load_slopes().get(glyph, 0) * size
    return box


@cache
def find_construction(sign: str, upright: bool) -> Any:
    variants = load_face(SIGNS).font["MATH"].table.MathVariants
    coverage = variants.VertGlyphCoverage if upright else variants.HorizGlyphCoverage
    made = variants.VertGlyphConstruction if upright else variants.HorizGlyphConstruction
    glyph = load_face(SIGNS).cmap.get(ord(sign))
    return made[coverage.glyphs.index(glyph)] if glyph in coverage.glyphs else None


def grow_sign(sign: str, length: float, size: float, upright: bool = True) -> Any:
    """
    Draws a sign at least this long: one of its larger variants, or an assembly of parts. Returns None if it cannot
    grow.
    """
    found = find_construction(sign, upright)
    if found is None:
        return None
    unit, best = load_face(SIGNS).unit * size, None
    for variant in found.MathGlyphVariantRecord:
        best = variant.VariantGlyph
        if variant.AdvanceMeasurement * unit >= length:
            return draw_glyph(best, size)
    return (
        assemble_sign(found.GlyphAssembly, length, unit, size, upright)
        if found.GlyphAssembly
        else draw_glyph(best, size)
    )


def fit_sign(sign: str, width: float, size: float) -> Any:
    """
    Draws a sign no wider than this, if there is one, from its left edge on; combining marks stand left of their origin.
    """
    glyph = load_face(SIGNS).cmap.get(ord(sign)) if len(sign) == 1 else None
    if glyph is None:
        return None
    found = find_construction(sign, False)
    fits = (
        [
            each.VariantGlyph
            for each in found.MathGlyphVariantRecord
            if each.AdvanceMeasurement * load_face(SIGNS).unit * size <= width
        ]
        if found
        else []
    )
    if found and found.GlyphAssembly and (not fits or fits[-1] == found.MathGlyphVariantRecord[-1].VariantGlyph):
        box = grow_sign(sign, width, size, upright=False)
        if box.width >= 0.9 * width and len(box.items) > 1:
            return box
    chosen = fits[-1] if fits else glyph
    _, left, bottom, right, top = load_face(SIGNS).measure_glyph(chosen)
    return Box((right - left) * size, top * size, -bottom * size, [("glyph", -left * size, 0, size, chosen)])


MAX_PARTS = 400


def assemble_sign(assembly: Any, length: float, unit: float, size: float, upright: bool) -> Box:
    overlap = load_face(SIGNS).font["MATH"].table.MathVariants.MinConnectorOverlap * unit
    parts = assembly.PartRecords

    def repeat_parts(repeats: int) -> list:
        return [part for part in parts for _ in range(repeats if part.PartFlags & 1 else 1)]

    def measure(chosen: list) -> float:
        return sum(part.FullAdvance * unit for part in chosen) - overlap * (len(chosen) - 1)

    repeats = 1
    while measure(repeat_parts(repeats)) < length and repeats < MAX_PARTS:
        repeats += 1
    box, at = Box(), 0.0
    for part in repeat_parts(repeats):
        piece = draw_glyph(part.glyph, size)
        # Each part begins where the last ends: from its lowest point upwards, or from its left.
        box.put(piece, 0 if upright else at, at + piece.depth if upright else 0)
        at += part.FullAdvance * unit - overlap
    return box


def write_svg(box: Any) -> str:
    """Writes the box as SVG, one em to a unit."""
    parts = []

    def format_number(value: float) -> str:
        return f"{value:.4f}".rstrip("0").rstrip(".")

    for kind, x, y, *rest in box.items:
        if kind == "rule":
            parts.append(
                f'<rect x="{format_number(x)}" y="{format_number(y)}" width="{format_number(rest[0])}" height="{format_number(rest[1])}"/>'
            )
        elif kind == "glyph":
            scale = format_number(rest[0] * load_face(SIGNS).unit * 1000)
            parts.append(
                f'<path transform="translate({format_number(x)} {format_number(y)}) scale(.001) scale({scale} -{scale})" d="{load_face(SIGNS).draw_outline(rest[1])}"/>'
            )
        elif rest[1].strip():
            size, letters, family, style = rest
            look = (' font-style="italic"' if "Italic" in style else "") + (
                ' font-weight="bold"' if "Bold" in style else ""
            )
            escaped = letters.replace("&", "&amp;").replace("<", "&lt;")
            parts.append(
                f'<text x="{format_number(x)}" y="{format_number(y)}" font-size="{format_number(size)}" font-family="{family}"{look}>{escaped}</text>'
            )
    return "".join(parts)
