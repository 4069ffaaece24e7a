"""All the content streams of a document: of its pages, forms, patterns, and the glyphs of fonts that are drawn."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from pikepdf import unparse_content_stream

from ..objects import MALFORMED, Value, get_dict, is_dict, is_stream, list_streams
from ..source import Source

TILING = 1
DEEPEST = 50
DECIMALS = 6


def list_contents(source: Source) -> Iterator[Value]:
    """Lists the pages and streams that have content."""
    yield from source.pages
    for item in source.pdf.objects:
        try:
            yield from _list_in(item, 0)
        except MALFORMED:
            continue


def _list_in(item: Value, depth: int) -> Iterator[Value]:
    if is_stream(item) and (item.get("/Subtype") == "/Form" or item.get("/PatternType") == TILING):
        yield item
    if not is_dict(item) or depth > DEEPEST:
        return
    drawings = get_dict(item, "/CharProcs")
    found = [drawings.get(name) for name in drawings] if drawings is not None else []
    yield from (drawing for drawing in found if is_stream(drawing))
    for key in item:
        value = item[key]
        if is_dict(value) and not value.is_indirect:
            yield from _list_in(value, depth + 1)


def read_content(holder: Value) -> bytes:
    parts = [holder] if is_stream(holder) else list_streams(holder.get("/Contents"))
    return b"\n".join(part.read_bytes() for part in parts)


def round_numbers(operands: Sequence[Value]) -> list:
    """Rounds operands that are written anew: the library would write small ones with an exponent, which content may not have."""
    return [round(operand, DECIMALS) if isinstance(operand, Decimal) else operand for operand in operands]


def write_content(source: Source, holder: Value, operators: list) -> None:
    data = unparse_content_stream(operators)
    if is_stream(holder):
        holder.write(data)
    else:
        # Other pages may share the streams of this one.
        holder["/Contents"] = source.pdf.make_stream(data)
