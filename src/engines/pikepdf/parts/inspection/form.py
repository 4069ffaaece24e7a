"""Describes the form and the signatures of a document."""

from pikepdf import Object

from ..archive.xmp import parse_date
from ..forms.terminal_fields import find_kind, list_signatures, list_terminal_fields, read_full_name
from ..objects import get_dict, is_string
from ..source import Source
from ..text import decode_text

TEXTS = {"name": "/Name", "reason": "/Reason", "date": "/M"}


def describe_form(source: Source) -> dict | None:
    form = get_dict(source.root, "/AcroForm")
    if form is None:
        return None
    fields = list_terminal_fields(source.root)
    kinds = [find_kind(field) for field in fields]
    return {
        "fields": len(fields),
        "kinds": {kind: kinds.count(kind) for kind in sorted(set(kinds))},
        "xfa": "/XFA" in form,
    }


def describe_signatures(source: Source) -> list[dict]:
    signed, _ = list_signatures(source.root)
    found = []
    for field, value in signed:
        texts = {name: decode_text(bytes(value[key])) for name, key in TEXTS.items() if is_string(value.get(key))}
        if "date" in texts:
            texts["date"] = parse_date(texts["date"])
        kind = value.get("/SubFilter")
        format = {"format": str(kind).lstrip("/")} if isinstance(kind, Object) else {}
        found.append({"field": read_full_name(field), **texts, **format})
    return found
