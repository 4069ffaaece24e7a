"""Removes drawings that nothing shows any more: tiles of patterns, and glyphs of fonts whose letters are drawings."""

from pikepdf import Dictionary, Pdf

from ..content import read_operators
from ..objects import (
    MALFORMED,
    Value,
    get_dict,
    is_array,
    is_dict,
    is_name,
    is_number,
    is_stream,
    is_string,
    list_items,
)
from ..source import Source

WATCHED = "q Q gs Tf Tj TJ ' \" cs CS scn SCN g G rg RG k K sc SC f F f* B B* b b* S s Do sh"
FILLING = {"f", "F", "f*", "B", "B*", "b", "b*"}
STROKING = {"S", "s", "B", "B*", "b", "b*"}
SHOWING = {"Tj", "TJ", "'", '"'}
#: Entries of a pattern that every one must have.
TILE = ("/Type", "/PatternType", "/PaintType", "/TilingType", "/BBox", "/XStep", "/YStep")
DEEPEST = 24


class UnusedDrawings:
    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.seen: set = set()
        #: The codes that are shown of each font whose letters are drawings.
        self.codes: dict = {}
        self.fonts: dict = {}
        #: False if something could not be followed, so that any glyph may be shown.
        self.is_sure = True

    def remove(self, source: Source) -> None:
        for page in source.pages:
            self._follow(page, 0)
            for annotation in list_items(page.get("/Annots")):
                self._follow_appearances(get_dict(annotation, "/AP"), 0)
        if self.is_sure:
            for number, font in self.fonts.items():
                _drop_glyphs(font, self.codes.get(number, set()))

    def _empty(self, pattern: Value) -> Value:
        """Makes a pattern without content, because the operators that choose it are still there."""
        empty = self.pdf.make_stream(b"")
        for key in TILE:
            if key in pattern:
                empty[key] = pattern[key]
        empty["/Resources"] = Dictionary()
        return empty

    def _follow_appearances(self, appearances: Value, depth: int) -> None:
        for key in appearances.keys() if appearances is not None and depth < 3 else ():
            appearance = appearances.get(key)
            if is_stream(appearance):
                self._follow(appearance, 1)
            elif is_dict(appearance):
                self._follow_appearances(appearance, depth + 1)

    def _follow(self, holder: Value, depth: int) -> None:
        if is_stream(holder):
            if holder.objgen in self.seen:
                return
            self.seen.add(holder.objgen)
        try:
            operators = read_operators(holder, WATCHED)
        except (*MALFORMED, TypeError):
            self.is_sure = False
            return
        if depth > DEEPEST:
            self.is_sure = False
            return
        resources = get_dict(holder, "/Resources")
        self._note_fonts(resources, depth)
        patterns = get_dict(resources, "/Pattern")
        used = self._list_painted(operators, resources)
        if patterns is not None and any(is_stream(value) and key not in used for key, value in patterns.items()):
            patterns = Dictionary(
                {
                    key: self._empty(value) if is_stream(value) and key not in used else value
                    for key, value in patterns.items()
                }
            )
            own = Dictionary(dict(resources.items()))
            own["/Pattern"] = patterns
            holder["/Resources"] = own
        below = [*(patterns.items() if patterns is not None else ())]
        drawn = get_dict(resources, "/XObject")
        below += [*(drawn.items() if drawn is not None else ())]
        for _, value in below:
            if is_stream(value) and value.get("/Subtype") != "/Image":
                if "/Resources" not in value:
                    # It draws with the resources of whoever draws it.
                    self.is_sure = False
                self._follow(value, depth + 1)

    def _note_fonts(self, resources: Value, depth: int) -> None:
        fonts = get_dict(resources, "/Font")
        for key in fonts.keys() if fonts is not None else ():
            font = get_dict(fonts, key)
            if font is None or font.get("/Subtype") != "/Type3" or not font.is_indirect:
                continue
            if font.objgen in self.fonts:
                continue
            self.fonts[font.objgen] = font
            glyphs = get_dict(font, "/CharProcs")
            for name in glyphs.keys() if glyphs is not None else ():
                glyph = glyphs.get(name)
                if is_stream(glyph):
                    self._follow_glyph(glyph, font, depth)

    def _follow_glyph(self, glyph: Value, font: Value, depth: int) -> None:
        """Follows a glyph that shows text itself, with the resources of its font."""
        try:
            operators = read_operators(glyph, WATCHED)
        except (*MALFORMED, TypeError):
            self.is_sure = False
            return
        resources = get_dict(font, "/Resources")
        if depth < DEEPEST:
            self._note_fonts(resources, depth + 1)
        self._list_painted(operators, resources)

    def _list_painted(self, operators: list, resources: Value) -> set[str]:
        """Lists the patterns that something is painted with, and notes the codes that are shown of each font."""
        painted: set[str] = set()
        fonts, states = get_dict(resources, "/Font"), get_dict(resources, "/ExtGState")
        font: Value = None
        fill = stroke = None
        kept: list = []
        for operands, operator in operators:
            name = str(operator)
            if name == "q":
                kept.append((font, fill, stroke))
            elif name == "Q":
                font, fill, stroke = kept.pop() if kept else (None, None, None)
            elif name == "gs":
                state = get_dict(states, str(operands[0])) if operands and is_name(operands[0]) else None
                if state is not None and "/Font" in state:
                    self.is_sure = False
            elif name == "Tf":
                font = get_dict(fonts, str(operands[0])) if operands and is_name(operands[0]) else None
            elif name in ("scn", "SCN"):
                chosen = str(operands[-1]) if operands and is_name(operands[-1]) else None
                fill, stroke = (chosen, stroke) if name == "scn" else (fill, chosen)
            elif name in ("cs", "g", "rg", "k", "sc"):
                fill = None
            elif name in ("CS", "G", "RG", "K", "SC"):
                stroke = None
            else:
                if name in SHOWING:
                    self._note_codes(font, operands)
                painted |= {fill} if fill and (name in FILLING or name in SHOWING or name == "Do") else set()
                painted |= {stroke} if stroke and (name in STROKING or name in SHOWING or name == "Do") else set()
        return painted

    def _note_codes(self, font: Value, operands: list) -> None:
        if font is None:
            # The font was set by whoever draws this content.
            self.is_sure = False
            return
        if font.get("/Subtype") != "/Type3":
            return
        shown = self.codes.setdefault(font.objgen, set())
        for operand in operands:
            for part in list_items(operand) if is_array(operand) else [operand]:
                if is_string(part):
                    shown.update(bytes(part))


def _drop_glyphs(font: Value, codes: set[int]) -> None:
    """Removes the drawings of codes that are not shown, where the encoding names them all."""
    glyphs, encoding = get_dict(font, "/CharProcs"), get_dict(font, "/Encoding")
    if glyphs is None or encoding is None or "/BaseEncoding" in encoding:
        return
    used: set[str] = set()
    code = 0
    for entry in list_items(encoding.get("/Differences")):
        if is_number(entry):
            code = int(entry)
        elif is_name(entry):
            if code in codes:
                used.add(str(entry))
            code += 1
    font["/CharProcs"] = Dictionary({key: value for key, value in glyphs.items() if key in used})
