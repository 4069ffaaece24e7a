"""Reads a document as far as it can be read, and writes it again."""

from pikepdf import Pdf

from parts.objects import MALFORMED, Value, is_array, is_stream, list_items
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    try:
        # Reading everything now brings every fault to light, not only those on the way to the pages.
        _read_streams(source.pdf)
    except MALFORMED:
        source.note_repair()
    return save_changed(source, request["output"])


def _read_streams(pdf: Pdf) -> None:
    """
    Unpacks all streams but JPEGs, which would take minutes in long scans and are kept as they are. Their filters are taken off
    meanwhile.
    """
    pictures = [item for item in pdf.objects if is_stream(item) and _is_jpeg(item)]
    filters = [picture["/Filter"] for picture in pictures]
    for picture in pictures:
        del picture["/Filter"]
    try:
        pdf._decode_all_streams_and_discard()
    finally:
        for picture, kept in zip(pictures, filters):
            picture["/Filter"] = kept


def _is_jpeg(stream: Value) -> bool:
    value = stream.get("/Filter")
    names = list_items(value) if is_array(value) else [value]
    return any(name == "/DCTDecode" for name in names)
