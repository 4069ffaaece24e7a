"""Writes Type 1 fonts in the compact font format with fontTools."""

from collections import Counter
from io import BytesIO
from types import SimpleNamespace

from fontTools.cffLib import CFFFontSet, CharStrings, GlobalSubrsIndex, PrivateDict, TopDict, TopDictIndex
from fontTools.cffLib.specializer import commandsToProgram, specializeCommands
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen

from .type1 import Type1Glyph

STANDARD_MATRIX = [0.001, 0, 0, 0.001, 0, 0]
LISTS = ("BlueValues", "OtherBlues", "FamilyBlues", "FamilyOtherBlues", "StemSnapH", "StemSnapV")
FIRST_OF_LISTS = ("StdHW", "StdVW")
NUMBERS = ("BlueScale", "BlueShift", "BlueFuzz", "LanguageGroup", "ExpansionFactor", "ForceBold")
#: The operands that an operator may take: the stack holds 48, and a width may come before.
MAX_OPERANDS = 46
MAX_STEMS, MAX_STEMS_OF_A_KIND = 90, 20


def convert_to_cff(font: dict) -> bytes:
    """Writes the same glyphs under the same names and codes in a fraction of the space."""
    glyphs, encoding = _give_codes(font)
    programs, widths = {}, {}
    for name, glyph in glyphs.items():
        pen = T2CharStringPen(None, font["CharStrings"], roundTolerance=0)
        glyph.draw(pen)
        programs[name], widths[name] = _write_hinted(glyph, pen._commands), glyph.width
    default = Counter(widths.values()).most_common(1)[0][0]
    nominal = sorted(widths.values())[len(widths) // 2]

    private = PrivateDict()
    for key, value in _list_private(font["Private"]).items():
        setattr(private, key, value)
    private.defaultWidthX, private.nominalWidthX = default, nominal
    top = TopDict()
    top.charset, top.Encoding, top.Private = list(glyphs), encoding, private
    top.FontBBox = list(font.get("FontBBox", (0, 0, 0, 0)))
    if list(font["FontMatrix"]) != STANDARD_MATRIX:
        top.FontMatrix = list(font["FontMatrix"])
    top.GlobalSubrs = GlobalSubrsIndex()
    top.CharStrings = CharStrings(None, top.charset, top.GlobalSubrs, private, None, None)
    for name, program in programs.items():
        width = [] if widths[name] == default else [widths[name] - nominal]
        top.CharStrings[name] = T2CharString(program=width + program, private=private, globalSubrs=top.GlobalSubrs)
    fonts = CFFFontSet()
    fonts.major, fonts.minor = 1, 0
    fonts.fontNames = [str(font.get("FontName", "Font"))[:127]]
    fonts.topDictIndex, fonts.GlobalSubrs = TopDictIndex(), top.GlobalSubrs
    fonts.topDictIndex.append(top)
    file = BytesIO()
    fonts.compile(file, SimpleNamespace(recalcBBoxes=False))
    return file.getvalue()


def _give_codes(font: dict) -> tuple[dict[str, Type1Glyph], list[str]]:
    """Orders the glyphs by code, as the encoding is written. A glyph with several codes is there once for each."""
    known = font["CharStrings"]
    encoding = [name if name in known else ".notdef" for name in font["Encoding"]][:256]
    glyphs = {".notdef": known[".notdef"]}
    for code, name in enumerate(encoding):
        if name != ".notdef":
            encoding[code] = name if name not in glyphs else f"{name}.{code}"
            glyphs[encoding[code]] = known[name]
    return {**glyphs, **{name: known[name] for name in sorted(known) if name not in glyphs}}, encoding


def _list_private(values: dict) -> dict:
    return {
        **{key: list(values[key]) for key in LISTS if values.get(key)},
        **{key: values[key][0] for key in FIRST_OF_LISTS if values.get(key)},
        **{key: values[key] for key in NUMBERS if key in values},
    }


def _write_hinted(glyph: Type1Glyph, commands: list) -> list:
    groups = [(at, stems) for at, stems in glyph.hints if any(stems)]
    horizontal = sorted({stem for _, (stems, _) in groups for stem in stems})
    vertical = sorted({stem for _, (_, stems) in groups for stem in stems})
    # More hints than the format allows, or a stack of them that could overflow: the glyph does without.
    if len(horizontal) + len(vertical) > MAX_STEMS or max(len(horizontal), len(vertical)) > MAX_STEMS_OF_A_KIND:
        groups, horizontal, vertical = [], [], []
    masked = len(groups) > 1
    program: list = []
    for stems, operator in ((horizontal, "hstem"), (vertical, "vstem")):
        if stems:
            program += [*_list_differences(stems), operator + ("hm" if masked else "")]
    # Hints of a group hold from its place in the path to the next group's; the first holds from the beginning.
    starts: dict[int, tuple[set, set] | None] = {0: None}
    if masked:
        starts = dict(groups)
    places = [0, *sorted(starts)[1:]]
    for start, end, at in zip(places, [*places[1:], len(commands)], sorted(starts)):
        stems_here = starts[at]
        if stems_here:
            bits = [stem in stems_here[0] for stem in horizontal] + [stem in stems_here[1] for stem in vertical]
            program += ["hintmask", _pack_bits(bits)]
        path = specializeCommands(commands[start:end], generalizeFirst=False, maxstack=MAX_OPERANDS)
        program += commandsToProgram(path)
    return [*program, "endchar"]


def _list_differences(stems: list) -> list:
    out, last = [], 0.0
    for position, extent in stems:
        out += [position - last, extent]
        last = position + extent
    return [int(value) if value == int(value) else value for value in out]


def _pack_bits(bits: list[bool]) -> bytes:
    text = "".join("01"[bit] for bit in bits)
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")
