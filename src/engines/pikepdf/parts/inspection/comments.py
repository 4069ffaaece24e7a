"""Lists the comments of a document: notes, highlights, drawings and stamps."""

from ..archive.xmp import parse_date
from ..objects import Value, is_dict, is_string, list_items
from ..text import decode_text

KINDS = {
    "/Text": "note",
    "/FreeText": "text",
    "/Highlight": "highlight",
    "/Underline": "underline",
    "/Squiggly": "squiggly",
    "/StrikeOut": "strike-out",
    "/Caret": "insertion",
    "/Ink": "drawing",
    "/Line": "line",
    "/Square": "square",
    "/Circle": "circle",
    "/Polygon": "polygon",
    "/PolyLine": "polyline",
    "/Stamp": "stamp",
    "/FileAttachment": "file",
}
MAX_COMMENTS = 1000
MAX_CHARACTERS = 2000


def list_comments(pages: list[tuple[int, Value]]) -> list[dict]:
    """Lists the comments on these pages with author, text and date. Pop-ups and links are none."""
    found: list[dict] = []
    for number, page in pages:
        for annotation in list_items(page.get("/Annots")):
            kind = KINDS.get(str(annotation.get("/Subtype"))) if is_dict(annotation) else None
            if kind is not None and len(found) < MAX_COMMENTS:
                found.append({"page": number, "kind": kind, **_describe(annotation)})
    return found


def _describe(annotation: Value) -> dict:
    read = {"author": _read(annotation, "/T"), "text": _read(annotation, "/Contents")}
    written = _read(annotation, "/M") or _read(annotation, "/CreationDate")
    date = parse_date(written) if written else ""
    return {**{key: value for key, value in read.items() if value}, **({"date": date} if date else {})}


def _read(annotation: Value, key: str) -> str:
    value = annotation.get(key)
    return decode_text(bytes(value))[:MAX_CHARACTERS] if is_string(value) else ""
