"""Finds transparency, which PDF/A-1 does not allow."""

from collections.abc import Iterator

from ..objects import MALFORMED, Value, get_dict, get_int, is_dict, is_name, is_number, is_stream, list_items

OPAQUE_MODES = ("/Normal", "/Compatible")
MAX_DEPTH = 20


def list_transparent_uses(item: Value) -> list[str]:
    """Lists what makes an object transparent: a picture, or a state of drawing."""
    found = []
    if item.get("/Subtype") == "/Image":
        if is_stream(item.get("/SMask")) or get_int(item, "/SMaskInData"):
            found.append("a picture with a soft mask")
        return found
    if is_dict(item.get("/SMask")):
        found.append("a soft mask")
    modes = item.get("/BM")
    if any(mode not in OPAQUE_MODES for mode in ([modes] if is_name(modes) else list_items(modes))):
        found.append("a blend mode")
    if any(is_number(item.get(key)) and item.get(key) != 1 for key in ("/ca", "/CA")):
        found.append("an opacity")
    return found


def find_transparent_page(pages: list[Value]) -> int | None:
    """Returns the index of the first page that draws something transparent. Soft masks that hide nothing are removed."""
    seen: set = set()
    for index, page in enumerate(pages):
        for item in _walk_drawn(get_dict(page, "/Resources"), seen, 0):
            try:
                _drop_opaque_mask(item)
                if list_transparent_uses(item):
                    return index
            except MALFORMED:
                continue
    return None


def _walk_drawn(resources: Value, seen: set, depth: int) -> Iterator[Value]:
    """Yields the states, pictures and forms that resources name, also those within forms, patterns and fonts, each once."""
    if resources is None or depth > MAX_DEPTH:
        return
    for category in ("/ExtGState", "/XObject", "/Pattern", "/Font"):
        named = get_dict(resources, category)
        for item in [named.get(name) for name in named] if named is not None else []:
            if not is_dict(item) or item.objgen in seen:
                continue
            if item.is_indirect:
                seen.add(item.objgen)
            if category in ("/ExtGState", "/XObject"):
                yield item
            if category == "/Pattern" and is_dict(item.get("/ExtGState")):
                yield item.ExtGState
            yield from _walk_drawn(get_dict(item, "/Resources"), seen, depth + 1)


def _drop_opaque_mask(item: Value) -> None:
    mask = item.get("/SMask")
    if item.get("/Subtype") == "/Image" and is_stream(mask) and "/Decode" not in mask and "/Matte" not in mask:
        if get_int(mask, "/BitsPerComponent") == 8 and not mask.read_bytes().strip(b"\xff"):
            del item["/SMask"]
