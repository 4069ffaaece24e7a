"""
Redacts a plain document. Without `pictures` nothing is written: the pictures that areas touch are written out for another engine
to change their pixels. With them, everything is erased and the result is saved as a new file, without anything of the old one.
"""

from parts.objects import MALFORMED
from parts.outcome import Failure, report_progress
from parts.redaction.annotations import Annotations
from parts.redaction.areas import Areas, read_areas
from parts.redaction.cleaning import clean_document, silence_tags
from parts.redaction.covers import Label, draw_covers
from parts.redaction.eraser import Eraser
from parts.redaction.hidden_layers import HiddenLayers
from parts.redaction.pictures import Pictures
from parts.redaction.stream_ends import cut_stream_ends
from parts.redaction.texts.embedded_texts import overwrite_embedded_texts, remove_code_comments
from parts.redaction.texts.names import rename
from parts.redaction.texts.strings import replace_texts
from parts.redaction.unreached import empty_unreached_streams
from parts.redaction.unseen_content import remove_unseen_content
from parts.redaction.unselected_states import empty_unselected_states
from parts.redaction.unused import Unused
from parts.redaction.unused_drawings import UnusedDrawings
from parts.saving import save_changed
from parts.source import Source, open_source


def run(request: dict) -> dict:
    source = open_source(request)
    pictures = Pictures(source.pdf, request["folder"], request.get("pictures"))
    if "pictures" in request:
        replace_texts(source.pdf, request["texts"])
        rename(source, request["names"])
        overwrite_embedded_texts(source.pdf, request["overwritten"])
    hidden = HiddenLayers(source.pdf)
    asked = {page["index"]: page for page in request["pages"]}
    areas = {index: _read_areas(source, page) for index, page in asked.items()}
    touched, removed = _erase_pages(source, areas, hidden, pictures, set(request["silenced"]))
    if "pictures" not in request:
        return {"planned": pictures.planned}
    annotations = Annotations(source, hidden)
    annotations.remove(areas)
    silence_tags(source.pdf, touched)
    clean_document(source.pdf)
    if request["isSearched"]:
        empty_unselected_states(source)
    has_lost_patterned_text = remove_unseen_content(source, request["isSearched"])
    Unused().remove(source)
    UnusedDrawings(source.pdf).remove(source)
    remove_code_comments(source.pdf)
    empty_unreached_streams(source)
    cut_stream_ends(source.pdf)
    label = Label(source.pdf, request["label"]) if request.get("label") else None
    for index, page in asked.items():
        boxes = [*page.get("drawn", ()), *page.get("words", ())]
        if boxes:
            draw_covers(source.pages[index], boxes, label, request["colour"])
    made = save_changed(source, request["output"])
    return {
        **made,
        "removed": removed,
        "annotations": annotations.removed,
        "hasLostPatternedText": has_lost_patterned_text,
    }


def _read_areas(source: Source, page: dict) -> Areas:
    try:
        return read_areas(source.pages[page["index"]], page)
    except (*MALFORMED, ZeroDivisionError):
        raise Failure("unreadable_input", f"page {page['index'] + 1} has no size", 0) from None


def _erase_pages(
    source: Source, areas: dict[int, Areas], hidden: HiddenLayers, pictures: Pictures, silenced: set[int]
) -> tuple[dict, int]:
    fonts: dict = {}
    touched: dict = {}
    removed = 0
    indexes = range(len(source.pages)) if hidden else sorted(areas.keys() | silenced)
    for done, index in enumerate(indexes):
        page = source.pages[index]
        eraser = Eraser(source.pdf, areas.get(index, Areas()), hidden, pictures, fonts)
        try:
            eraser.erase_page(page, index in silenced)
        except MALFORMED as error:
            # Content that cannot be read could not be shown to be free of what must go.
            raise Failure("unreadable_input", f"page {index + 1}: {error}", 0) from None
        if eraser.touched:
            touched[page.objgen] = eraser.touched
        removed += eraser.removed
        report_progress(done, 2 * len(indexes))
    return touched, removed
