"""
Prepares a document for redaction: a plain copy of it, a copy in which all its text can be searched (annotations and fields drawn
into the pages, all layers shown, no text that stands for other text), and the texts it holds outside of its pages.
"""

import json

from parts.content import read_operators
from parts.forms.flattening import flatten_document
from parts.objects import MALFORMED, get_dict, is_dict, is_stream, is_string
from parts.redaction.areas import Areas
from parts.redaction.eraser import Eraser
from parts.redaction.fonts.unsure_fonts import list_unsure_fonts
from parts.redaction.hidden_layers import HiddenLayers
from parts.redaction.marks import Marks
from parts.redaction.pictures import Pictures
from parts.redaction.private_entries import remove_private_entries
from parts.redaction.texts.embedded_texts import list_embedded_texts
from parts.redaction.texts.names import list_names
from parts.redaction.texts.strings import list_texts
from parts.saving import save_changed, save_pdf
from parts.source import Source, open_source
from parts.text import decode_text
from parts.visible import read_user_unit


def run(request: dict) -> dict:
    source = open_source(request)
    remove_private_entries(source.pdf)
    facts = save_changed(source, request["output"])
    plain = open_source({**request, "inputs": [{"path": request["output"]}]})
    units = [read_user_unit(page) for page in plain.pages]
    if "search" in request:
        with open(request["texts"], "w", encoding="utf-8") as file:
            texts = [text.text for text in list_texts(plain.pdf)]
            embedded = [text.text for text in list_embedded_texts(plain.pdf)]
            actual_texts = _list_actual_texts(plain)
            lists = {"texts": texts, "embedded": embedded, "names": list_names(plain), "actualTexts": actual_texts}
            json.dump(lists, file)
        marked = _make_searchable(plain, request["search"])
        fonts = list_unsure_fonts(plain.pdf)
        pages = sorted({index for index, _ in actual_texts})
        return {**facts, "units": units, "marked": marked, "pagesWithActualText": pages, "unsureFonts": fonts}
    return {**facts, "units": units, "marked": [], "pagesWithActualText": [], "unsureFonts": []}


def _list_actual_texts(source: Source) -> list[tuple[int, str]]:
    """Lists the texts that stand for shown ones in the content of pages and of the forms in the document."""
    found: list[tuple[int, str]] = []
    for index, page in enumerate(source.pages):
        found.extend((index, text) for text in _list_actual_texts_in(page))
        # A form may be drawn by many pages: its texts count for each of them.
        drawn = get_dict(get_dict(page, "/Resources"), "/XObject")
        for key in drawn.keys() if drawn is not None else ():
            form = drawn.get(key)
            if is_stream(form) and form.get("/Subtype") == "/Form":
                found.extend((index, text) for text in _list_actual_texts_in(form))
    return found


def _list_actual_texts_in(holder: object) -> list[str]:
    found: list[str] = []
    try:
        for operands, _ in read_operators(holder, "BDC DP"):
            entries = operands[1] if len(operands) > 1 else None
            if is_dict(entries):
                found.extend(decode_text(bytes(entries[key])) for key in entries if is_string(entries.get(key)))
    except MALFORMED:
        return found
    return found


def _make_searchable(source: Source, path: str) -> list[int]:
    """Saves the copy, and returns the indexes of pages that may show words which are no text."""
    pdf = source.pdf
    flatten_document(source, True, True)
    if "/OCProperties" in pdf.Root:
        del pdf.Root["/OCProperties"]
    hidden = HiddenLayers(pdf)
    fonts: dict = {}
    for page in source.pages:
        try:
            eraser = Eraser(pdf, Areas(), hidden, Pictures(pdf, "", []), fonts)
            eraser.erase_page(page, True)
        except MALFORMED:
            # The page is searched as it is.
            continue
    save_pdf(pdf, path)
    marks = Marks()
    return [index for index, page in enumerate(source.pages) if marks.are_on(page)]
