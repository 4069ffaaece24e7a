"""Rewrites embedded fonts to take less room; every glyph that is shown stays as it is."""

import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

from pikepdf import Dictionary, Name, Pdf

from ..objects import MALFORMED, Value, get_dict, is_dict
from .used_glyphs import find_glyph_fonts, list_descriptors, read_usage

# Smaller font programs have too little to gain.
WORTH_READING = 4 << 10


def compact_type1(pdf: Pdf) -> None:
    """Rewrites Type 1 programs, which hardly compress, in the compact format, which takes a fifth of the space."""
    converted: dict = {}
    for item in pdf.objects:
        try:
            if not is_dict(item) or item._type_name != "dictionary" or "/FontFile" not in item:
                continue
            program = item["/FontFile"]
            if program.objgen not in converted:
                converted[program.objgen] = _shrink_program(pdf, program, _convert_type1, Subtype=Name.Type1C)
            if converted[program.objgen] is not None:
                item["/FontFile3"] = converted[program.objgen]
                del item["/FontFile"]
        except MALFORMED:
            continue


def compact_truetype(pdf: Pdf, pages: list) -> None:
    """Takes glyphs that no page shows and tables that no viewer asks for out of TrueType programs."""
    programs = _find_programs(pdf)
    fonts = {
        number: font
        for number, font in find_glyph_fonts(pdf).items()
        if _read_program_number(font.descriptor) in programs
    }
    usage = read_usage(pdf, pages, set(fonts)) if fonts else None
    unread = usage.unread | _list_form_fonts(pdf) if usage is not None else set()
    for number, holders in programs.items():
        users = {at: font for at, font in fonts.items() if _read_program_number(font.descriptor) == number}
        # Every descriptor that holds the program must belong to a font whose use is fully known.
        held = {holder.objgen for holder in holders}
        known = {font.descriptor.objgen for font in users.values()} == held
        if usage is None or not known or held & unread:
            wanted = None
        else:
            wanted = {glyph for at, font in users.items() for glyph in font.find_glyphs(usage.codes[at])}
        smaller = _shrink_program(pdf, holders[0]["/FontFile2"], partial(_reduce_truetype, glyphs=wanted))
        if smaller is None:
            continue
        for holder in holders:
            holder["/FontFile2"] = smaller
        if usage is not None and wanted is not None:
            for at, font in users.items():
                if font.mapping is not None:
                    font.part["/CIDToGIDMap"] = pdf.make_stream(font.trim_mapping(usage.codes[at]))


def _read_program_number(descriptor: Value) -> Value:
    program = get_dict(descriptor, "/FontFile2")
    return program.objgen if program is not None else None


def _find_programs(pdf: Pdf) -> dict:
    """Finds large TrueType programs, by object number, with the descriptors that hold them."""
    found: dict = {}
    for item in pdf.objects:
        try:
            if is_dict(item) and item._type_name == "dictionary" and "/FontFile2" in item:
                program = item["/FontFile2"]
                if len(program.read_raw_bytes()) >= WORTH_READING:
                    found.setdefault(program.objgen, []).append(item)
        except MALFORMED:
            continue
    return found


def _list_form_fonts(pdf: Pdf) -> set:
    """Lists the descriptors of fonts in which fields may yet be filled in, with any letter."""
    try:
        form = get_dict(pdf.Root, "/AcroForm")
        resources = get_dict(form, "/DR")
        fonts = get_dict(resources, "/Font")
        return set().union(*(list_descriptors(fonts[name]) for name in fonts)) if fonts is not None else set()
    except MALFORMED:
        return set()


# fontTools takes longer to load than most tasks take, so only a task that needs it loads it.
def _convert_type1(data: bytes) -> bytes:
    from fontfiles.cff import convert_to_cff
    from fontfiles.type1 import read_type1

    return convert_to_cff(read_type1(data))


def _reduce_truetype(data: bytes, glyphs: set[int] | None) -> bytes:
    from fontfiles.truetype import reduce_font

    return reduce_font(data, glyphs)


def _shrink_program(pdf: Pdf, program: Value, convert: Callable[[bytes], bytes], **entries: Any) -> Value:
    """Converts a program into a new stream; returns None if that cannot be done or gains nothing."""
    try:
        data = convert(program.read_bytes())
    except MemoryError:
        raise
    except Exception:
        # fontTools raises exceptions of every kind where a font is damaged; such a font stays as it is.
        return None
    packed = zlib.compress(data, 9)
    if len(packed) >= len(program.read_raw_bytes()):
        return None
    stream = pdf.make_stream(packed, Dictionary(Filter=Name.FlateDecode, **entries))
    if "Subtype" not in entries:
        stream["/Length1"] = len(data)
    return stream
