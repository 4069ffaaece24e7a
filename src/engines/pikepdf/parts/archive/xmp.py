"""Writes the metadata that a document keeps twice: in its information dictionary, and as XMP."""

import importlib
import sys
from typing import Any

from pikepdf import Dictionary, Pdf, String

from ..objects import MALFORMED, is_dict, is_string
from ..text import decode_text, encode_text

INFO = {"title": "/Title", "author": "/Author", "subject": "/Subject", "keywords": "/Keywords"}
XMP = {"title": "dc:title", "author": "dc:creator", "subject": "dc:description", "keywords": "pdf:Keywords"}


def read_info(pdf: Pdf) -> dict[str, str]:
    try:
        info = pdf.trailer.get("/Info")
        found = {name: info.get(key) for name, key in INFO.items()} if is_dict(info) else {}
        texts = {name: decode_text(bytes(value)).strip("\0 ") for name, value in found.items() if is_string(value)}
    except MALFORMED:
        return {}
    return {name: text for name, text in texts.items() if text}


def write_info(pdf: Pdf, changes: dict[str, str]) -> None:
    """Sets entries in both places; an empty text takes one away. XMP is changed where there is some."""
    info = pdf.trailer.get("/Info")
    if not is_dict(info) and any(changes.values()):
        info = pdf.trailer["/Info"] = pdf.make_indirect(Dictionary())
    for name, text in changes.items():
        if text:
            info[INFO[name]] = String(encode_text(text))
        elif is_dict(info) and INFO[name] in info:
            del info[INFO[name]]
    if changes and is_dict(pdf.Root.get("/Metadata")):
        _write_xmp(pdf, changes)


def _write_xmp(pdf: Pdf, changes: dict[str, str]) -> None:
    try:
        with _load_editor()(pdf, pikepdf_mark=False, sync_docinfo=False) as metadata:
            for name, text in changes.items():
                key = XMP[name]
                if text:
                    metadata[key] = [text] if name == "author" else text
                elif key in metadata:
                    del metadata[key]
    except MALFORMED + (SyntaxError,):
        # XMP that cannot be read is dropped, since it would go on saying what is no longer true.
        del pdf.Root["/Metadata"]


def _load_editor() -> Any:
    """Loads pikepdf's XMP editor, which `lean_pikepdf` leaves out."""
    sys.modules.pop("pikepdf.models.metadata", None)
    return importlib.import_module("pikepdf.models.metadata").PdfMetadata
