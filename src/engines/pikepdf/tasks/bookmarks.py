"""Lists the bookmarks of a document, or replaces them."""

import string
from urllib.parse import quote

from pikepdf import Dictionary, Name, Object, String

from parts.navigation.destinations import Destination, Destinations
from parts.navigation.outline import Item, read_outline, write_outline
from parts.objects import Value, is_dict, is_string
from parts.outcome import Failure
from parts.saving import save_changed
from parts.source import Source, open_source
from parts.text import decode_text, encode_text


def run(request: dict) -> dict:
    source = open_source(request)
    if "bookmarks" in request:
        _set(source, request["bookmarks"])
        return save_changed(source, request["output"])
    listed: list[dict] = []
    _list(read_outline(source, Destinations(source)), 1, listed)
    facts = {"pages": len(source.pages), "repaired": source.repaired, "signed": source.signed}
    return {"bookmarks": listed, **facts}


def _list(items: list[Item], level: int, listed: list[dict]) -> None:
    for item in items:
        entry: dict = {"title": decode_text(item.title), "level": level}
        if item.destination:
            entry["page"] = item.destination.page + 1
        address = _read_address(item.action)
        if address is not None:
            entry["url"] = address
        listed.append(entry)
        _list(item.children, level + 1, listed)


def _read_address(action: Value) -> str | None:
    address = action.get("/URI") if isinstance(action, Object) and is_dict(action) else None
    return decode_text(bytes(address)) if is_string(address) else None


def _set(source: Source, bookmarks: list[dict]) -> None:
    top: list[Item] = []
    #: The last item of each level so far.
    path: list[Item] = []
    for entry in bookmarks:
        page = entry.get("page")
        if page is not None and page > len(source.pages):
            raise Failure("bookmark_page_missing", f"no page {page}", 0)
        destination = None if page is None else Destination(page - 1)
        url = entry.get("url")
        action = None if url is None else Dictionary(S=Name.URI, URI=String(quote(url, safe=string.printable)))
        item = Item(encode_text(entry["title"]), destination, action, open=True)
        # An item cannot be more than one level below the one before it.
        level = min(entry["level"], len(path) + 1)
        del path[level - 1 :]
        (path[-1].children if path else top).append(item)
        path.append(item)
    if "/Outlines" in source.root:
        del source.root["/Outlines"]
    write_outline(source.pdf, top, source.pdf, dict(enumerate(source.pages)))
