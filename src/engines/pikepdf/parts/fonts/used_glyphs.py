"""Finds the glyphs of its fonts that a document shows."""

from collections.abc import Iterator
from dataclasses import dataclass

from pikepdf import Pdf

from ..content import read_operators
from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_name, is_string, list_items, list_streams

TEXT = "q Q Tf Tj TJ ' \""
#: The most content that is read, in bytes as packed: reading more would take longer than the gain is worth.
MAX_CONTENT = 8 << 20


class Usage:
    """Codes shown in each of the fonts of interest (by the number of the font's object)."""

    def __init__(self, fonts: set) -> None:
        self.codes: dict = {font: set() for font in fonts}
        #: Descriptors of the other fonts: which of their glyphs are shown is not known.
        self.unread: set = set()
        self.seen: set = set()
        self.read = 0

    def see_content(self, content: Value, resources: Value) -> None:
        """Follows the content of a page or form, and the forms that it draws."""
        fonts = _list_fonts(resources)
        if any(font.objgen in self.codes for font in fonts.values()):
            self._read_codes(content, fonts)
        drawn = get_dict(resources, "/XObject")
        for name in drawn.keys() if drawn is not None else ():
            self.see_form(drawn.get(name), resources)
        patterns = get_dict(resources, "/Pattern")
        for name in patterns.keys() if patterns is not None else ():
            self.see_form(patterns.get(name), resources)
        for font in fonts.values():
            if font.objgen in self.codes or (font.is_indirect and font.objgen in self.seen):
                continue
            self.seen.add(font.objgen)
            self.unread |= list_descriptors(font)
            if font.get("/Subtype") == "/Type3":
                procedures = get_dict(font, "/CharProcs")
                for name in procedures.keys() if procedures is not None else ():
                    self.see_content(procedures[name], get_dict(font, "/Resources") or resources)

    def see_form(self, form: Value, resources: Value) -> None:
        if (
            not is_dict(form)
            or form._type_name != "stream"
            or form.get("/Subtype") == "/Image"
            or form.objgen in self.seen
        ):
            return
        self.seen.add(form.objgen)
        self.see_content(form, get_dict(form, "/Resources") or resources)

    def _read_codes(self, content: Value, fonts: dict) -> None:
        parts = [content] if content._type_name == "stream" else list_streams(content.get("/Contents"))
        self.read += sum(len(part.read_raw_bytes()) for part in parts)
        if self.read > MAX_CONTENT:
            raise ValueError("too much content to read")
        current: set[int] | None = None
        saved: list[set[int] | None] = []
        for operands, operator in read_operators(content, TEXT):
            name = str(operator)
            if name == "q":
                saved.append(current)
            elif name == "Q":
                current = saved.pop() if saved else current
            elif name == "Tf":
                font = fonts.get(str(operands[0]))
                current = self.codes.get(font.objgen) if font is not None else None
            elif current is not None and operands:
                for text in list_items(operands[0]) if is_array(operands[0]) else [operands[-1]]:
                    if is_string(text):
                        raw = bytes(text)
                        current.update(raw[at] << 8 | raw[at + 1] for at in range(0, len(raw) - 1, 2))


def _list_fonts(resources: Value) -> dict:
    entries = get_dict(resources, "/Font")
    found = {name: entries.get(name) for name in entries} if entries is not None else {}
    return {name: font for name, font in found.items() if is_dict(font)}


def list_descriptors(font: Value) -> set:
    """Lists the object numbers of a font's descriptors; a composite font has them in its parts."""
    found = (
        get_dict(part, "/FontDescriptor") for part in (font, *list_items(font.get("/DescendantFonts"))) if is_dict(part)
    )
    return {descriptor.objgen for descriptor in found if descriptor is not None}


def read_usage(pdf: Pdf, pages: list, fonts: set) -> Usage | None:
    """Reads which codes are shown in each font; None if they cannot all be known."""
    usage = Usage(fonts)
    try:
        for item in pdf.objects:
            # Text in a font that a graphics state sets is not followed here.
            if is_dict(item) and item.get("/Type") == "/ExtGState" and "/Font" in item:
                return None
        for page in pages:
            usage.see_content(page, get_dict(page, "/Resources"))
            for annotation in list_items(page.get("/Annots")):
                if is_dict(annotation):
                    for appearance in _list_appearances(annotation.get("/AP")):
                        usage.see_form(appearance, None)
    except (*MALFORMED, RecursionError):
        return None
    return usage


def _list_appearances(value: Value, depth: int = 0) -> Iterator[Value]:
    if not is_dict(value) or depth > 3:
        return
    if value._type_name == "stream":
        yield value
        return
    for key in value:
        yield from _list_appearances(value.get(key), depth + 1)


@dataclass
class GlyphFont:
    """A composite TrueType font with two-byte codes: its descriptor, and where codes are not glyph numbers, their map."""

    part: object
    descriptor: object
    mapping: bytes | None

    def find_glyphs(self, codes: set[int]) -> set[int]:
        if self.mapping is None:
            return codes
        known = (code for code in codes if 2 * code + 1 < len(self.mapping))
        return {self.mapping[2 * code] << 8 | self.mapping[2 * code + 1] for code in known}

    def trim_mapping(self, codes: set[int]) -> bytes:
        """Makes the map hold nothing but these codes, so that it packs well."""
        mapping = self.mapping or b""
        kept = bytearray(len(mapping))
        for code in codes:
            kept[2 * code : 2 * code + 2] = mapping[2 * code : 2 * code + 2]
        return bytes(kept)


def find_glyph_fonts(pdf: Pdf) -> dict:
    found: dict = {}
    for font in pdf.objects:
        try:
            if not is_dict(font) or font.get("/Subtype") != "/Type0" or not is_name(font.get("/Encoding")):
                continue
            parts = list_items(font.get("/DescendantFonts"))
            part = parts[0] if len(parts) == 1 else None
            if str(font.Encoding) not in ("/Identity-H", "/Identity-V") or not is_dict(part):
                continue
            mapping = part.get("/CIDToGIDMap")
            descriptor = get_dict(part, "/FontDescriptor")
            if part.get("/Subtype") == "/CIDFontType2" and descriptor is not None:
                table = mapping.read_bytes() if is_dict(mapping) and mapping._type_name == "stream" else None
                if table is not None or mapping is None or mapping == "/Identity":
                    found[font.objgen] = GlyphFont(part, descriptor, table)
        except MALFORMED:
            continue
    return found
