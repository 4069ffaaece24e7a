"""Writes the metadata that a document keeps twice: in its information dictionary, and as XMP."""

import importlib
import re
import sys
from typing import Any

from pikepdf import Dictionary, Pdf, String

from ..objects import MALFORMED, is_dict, is_string, read_xmp
from ..outcome import Failure
from ..text import decode_text, encode_text

INFO = {"title": "/Title", "author": "/Author", "subject": "/Subject", "keywords": "/Keywords"}
#: Entries about how a file was made. A rewritten document keeps the first date alone.
ORIGIN = {"creator": "/Creator", "producer": "/Producer", "created": "/CreationDate", "modified": "/ModDate"}
DATES = ("created", "modified")
DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:(Z)[\d']*|([+-]\d\d)'?(\d\d)'?)?")
XMP = {
    "title": "dc:title",
    "author": "dc:creator",
    "subject": "dc:description",
    "keywords": "pdf:Keywords",
    "creator": "xmp:CreatorTool",
    "producer": "pdf:Producer",
    "created": "xmp:CreateDate",
    "modified": "xmp:ModifyDate",
}
#: Entries of one's own that are listed, and characters of each.
MAX_CUSTOM = 100
MAX_CHARACTERS = 2000
#: Namespaces of the properties above, and of notes about how a file was made.
ORDINARY = (
    "adobe:ns:meta/",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/XML/1998/namespace",
    "http://purl.org/dc/elements/1.1/",
    "http://ns.adobe.com/xap/1.0/",
    "http://ns.adobe.com/xap/1.0/mm/",
    "http://ns.adobe.com/xap/1.0/g/",
    "http://ns.adobe.com/xap/1.0/g/img/",
    "http://ns.adobe.com/xap/1.0/t/pg/",
    "http://ns.adobe.com/xap/1.0/sType/",
    "http://ns.adobe.com/pdf/1.3/",
    "http://ns.adobe.com/illustrator/1.0/",
    "http://ns.adobe.com/iX/1.0/",
    "http://www.aiim.org/pdfa/ns/",
    "http://www.aiim.org/pdfua/ns/",
    "http://www.npes.org/pdfx/ns/id/",
)


def has_special_metadata(pdf: Pdf) -> bool:
    """Tells whether the XMP has properties beyond the ordinary, which only a copy of it would keep."""
    spaces = re.findall(rb"xmlns:[\w.-]{1,100}\s*=\s*[\"']([^\"'<>]{1,500})", read_xmp(pdf.Root))
    return any(not space.decode("utf-8", "replace").startswith(ORDINARY) for space in spaces)


def read_info(pdf: Pdf) -> dict[str, str]:
    """Reads what the document says about itself, and when it was made."""
    texts = _read_texts(pdf)
    info = {name: texts[key] for name, key in INFO.items() if key in texts}
    created = texts.get(ORIGIN["created"], "")
    return {**info, "created": parse_date(created)} if DATE.fullmatch(created) else info


def read_all_info(pdf: Pdf) -> dict:
    """Reads also how the file was made, and entries of one's own."""
    texts = _read_texts(pdf)
    known = INFO | ORIGIN
    read = {name: texts[key] for name, key in known.items() if key in texts}
    dates = {name: parse_date(read[name]) for name in DATES if name in read}
    others = [key for key in texts if key not in known.values() and key != "/Trapped"][:MAX_CUSTOM]
    custom = {key[1:]: texts[key][:MAX_CHARACTERS] for key in others}
    return {**read, **dates, **({"custom": custom} if custom else {})}


def _read_texts(pdf: Pdf) -> dict[str, str]:
    try:
        info = pdf.trailer.get("/Info")
        found = dict(info.items()) if is_dict(info) else {}
        texts = {key: decode_text(bytes(value)).strip("\0 ") for key, value in found.items() if is_string(value)}
    except MALFORMED:
        return {}
    return {key: text for key, text in texts.items() if text}


def parse_date(text: str) -> str:
    """Writes a date of a PDF as ISO 8601, or leaves it as it is if it is none."""
    found = DATE.fullmatch(text)
    if not found:
        return text
    year, month, day, hour, minute, second, utc, hours, minutes = found.groups()
    zone = "Z" if utc else f"{hours}:{minutes}" if hours else ""
    return f"{year}-{month}-{day}T{hour}:{minute}:{second}{zone}"


def write_date(text: str) -> str:
    """Writes ISO 8601 as a date of a PDF."""
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-]\d\d):?(\d\d)?)", text)
    if not found:
        raise Failure("option_mismatch", f"date {text}")
    *digits, hours, minutes = found.groups()
    return f"D:{''.join(digits)}" + (f"{hours}'{minutes or '00'}'" if hours else "Z")


def write_info(pdf: Pdf, changes: dict[str, str], custom: dict[str, str] | None = None) -> None:
    """
    Sets entries in both places; an empty text takes one away. XMP is changed where there is some, and has no entries of
    one's own.
    """
    keys = INFO | ORIGIN
    entries = {keys[name]: write_date(text) if text and name in DATES else text for name, text in changes.items()}
    entries |= {f"/{name}": text for name, text in (custom or {}).items()}
    info = pdf.trailer.get("/Info")
    if not is_dict(info) and any(entries.values()):
        info = pdf.trailer["/Info"] = pdf.make_indirect(Dictionary())
    for key, text in entries.items():
        if text:
            info[key] = String(encode_text(text))
        elif is_dict(info) and key in info:
            del info[key]
    if changes and is_dict(pdf.Root.get("/Metadata")):
        _write_xmp(pdf, changes)


def _write_xmp(pdf: Pdf, changes: dict[str, str]) -> None:
    try:
        with _load_editor()(pdf, pikepdf_mark=False, sync_docinfo=False) as metadata:
            for name, text in changes.items():
                key = XMP[name]
                if text:
                    metadata[key] = [text] if name == "author" else _write_xmp_text(name, text)
                elif key in metadata:
                    del metadata[key]
    except MALFORMED + (SyntaxError,):
        # XMP that cannot be read is dropped, since it would go on saying what is no longer true.
        del pdf.Root["/Metadata"]


def _write_xmp_text(name: str, text: str) -> str:
    return parse_date(write_date(text)) if name in DATES else text


def _load_editor() -> Any:
    """Loads pikepdf's XMP editor, which `lean_pikepdf` leaves out."""
    sys.modules.pop("pikepdf.models.metadata", None)
    return importlib.import_module("pikepdf.models.metadata").PdfMetadata
