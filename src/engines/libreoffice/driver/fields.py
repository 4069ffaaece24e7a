"""
Keeps the last results of a document's fields for dates, times and file names, where LibreOffice would show today and a
name of ours.
"""

import os
import re
import zipfile

OF_THE_MOMENT = re.compile(rb"^\s*(DATE|TIME|SAVEDATE|PRINTDATE|CREATEDATE|EDITTIME|FILENAME)\b", re.I)
MARK = re.compile(
    rb'<w:fldChar\b[^<>]*\bw:fldCharType="(begin|separate|end)"[^<>]*>|<w:instrText\b[^<>]*>([^<]*)</w:instrText>'
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


def still_word_part(xml: bytes) -> bytes:
    """Removes the instructions of fields that have a last result, so that only the result is left."""
    if b"fldChar" not in xml and b"fldSimple" not in xml:
        return xml
    cuts: list = []
    said: list | None = None
    for mark in MARK.finditer(xml):
        kind, instruction = mark.groups()
        if kind == b"begin":
            said = []
        elif said is not None and kind is None:
            said.append((mark.span(2), instruction))
        else:
            if kind == b"separate" and said and OF_THE_MOMENT.match(b"".join(part for _, part in said)):
                cuts.extend(span for span, _ in said)
            said = None
    kept, at = [], 0
    for start, end in cuts:
        kept.append(xml[at:start])
        at = end
    xml = b"".join([*kept, xml[at:]])
    return SIMPLE.sub(lambda found: found[1] + (b"" if OF_THE_MOMENT.match(found[2]) else found[2]) + found[3], xml)


STILLED = {
    "docx": still_word_part,
    "odt": lambda xml: OPEN_FIELD.sub(rb"<text:span>\2</text:span>", xml),
    "odp": lambda xml: OPEN_FIELD.sub(rb"<text:span>\2</text:span>", xml),
    "pptx": lambda xml: SLIDE_FIELD.sub(rb"\1fixed\2", xml),
}


def still_fields(path: str) -> None:
    """Changes the file in its place, where it has such fields."""
    kind = path.rpartition(".")[2]
    if kind not in PARTS or not zipfile.is_zipfile(path):
        return
    with zipfile.ZipFile(path) as archive:
        changed = {}
        for entry in archive.infolist():
            if PARTS[kind].fullmatch(entry.filename):
                xml = archive.read(entry)
                stilled = STILLED[kind](xml)
                if stilled != xml:
                    changed[entry.filename] = stilled
        if not changed:
            return
        copy = f"{path}.still"
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as made:
            for entry in archive.infolist():
                made.writestr(entry, changed.get(entry.filename) or archive.read(entry))
    os.replace(copy, path)
