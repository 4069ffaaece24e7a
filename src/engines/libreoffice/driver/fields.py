"""
Keeps the last results of a document's fields for dates, times and file names, where LibreOffice would show today and a
name of ours, and of conditions and others, where it would show nothing. Fields in the instruction of another one are
dropped: their results are parts of a condition or a sum. Formulas in the same parts are mended on the way.
"""

import os
import re
import zipfile
from collections.abc import Callable

from word_formulas import mend_formulas

CONDITIONS = rb"IF|COMPARE|ASK|MERGEREC|MERGESEQ"
FACTS = rb"DATE|TIME|SAVEDATE|PRINTDATE|CREATEDATE|EDITTIME|FILENAME|TEMPLATE|TITLE|SUBJECT|KEYWORDS|COMMENTS|REVNUM|NUMWORDS|NUMCHARS"
#: LibreOffice reads conditions of Word without their result, whatever it writes.
KEPT = re.compile(rb"^\s*(?:%s)\b" % CONDITIONS, re.I)
KEPT_IN_PRINT = re.compile(rb"^\s*(?:%s|%s)\b" % (CONDITIONS, FACTS), re.I)
# A mark of a field, a part of its instruction, or letters.
MARK = re.compile(
    rb'<w:fldChar\b(?=[^<>]*\bw:fldCharType="(begin|separate|end)")[^<>]*?(?:/>|>.*?</w:fldChar>)'
    rb"|<w:instrText\b[^<>]*>([^<]*)</w:instrText>|<w:t(?:\s[^<>]*)?>[^<]*</w:t>|<w:(?:tab|br|cr|noBreakHyphen|sym)\b[^<>]*/>",
    re.S,
)
SIMPLE = re.compile(rb'(<w:fldSimple\b[^<>]*\bw:instr=")([^"]*)(")')
OPEN_FIELD = re.compile(
    rb"<text:(date|time|file-name|creation-date|creation-time|modification-date|modification-time|print-date|print-time)\b[^<>]*(?<!/)>([^<]*)</text:\1>"
)
SLIDE_FIELD = re.compile(rb'(<a:fld\b[^<>]*\btype=")datetime\w*(")')
PARTS = {
    "docx": re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes)\.xml"),
    "odt": re.compile(r"(content|styles)\.xml"),
    "odp": re.compile(r"(content|styles)\.xml"),
    "pptx": re.compile(r"ppt/(slides|slideMasters|slideLayouts)/[^/]+\.xml"),
}


class Field:
    """A field whose end has not been read."""

    def __init__(self) -> None:
        self.is_asking = True
        self.instruction = b""
        self.spans: list[tuple[int, int]] = []


def freeze_word_part(xml: bytes, kept: re.Pattern[bytes] = KEPT_IN_PRINT) -> bytes:
    """Removes the instructions of fields whose last result is kept, so that only the result is left."""
    if b"fldChar" not in xml and b"fldSimple" not in xml:
        return xml
    cuts: list[tuple[int, int]] = []
    found: list[tuple[int, int]] = []
    fields: list[Field] = []
    for mark in MARK.finditer(xml):
        kind, instruction = mark.groups()
        if kind == b"begin":
            fields.append(Field())
        elif not fields:
            continue
        is_inner = any(field.is_asking for field in fields[:-1])
        if is_inner or (kind is None and instruction is None and fields[-1].is_asking):
            found.append(mark.span())
        elif instruction is not None and fields[-1].is_asking:
            fields[-1].instruction += instruction
            fields[-1].spans.append(mark.span())
        if kind == b"separate":
            fields[-1].is_asking = False
            if not is_inner and kept.match(fields[-1].instruction):
                found.extend(fields[-1].spans)
        elif kind == b"end":
            fields.pop()
            # A field without an end may be broken, so nothing in it is removed.
            if not fields:
                cuts.extend(sorted(found))
                found = []
    rest, at = [], 0
    for start, end in cuts:
        rest.append(xml[at:start])
        at = end
    xml = b"".join([*rest, xml[at:]])
    return SIMPLE.sub(lambda found: found[1] + (b"" if kept.match(found[2]) else found[2]) + found[3], xml)


def keep_conditions(xml: bytes) -> bytes:
    return freeze_word_part(mend_formulas(xml), KEPT)


FREEZERS: dict[str, Callable[[bytes], bytes]] = {
    "docx": lambda xml: freeze_word_part(mend_formulas(xml)),
    "odt": lambda xml: OPEN_FIELD.sub(rb"<text:span>\2</text:span>", xml),
    "odp": lambda xml: OPEN_FIELD.sub(rb"<text:span>\2</text:span>", xml),
    "pptx": lambda xml: SLIDE_FIELD.sub(rb"\1fixed\2", xml),
}


def freeze_fields(path: str, is_printed: bool) -> None:
    """Changes the file in its place, where it has such fields or formulas. Unless it is printed, only what would be lost is kept."""
    kind = path.rpartition(".")[2]
    if kind not in (PARTS if is_printed else ("docx",)) or not zipfile.is_zipfile(path):
        return
    freeze = FREEZERS[kind] if is_printed else keep_conditions
    with zipfile.ZipFile(path) as archive:
        changed = {}
        for entry in archive.infolist():
            if PARTS[kind].fullmatch(entry.filename):
                xml = archive.read(entry)
                frozen = freeze(xml)
                if frozen != xml:
                    changed[entry.filename] = frozen
        if not changed:
            return
        copy = f"{path}.frozen"
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as made:
            for entry in archive.infolist():
                made.writestr(entry, changed.get(entry.filename) or archive.read(entry))
    os.replace(copy, path)
