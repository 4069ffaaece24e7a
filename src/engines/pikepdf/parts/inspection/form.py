"""Describes the form and the signatures of a document."""

from pikepdf import Object

from ..forms.field_box import read_inherited
from ..forms.terminal_fields import list_terminal_fields
from ..objects import get_dict, is_dict, is_string
from ..source import Source
from ..text import decode_text

KINDS = {"/Tx": "text", "/Btn": "button", "/Ch": "choice", "/Sig": "signature"}


def describe_form(source: Source) -> dict | None:
    form = get_dict(source.root, "/AcroForm")
    if form is None:
        return None
    fields = list_terminal_fields(source)
    kinds = [KINDS.get(str(read_inherited(field, "/FT")), "other") for field in fields]
    return {
        "fields": len(fields),
        "kinds": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "xfa": "/XFA" in form,
    }


def list_signatures(source: Source) -> list[dict]:
    found = []
    for field in list_terminal_fields(source):
        value = read_inherited(field, "/V")
        if read_inherited(field, "/FT") != "/Sig" or not is_dict(value):
            continue
        parts = {
            "field": field.get("/T"),
            "name": value.get("/Name"),
            "reason": value.get("/Reason"),
            "date": value.get("/M"),
        }
        texts = {key: decode_text(bytes(part)) for key, part in parts.items() if is_string(part)}
        kind = value.get("/SubFilter")
        found.append({**texts, **({"format": str(kind).lstrip("/")} if isinstance(kind, Object) else {})})
    return found
