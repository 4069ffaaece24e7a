"""Copies the rest of a document's catalog: all but pages, outline, named destinations, labels, forms and layers."""

from collections.abc import Iterable

from pikepdf import Array, Dictionary, Pdf, String

from ..navigation.destinations import Destinations
from ..objects import (
    MALFORMED,
    Value,
    copy_value,
    get_dict,
    get_int,
    is_dict,
    is_string,
    list_items,
    make_name_tree,
    walk_tree,
)
from ..source import Source

#: Entries that describe the document as a whole and hold for any choice of its pages.
DESCRIPTIVE = (
    "/Lang",
    "/ViewerPreferences",
    "/PageMode",
    "/PageLayout",
    "/OutputIntents",
    "/URI",
    "/Collection",
    "/AA",
)
INFO = ("/Title", "/Author", "/Subject", "/Keywords")
LARGE_METADATA = 64 << 10


def copy_description(out: Pdf, source: Source, destinations: Destinations, pages: dict, everything: bool) -> None:
    """
    Copies the catalog of a single source; without `everything`, entries that would make each of many files large stay
    behind.
    """
    for key in DESCRIPTIVE:
        _copy_entry(out, source, key)
    copy_info(out, source)
    _copy_metadata(out, source, everything)
    _copy_open_action(out, source, destinations, pages)


def _copy_entry(out: Pdf, source: Source, key: str) -> None:
    try:
        value = source.root.get(key)
        if value is not None:
            out.Root[key] = copy_value(out, source.pdf, value)
    except MALFORMED:
        pass


def copy_info(out: Pdf, source: Source, keys: Iterable[str] | None = None) -> None:
    try:
        info = source.pdf.trailer.get("/Info")
        if not is_dict(info):
            return
        kept = {}
        for key in keys or info.keys():
            value = info.get(key)
            if is_string(value):
                kept[key] = String(bytes(value))
            elif value is not None:
                kept[key] = copy_value(out, source.pdf, value)
        if kept:
            out.trailer["/Info"] = out.make_indirect(Dictionary(kept))
    except MALFORMED:
        pass


def _copy_metadata(out: Pdf, source: Source, everything: bool) -> None:
    try:
        metadata = source.root.get("/Metadata")
        if is_dict(metadata) and (everything or get_int(metadata, "/Length") < LARGE_METADATA):
            out.Root["/Metadata"] = copy_value(out, source.pdf, metadata)
    except MALFORMED:
        pass


def _copy_open_action(out: Pdf, source: Source, destinations: Destinations, pages: dict) -> None:
    try:
        action = source.root.get("/OpenAction")
        target = action.get("/D") if is_dict(action) and action.get("/S") == "/GoTo" else action
        destination = destinations.resolve(target)
        if destination:
            if destination.page in pages:
                out.Root["/OpenAction"] = destination.make_array(pages[destination.page])
        elif is_dict(action) and action.get("/S") != "/GoTo":
            out.Root["/OpenAction"] = copy_value(out, source.pdf, action)
    except MALFORMED:
        pass


class NameTrees:
    """Name trees other than destinations: attachments, scripts and the like, of one or several sources."""

    def __init__(self, out: Pdf) -> None:
        self.out = out
        self.trees: dict[str, dict[bytes, Value]] = {}
        self.associated: list = []

    def add(self, source: Source, only: Iterable[str] | None = None) -> None:
        try:
            names = get_dict(source.root, "/Names")
            for kind in names.keys() if names is not None else ():
                if kind != "/Dests" and (only is None or kind in only):
                    self._add_tree(source, kind, names.get(kind))
            if only is None:
                self.associated.extend(
                    copy_value(self.out, source.pdf, file) for file in list_items(source.root.get("/AF"))
                )
        except MALFORMED:
            return

    def _add_tree(self, source: Source, kind: str, root: Value) -> None:
        tree = self.trees.setdefault(kind, {})
        for key, value in walk_tree(root, "/Names"):
            if is_string(key) and value is not None:
                tree[_find_free_key(bytes(key), tree)] = copy_value(self.out, source.pdf, value)

    def write(self) -> None:
        for kind, tree in self.trees.items():
            if tree:
                if "/Names" not in self.out.Root:
                    self.out.Root["/Names"] = self.out.make_indirect(Dictionary())
                self.out.Root.Names[kind] = make_name_tree(self.out, tree)
        if self.associated:
            self.out.Root["/AF"] = Array(self.associated)


def _find_free_key(key: bytes, taken: dict) -> bytes:
    if key not in taken:
        return key
    number = 2
    while (numbered := _number_key(key, number)) in taken:
        number += 1
    return numbered


def _number_key(key: bytes, number: int) -> bytes:
    suffix = f" ({number})"
    return key + (suffix.encode("utf-16-be") if key.startswith(b"\xfe\xff") else suffix.encode())
