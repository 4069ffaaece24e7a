"""The names that the makers of a document gave to its resources, tags, colours, fonts and states of buttons."""

import re
from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, String

from ...content import is_inline_image, read_operators
from ...objects import MALFORMED, Value, get_dict, is_array, is_dict, is_name, is_string, list_items
from ...source import Source
from ..contents import list_contents, read_content, round_numbers, write_content
from .standard_names import KNOWN_FONTS, is_standard

IN_CONTENT = re.compile(rb"/([^\x00\t\n\f\r ()<>\[\]{}/%]+)")
ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")
FONT_KEYS = {"/BaseFont", "/FontName"}
#: Glyphs of a font are found in its file by these names.
GLYPHS = "/Differences"
DEEPEST = 50
MAX_NAMES = 500_000


def list_names(source: Source) -> list[str]:
    """Lists the names without their slashes, each once and in order."""
    found: set[str] = set()
    for item in source.pdf.objects:
        try:
            found.update(_list_in(item, 0))
        except MALFORMED:
            continue
        if len(found) > MAX_NAMES:
            raise RecursionError("more names than are looked at")
    for content in list_contents(source):
        try:
            found.update(_list_written(read_content(content)))
        except MALFORMED:
            continue
    return sorted(name[1:] for name in found if not is_standard(name))


def rename(source: Source, renamed: dict[str, str]) -> None:
    """Gives names others, wherever they stand."""
    if not renamed:
        return
    renaming = _Renaming(set(list_names(source)), renamed)
    for content in list_contents(source):
        try:
            if any(name in renaming.new for name in _list_written(read_content(content))):
                write_content(source, content, [renaming.rename_operands(each) for each in read_operators(content)])
        except MALFORMED:
            continue
    for item in source.pdf.objects:
        try:
            renaming.rename_in(item, 0)
        except MALFORMED:
            continue


class _Renaming:
    def __init__(self, taken: set[str], renamed: dict[str, str]) -> None:
        self.new: dict[str, str] = {}
        for name, wish in renamed.items():
            new, number = wish, 1
            while new in taken:
                number += 1
                new = f"{wish}{number}"
            taken.add(new)
            self.new[f"/{name}"] = f"/{new}"

    def rename_in(self, holder: Value, depth: int) -> None:
        if depth > DEEPEST or not (is_dict(holder) or is_array(holder)):
            return
        if is_dict(holder):
            for key in [key for key in holder if key in self.new]:
                holder[self.new[key]] = holder[key]
                del holder[key]
            for glyphs in _list_drawn_glyphs(holder):
                self.rename_in(glyphs, depth + 1)
        for key, value in _list_entries(holder):
            if is_name(value) and str(value) in self.new and not _is_kept(key, str(value)):
                holder[key] = Name(self.new[str(value)])
            elif key == "/DA" and is_string(value):
                holder[key] = String(IN_CONTENT.sub(self._rename_written, bytes(value)))
            elif key != GLYPHS and (is_dict(value) or is_array(value)) and not value.is_indirect:
                self.rename_in(value, depth + 1)

    def rename_operands(self, instruction: Any) -> Any:
        if is_inline_image(instruction):
            return instruction
        if not any(is_name(operand) or is_dict(operand) for operand in instruction[0]):
            return instruction
        held = Array(round_numbers(instruction[0]))
        self.rename_in(held, 0)
        return round_numbers(list_items(held)), instruction[1]

    def _rename_written(self, match: re.Match) -> bytes:
        new = self.new.get(_read_name(match[1]))
        return match[0] if new is None else Name(new).unparse()


def _list_in(holder: Value, depth: int) -> Iterator[str]:
    if depth > DEEPEST or not (is_dict(holder) or is_array(holder)):
        return
    if is_dict(holder):
        yield from holder.keys()
        for glyphs in _list_drawn_glyphs(holder):
            yield from _list_in(glyphs, depth + 1)
    for key, value in _list_entries(holder):
        if is_name(value):
            if not _is_kept(key, str(value)):
                yield str(value)
        elif key == "/DA" and is_string(value):
            yield from _list_written(bytes(value))
        elif key != GLYPHS and (is_dict(value) or is_array(value)) and not value.is_indirect:
            yield from _list_in(value, depth + 1)


def _list_entries(holder: Value) -> list[tuple[Any, Value]]:
    return list(enumerate(list_items(holder))) if is_array(holder) else [(key, holder[key]) for key in holder]


def _list_drawn_glyphs(font: Value) -> list[Value]:
    """Lists the glyph names of a font whose glyphs are drawn: there they can be changed together with the drawings' names."""
    if "/CharProcs" not in font:
        return []
    glyphs = (get_dict(font, "/Encoding") or Dictionary()).get(GLYPHS)
    return [glyphs] if is_array(glyphs) else []


def _is_kept(key: Any, name: str) -> bool:
    """Tells whether a name is the one of a font that is not embedded, which a reader looks for."""
    return key in FONT_KEYS and KNOWN_FONTS.fullmatch(name) is not None


def _list_written(data: bytes) -> set[str]:
    return {_read_name(name) for name in set(IN_CONTENT.findall(data))}


def _read_name(written: bytes) -> str:
    raw = ESCAPED.sub(lambda code: bytes([int(code[1], 16)]), written) if b"#" in written else written
    return "/" + raw.decode("utf-8", "surrogateescape")
