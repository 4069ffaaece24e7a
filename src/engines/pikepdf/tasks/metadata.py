"""Title, author, subject and keywords, in both places a document keeps them."""

import importlib
import sys

from parts.objects import MALFORMED, is_dict
from parts.saving import save_changed
from parts.source import open_source
from parts.text import text_bytes
from pikepdf import Dictionary, String

INFO = {"title": "/Title", "author": "/Author", "subject": "/Subject", "keywords": "/Keywords"}
XMP = {"title": "dc:title", "author": "dc:creator", "subject": "dc:description", "keywords": "pdf:Keywords"}


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    if request["clear"]:
        for holder, key in ((pdf.trailer, "/Info"), (pdf.Root, "/Metadata"), (pdf.Root, "/PieceInfo")):
            if key in holder:
                del holder[key]
    changes = request["set"]
    info = pdf.trailer.get("/Info")
    if not is_dict(info) and any(changes.values()):
        info = pdf.trailer["/Info"] = pdf.make_indirect(Dictionary())
    for name, text in changes.items():
        if text:
            info[INFO[name]] = String(text_bytes(text))
        elif is_dict(info) and INFO[name] in info:
            del info[INFO[name]]
    if changes and is_dict(pdf.Root.get("/Metadata")):
        _change_xmp(pdf, changes)
    return save_changed(source, request["output"])


def _change_xmp(pdf, changes: dict) -> None:
    try:
        with _metadata_model()(pdf, pikepdf_mark=False, sync_docinfo=False) as metadata:
            for name, text in changes.items():
                key = XMP[name]
                if text:
                    metadata[key] = [text] if name == "author" else text
                elif key in metadata:
                    del metadata[key]
    except MALFORMED + (SyntaxError,):
        # XMP that cannot be read would go on saying what is no longer true.
        del pdf.Root["/Metadata"]


def _metadata_model():
    """pikepdf's XMP editor, which is otherwise left unloaded."""
    sys.modules.pop("pikepdf.models.metadata", None)
    return importlib.import_module("pikepdf.models.metadata").PdfMetadata
