"""Removes comments of content streams, and text that no reader finds since it is part of a pattern."""

from pikepdf import unparse_content_stream

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, get_dict, is_dict, is_stream, list_streams
from ..source import Source

SHOWING = ("Tj", "TJ", "'", '"')
TILING = 1


def remove_unseen_content(source: Source, removes_patterned_text: bool) -> bool:
    """Removes what no reader finds; returns True if patterns lost their text by that."""
    has_lost_text = False
    for page in source.pages:
        try:
            if any(b"%" in stream.read_bytes() for stream in list_streams(page.get("/Contents"))):
                page["/Contents"] = source.pdf.make_stream(unparse_content_stream(read_operators(page)))
        except MALFORMED:
            continue
    for item in source.pdf.objects:
        try:
            for content in _list_contents(item):
                has_lost_text |= _rewrite(content, removes_patterned_text and content.get("/PatternType") == TILING)
        except MALFORMED:
            continue
    return has_lost_text


def _list_contents(item: Value) -> list[Value]:
    """Lists the content streams that an object is or has: forms, patterns, and the drawings of a font."""
    if is_stream(item):
        return [item] if item.get("/Subtype") == "/Form" or item.get("/PatternType") == TILING else []
    drawings = get_dict(item, "/CharProcs") if is_dict(item) else None
    found = [drawings.get(name) for name in drawings] if drawings is not None else []
    return [drawing for drawing in found if is_stream(drawing)]


def _rewrite(stream: Value, removes_text: bool) -> bool:
    """Writes a content stream without comments, and without text where that is asked; returns True if there was some."""
    if not removes_text and b"%" not in stream.read_bytes():
        return False
    operators = read_operators(stream)
    kept = [each for each in operators if is_inline_image(each) or not removes_text or str(each[1]) not in SHOWING]
    stream.write(unparse_content_stream(kept))
    return len(kept) < len(operators)
