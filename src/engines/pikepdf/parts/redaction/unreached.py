"""
Empties streams that no page shows: those of templates and of pages that were taken out but are still referred to, and drawings that
only tags, replies or fields name.
"""

from collections.abc import Iterator

from ..objects import Value, get_dict, is_array, is_dict, is_stream, list_items
from ..source import Source

#: Objects that lead away from what the pages show.
APART = ("/Page", "/Pages", "/Template", "/Catalog", "/Annot", "/StructElem", "/StructTreeRoot")
OF_PAGE = ("/Contents", "/Resources", "/Group", "/SeparationInfo", "/OutputIntents")
#: The entries of drawings that a reader follows, by their kind.
OF_DRAWING = {
    "/Form": ("/Resources", "/Group"),
    "/Image": ("/ColorSpace", "/SMask", "/Mask", "/DecodeParms"),
}


def empty_unreached_streams(source: Source) -> None:
    reached = _find_reached(source)
    # All objects are read before the first is emptied, since it may hold others.
    streams = [item for item in source.pdf.objects if is_stream(item) and item.objgen not in reached]
    for stream in streams:
        stream.write(b"")


def _find_reached(source: Source) -> set:
    """Finds the numbers of the objects that the pages show or need to be shown."""
    stack = [value for page in source.pages for value in _list_starts(page)]
    form = get_dict(get_dict(source.root, "/AcroForm"), "/DR")
    stack += _get_entries(source.root, ("/OutputIntents",))
    stack += _get_entries(form, ("/Font", "/Encoding"))
    reached: set = set()
    while stack:
        item = stack.pop()
        if not (is_dict(item) or is_array(item)):
            continue
        if item.is_indirect:
            if item.objgen in reached:
                continue
            if _leads_apart(item):
                continue
            reached.add(item.objgen)
        stack.extend(_list_values(item))
    return reached


def _leads_apart(item: Value) -> bool:
    if is_stream(item):
        # Programs for printers are not shown.
        return item.get("/Subtype") == "/PS"
    return is_dict(item) and str(item.get("/Type")) in APART


def _list_starts(page: Value) -> Iterator[Value]:
    yield from _get_entries(page, OF_PAGE)
    for annotation in list_items(page.get("/Annots")):
        if is_dict(annotation):
            yield from _get_entries(annotation, ("/AP",))


def _list_values(item: Value) -> list[Value]:
    if is_array(item):
        return list_items(item)
    followed = OF_DRAWING.get(str(item.get("/Subtype"))) if is_stream(item) else None
    return [item[key] for key in item] if followed is None else _get_entries(item, followed)


def _get_entries(holder: Value, keys: tuple[str, ...]) -> list[Value]:
    return [holder[key] for key in keys if key in holder] if is_dict(holder) else []
