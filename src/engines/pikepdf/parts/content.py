"""Content streams: reading their operators, and drawing over what a page shows."""

from collections.abc import Sequence

import pikepdf
from pikepdf import ContentStreamInlineImage, Dictionary, Page, parse_content_stream

from .inline_images import InlineImage
from .objects import Malformed, Value, get_dict, is_dict, is_number

# The library makes objects of this class when it reads or writes an inline image; its own needs Pillow, which is not loaded.
pikepdf.PdfInlineImage = InlineImage  # type: ignore[misc,assignment]

#: The operators of an inline image. One without the others would make the parser wait for the rest to the end.
INLINE_IMAGE = "BI ID EI"


def read_operators(content: Value, wanted: str = "") -> list:
    """Reads the (operands, operator) pairs of a page or stream; only of the operators `wanted`, where any are named."""
    is_stream = is_dict(content) and content._type_name == "stream"
    if not is_stream and not (is_dict(content) and content.get("/Type") == "/Page"):
        raise Malformed("content that is neither a page's nor a stream")
    try:
        return parse_content_stream(content, wanted)
    except TypeError as error:
        # pikepdf raises TypeError for contents that are no streams.
        raise Malformed(str(error)) from None


def is_inline_image(instruction: object) -> bool:
    return isinstance(instruction, ContentStreamInlineImage)


def read_numbers(operands: Sequence[Value], count: int) -> list[float]:
    """Reads the operands of an operator that takes `count` numbers."""
    found = [float(value) for value in operands if is_number(value)]
    if len(found) != count or len(operands) != count:
        raise Malformed(f"{len(operands)} operands where {count} numbers belong")
    return found


def draw_over(page: Value, content: bytes) -> None:
    """Adds content to a page, protected from graphics state that the page's own content leaves changed."""
    target = Page(page)
    target.contents_add(b"q\n", prepend=True)
    target.contents_add(b"\nQ\n" + content)


def draw_under(page: Value, content: bytes) -> None:
    Page(page).contents_add(content, prepend=True)


def add_resource(page: Value, kind: str, wish: str, value: Value) -> str:
    """Adds a resource under a free name, in dictionaries that are this page's alone; returns the name."""
    resources = Dictionary(dict((get_dict(page, "/Resources") or Dictionary()).items()))
    entries = Dictionary(dict((get_dict(resources, kind) or Dictionary()).items()))
    name, number = wish, 1
    while name in entries:
        name, number = f"{wish}{number}", number + 1
    entries[name] = value
    resources[kind] = entries
    page["/Resources"] = resources
    return name
