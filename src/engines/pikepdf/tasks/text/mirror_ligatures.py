"""
Reverses the letters of glyphs that stand for several letters of a right-to-left script.

Another engine reads the letters of a page from left to right, as they stand there; only those of one such glyph come in
the order in which they are read. Turning a line round would then turn these the wrong way, so they are reversed first.
"""

import re

from pikepdf import Object, Page, Pdf

from parts.objects import MALFORMED, Value, is_dict
from parts.saving import save_pdf
from parts.source import open_source

LETTERS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200c\u200d]+"
# Some programs have one glyph stand for several words.
RIGHT_TO_LEFT = re.compile(rf"{LETTERS}(?:\s+{LETTERS})*")
SEVERAL = re.compile(rb"<([0-9A-Fa-f\s]{8,})>")
ACTUAL = re.compile(rb"(/ActualText\s*)(<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\()])*\))", re.S)
BOM = b"\xfe\xff"


def run(request: dict) -> dict:
    source = open_source(request)
    for item in source.pdf.objects:
        try:
            cmap = item.get("/ToUnicode") if is_dict(item) else None
            if is_dict(cmap) and cmap._type_name == "stream":
                cmap.write(SEVERAL.sub(_mirror_mapping, cmap.read_bytes()))
        except MALFORMED:
            continue
    for page in source.pages:
        try:
            _mirror_page(source.pdf, page)
        except MALFORMED:
            continue
    save_pdf(source.pdf, request["output"])
    return {"pages": len(source.pages)}


def _mirror_page(pdf: Pdf, page: Value) -> None:
    Page(page).contents_coalesce()
    content = page.get("/Contents")
    if not is_dict(content):
        return
    data = content.read_bytes()
    if b"/ActualText" in data:
        page["/Contents"] = pdf.make_stream(ACTUAL.sub(_mirror_actual_text, data))


def _mirror_text(text: str) -> str:
    return RIGHT_TO_LEFT.sub(lambda match: match.group()[::-1], text)


def _mirror_mapping(match: re.Match[bytes]) -> bytes:
    digits = re.sub(rb"\s", b"", match.group(1))
    try:
        text = bytes.fromhex(digits.decode()).decode("utf-16-be")
        return b"<" + _mirror_text(text).encode("utf-16-be").hex().encode() + b">"
    except ValueError:
        return match.group(0)


def _mirror_actual_text(match: re.Match[bytes]) -> bytes:
    data = bytes(Object.parse(match.group(2)))
    if not data.startswith(BOM):
        return match.group(0)
    text = _mirror_text(data[2:].decode("utf-16-be", "replace"))
    return match.group(1) + b"<" + (BOM + text.encode("utf-16-be", "replace")).hex().encode() + b">"
