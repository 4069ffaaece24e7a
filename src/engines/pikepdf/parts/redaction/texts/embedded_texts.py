"""Texts within files that a document embeds: names and notices of fonts, descriptions of colour profiles, letters of code maps."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pikepdf import Pdf

from ...objects import MALFORMED, Value, is_array, is_dict, is_name, is_stream, list_items
from .compact_font_texts import list_compact_texts

#: Texts are found by their letters: at least this many, each in one byte or as UTF-16.
RUN = re.compile(rb"[\x20-\x7e\xa0-\xff]{3,}|(?:\0[\x20-\x7e\xa0-\xff]){3,}")
FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
CODE_MAPS = ("/ToUnicode", "/Encoding")
PROFILES = ("/DestOutputProfile",)
#: The types of entries of colour profiles that hold text.
PROFILE_TEXTS = (b"text", b"desc", b"mluc")
PROFILE_HEAD = 128
MAX_TAGS = 1000
COMMENT = re.compile(rb"%[^\r\n]*")
#: Strings, names, and letters in digits as code maps and the plain part of Type 1 fonts have them.
WRITTEN = re.compile(rb"\(([^()]{3,})\)|/(?:CMapName|FontName)\s+/([^\s/]+)")
LETTERS = re.compile(rb"<((?:[0-9A-Fa-f]{4}){2,})>")
CALCULATION = 4
DEEPEST = 50


@dataclass
class EmbeddedText:
    stream: Value
    start: int
    end: int
    text: str
    #: The byte that replaces every byte but zero.
    filler: int = ord("x")


def list_embedded_texts(pdf: Pdf) -> list[EmbeddedText]:
    """Lists all, always in the same order for the same document."""
    found: list[EmbeddedText] = []
    seen: set = set()
    for item in pdf.objects:
        try:
            for kind, stream in _list_files(item, 0):
                if stream.objgen not in seen:
                    seen.add(stream.objgen)
                    found.extend(_list_in(kind, stream))
        except MALFORMED:
            continue
    return found


def overwrite_embedded_texts(pdf: Pdf, numbers: list[int]) -> None:
    """Writes other letters over the texts with these numbers, as many as there were."""
    texts = list_embedded_texts(pdf)
    changed: dict = {}
    for number in numbers:
        text = texts[number]
        _, data = changed.setdefault(text.stream.objgen, (text.stream, bytearray(text.stream.read_bytes())))
        for at in range(text.start, text.end):
            data[at] = text.filler if data[at] else 0
    for stream, data in changed.values():
        stream.write(bytes(data))


def remove_code_comments(pdf: Pdf) -> None:
    """Removes comments of code maps and calculations."""
    for item in pdf.objects:
        try:
            is_calculation = is_stream(item) and item.get("/FunctionType") == CALCULATION
            maps = [stream for kind, stream in _list_files(item, 0) if kind in CODE_MAPS]
            for stream in [item, *maps] if is_calculation else maps:
                data = stream.read_bytes()
                if b"%" in data:
                    stream.write(COMMENT.sub(b"", data))
        except MALFORMED:
            continue


def _list_files(holder: Value, depth: int) -> Iterator[tuple[str, Value]]:
    """Lists the embedded files that an object refers to, with the keys that tell their kinds."""
    if depth > DEEPEST or not (is_dict(holder) or is_array(holder)):
        return
    if is_array(holder):
        parts = list_items(holder)
        if len(parts) == 2 and is_name(parts[0]) and parts[0] == "/ICCBased" and is_stream(parts[1]):
            yield PROFILES[0], parts[1]
        entries = [("", part) for part in parts]
    else:
        entries = [(key, holder[key]) for key in holder]
    for key, value in entries:
        if is_stream(value):
            if key in (*FONT_FILES, *CODE_MAPS, *PROFILES):
                yield key, value
        elif (is_dict(value) or is_array(value)) and not value.is_indirect:
            yield from _list_files(value, depth + 1)


def _list_in(kind: str, stream: Value) -> Iterator[EmbeddedText]:
    data = stream.read_bytes()
    if kind in CODE_MAPS:
        for letters in LETTERS.finditer(data):
            text = bytes.fromhex(letters[1].decode()).decode("utf-16-be", "replace")
            yield EmbeddedText(stream, *letters.span(1), text, ord("0"))
    if kind in CODE_MAPS or data.startswith(b"%!"):
        for written in WRITTEN.finditer(data):
            group = 1 if written[1] is not None else 2
            yield EmbeddedText(stream, *written.span(group), written[group].decode("latin-1"))
        title = COMMENT.match(data)
        if title and len(title[0]) > 2:
            yield EmbeddedText(stream, 2, title.end(), title[0][2:].decode("latin-1"))
        return
    for start, end in _list_parts(kind, data):
        for run in RUN.finditer(data, start, end):
            encoding = "utf-16-be" if run[0][0] == 0 else "latin-1"
            yield EmbeddedText(stream, *run.span(), run[0].decode(encoding))


def _list_parts(kind: str, data: bytes) -> list[tuple[int, int]]:
    """Lists the parts of a file that hold texts; the whole file if it is not what it should be."""
    if kind in PROFILES and data[36:40] == b"acsp":
        count = min(*_read_numbers(data, PROFILE_HEAD, 1), MAX_TAGS)
        tags = [_read_numbers(data, PROFILE_HEAD + 8 + 12 * at, 2) for at in range(count)]
        return [(start, start + size) for start, size in tags if data[start : start + 4] in PROFILE_TEXTS]
    if data[:4] in (b"\0\1\0\0", b"OTTO", b"true"):
        tables = {data[at : at + 4]: _read_numbers(data, at + 8, 2) for at in range(12, 12 + 16 * data[5], 16)}
        start, size = tables.get(b"name", (0, 0))
        storage = int.from_bytes(data[start + 4 : start + 6], "big")
        parts = [(start + storage, start + size)] if size else []
        start, size = tables.get(b"CFF ", (0, 0))
        return [*parts, *list_compact_texts(data, start)] if size else parts
    if kind == "/FontFile3":
        return list_compact_texts(data, 0)
    return [(0, len(data))]


def _read_numbers(data: bytes, at: int, count: int) -> list[int]:
    return [int.from_bytes(data[start : start + 4], "big") for start in range(at, at + 4 * count, 4)]
