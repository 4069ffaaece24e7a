"""Reads a document as far as it can be read, and writes it again."""

from parts.objects import MALFORMED
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    try:
        # Reading everything now brings every fault to light, not only those on the way to the pages.
        source.pdf._decode_all_streams_and_discard()
    except MALFORMED:
        source.note_repair()
    return save_changed(source, request["output"])
