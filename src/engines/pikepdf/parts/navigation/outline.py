"""Reads the outline (bookmarks) of a source as a tree of items, and writes such a tree into a document."""

import contextlib
from collections.abc import Container
from dataclasses import dataclass, field, replace

from pikepdf import Array, Dictionary, Name, Pdf, String

from ..objects import MALFORMED, Value, copy_value, get_dict, get_int, is_dict, is_number, is_string, list_items
from ..source import Source
from .copied_outline import CopiedOutline
from .destinations import Destination, Destinations

MAX_ITEMS = 100_000
MAX_DEPTH = 64


@dataclass(slots=True)
class Item:
    title: bytes
    destination: Destination | None = None
    #: The action of an item that does not go to a page of this document (a web address, another file).
    action: object = None
    colour: list | None = None
    flags: int = 0
    open: bool = False
    children: list["Item"] = field(default_factory=list)


def read_outline(source: Source, destinations: Destinations) -> list[Item]:
    top: list[Item] = []
    try:
        root = get_dict(source.root, "/Outlines")
        first = get_dict(root, "/First")
    except MALFORMED:
        return top
    seen: set = set()
    stack = [(first, top, 1)]
    while stack:
        entry, siblings, depth = stack.pop()
        while is_dict(entry) and entry.objgen not in seen and len(seen) < MAX_ITEMS:
            seen.add(entry.objgen)
            try:
                keys = entry.keys()
                item = _read_item(entry, keys, destinations)
                siblings.append(item)
                if "/First" in keys and depth < MAX_DEPTH:
                    stack.append((entry.get("/First"), item.children, depth + 1))
                entry = entry.get("/Next") if "/Next" in keys else None
            except MALFORMED:
                break
    return top


def _read_item(entry: Value, keys: set, destinations: Destinations) -> Item:
    title = entry.get("/Title") if "/Title" in keys else None
    item = Item(title=bytes(title) if is_string(title) else b"")
    if "/Count" in keys:
        item.open = get_int(entry, "/Count") > 0
    if "/F" in keys:
        item.flags = get_int(entry, "/F")
    if "/C" in keys:
        item.colour = _read_colour(entry.get("/C"))
    if "/Dest" in keys:
        item.destination = destinations.resolve(entry.get("/Dest"))
    elif "/A" in keys:
        action = entry.get("/A")
        if is_dict(action) and action.get("/S") == "/GoTo":
            item.destination = destinations.resolve(action.get("/D"))
        elif is_dict(action):
            item.action = action
    elif "/SE" in keys:
        item.destination = destinations.find_tagged(entry.get("/SE"))
    return item


def _read_colour(value: Value) -> list | None:
    parts = list_items(value)
    return parts if len(parts) == 3 and all(is_number(part) for part in parts) else None


def keep_living(items: list[Item], kept: Container[int], actions: bool) -> list[Item]:
    """Keeps the items that lead to `kept` pages or elsewhere; a heading stays while something under it does."""
    found = []
    for item in items:
        children = keep_living(item.children, kept, actions) if item.children else []
        destination = item.destination if item.destination and item.destination.page in kept else None
        if destination or children or (actions and item.action is not None):
            found.append(replace(item, destination=destination, children=children))
    return found


def write_outline(out: Pdf, items: list[Item], pdf: Pdf, pages: dict) -> None:
    """Writes an outline of items from one source document; `pages` is where its pages went, by index."""
    if items:
        root = out.make_indirect(Dictionary(Type=Name.Outlines))
        root["/Count"] = _write_items(out, items, root, pdf, pages)
        out.Root["/Outlines"] = root


@dataclass(slots=True)
class Group:
    """The outline of one source: an entry for it, and below that its own outline, copied whole or as it was read."""

    entry: Item
    pdf: Pdf
    #: The pages of the source in the new document, by index.
    pages: dict
    copied: CopiedOutline | None = None


def write_outlines(out: Pdf, groups: list[Group]) -> None:
    """Writes an outline of one open entry per source, with the source's own outline below."""
    root = out.make_indirect(Dictionary(Type=Name.Outlines))
    shown = 0
    previous: Value = None
    for group in groups:
        fields = _make_fields(out, group.entry, root, previous, group.pdf, group.pages)
        if group.copied:
            entry, below = group.copied.turn_into_item(fields), group.copied.shown
        else:
            entry = out.make_indirect(Dictionary(fields))
            below = _write_items(out, group.entry.children, entry, group.pdf, group.pages)
        if below:
            entry["/Count"] = below
        if previous is None:
            root["/First"] = entry
        else:
            previous["/Next"] = entry
        previous = entry
        shown += 1 + below
    if previous is not None:
        root["/Last"] = previous
        root["/Count"] = shown
        out.Root["/Outlines"] = root


def _write_items(out: Pdf, items: list[Item], parent: Value, pdf: Pdf, pages: dict) -> int:
    """Writes the items below `parent`; returns how many entries show there while it is open."""
    first: Value = None
    previous: Value = None
    shown = 0
    for item in items:
        entry = out.make_indirect(Dictionary(_make_fields(out, item, parent, previous, pdf, pages)))
        if previous is None:
            first = entry
        else:
            previous["/Next"] = entry
        previous = entry
        shown += 1
        if item.children:
            below = _write_items(out, item.children, entry, pdf, pages)
            entry["/Count"] = below if item.open else -below
            shown += below if item.open else 0
    if first is not None:
        parent["/First"], parent["/Last"] = first, previous
    return shown


def _make_fields(out: Pdf, item: Item, parent: Value, previous: Value, pdf: Pdf, pages: dict) -> dict[str, Value]:
    entry = {"/Title": String(item.title), "/Parent": parent}
    if previous is not None:
        entry["/Prev"] = previous
    if item.destination and item.destination.page in pages:
        entry["/Dest"] = item.destination.make_array(pages[item.destination.page])
    elif item.action is not None:
        with contextlib.suppress(*MALFORMED):
            entry["/A"] = copy_value(out, pdf, item.action)
    if item.colour:
        entry["/C"] = Array(item.colour)
    if item.flags:
        entry["/F"] = item.flags
    return entry
