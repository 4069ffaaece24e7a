"""Destinations: places in a document that outlines, links and names point at."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pikepdf import Object, Pdf

from ..objects import (
    MALFORMED,
    Value,
    get_dict,
    is_array,
    is_dict,
    is_name,
    is_string,
    list_items,
    make_name_tree,
    walk_tree,
)
from ..source import Source

MAX_ELEMENTS = 1000

# Kinds of named destinations: by string in the name tree, or by name in the old catalog dictionary.
STRING, NAME = "string", "name"
Key = tuple[str, bytes]

# Matches the array as it is written: turning its numbers into Python's would be most of the cost.
EXPLICIT = re.compile(rb"\[ (?:(\d+) (\d+) R|(\d+))((?: /[A-Za-z]+)(?: (?:null|-?[\d.]+)){0,4})?")


@dataclass(slots=True)
class Destination:
    """A page of the source by index, and how it is shown (`/XYZ left top zoom` and the like), as written."""

    page: int
    view: bytes = b" /Fit"

    def make_array(self, page: Value) -> Object:
        array = Object.parse(b"[null" + self.view + b"]")
        array[0] = page
        return array


class Destinations:
    """All destinations of one source."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def read_explicit(self, value: Value) -> Destination | None:
        if not is_array(value):
            value = value.get("/D") if is_dict(value) else None
            if not is_array(value):
                return None
        written = EXPLICIT.match(value.unparse())
        if not written:
            return self._read_loose(value)
        number, generation, position, view = written.groups()
        if number:
            page = self.source.page_index.get((int(number), int(generation)))
        else:
            page = int(position) if int(position) < len(self.source.pages) else None
        return None if page is None else Destination(page, view or b" /Fit")

    def _read_loose(self, value: Value) -> Destination | None:
        target = value[0] if len(value) else None
        page = self.source.page_index.get(target.objgen) if is_dict(target) else None
        return None if page is None else Destination(page)

    def find_tagged(self, element: Value) -> Destination | None:
        """Finds the page on which what an element of the tags stands for begins."""
        stack = [element]
        for _ in range(MAX_ELEMENTS):
            if not stack:
                return None
            part = stack.pop()
            if is_dict(part):
                page = get_dict(part, "/Pg")
                index = None if page is None else self.source.page_index.get(page.objgen)
                if index is not None:
                    return Destination(index)
                stack.append(part.get("/K"))
            else:
                stack.extend(reversed(list_items(part)))
        return None

    @cached_property
    def named(self) -> dict[Key, Destination]:
        found: dict[Key, Destination] = {}
        for key, value in self._list_entries():
            try:
                destination = self.read_explicit(value)
            except MALFORMED:
                continue
            if destination:
                found.setdefault(key, destination)
        return found

    def _list_entries(self) -> Iterator[Any]:
        root = self.source.root
        try:
            old = get_dict(root, "/Dests")
            if old is not None:
                for name in old:
                    yield (NAME, name.encode("utf-8", "surrogateescape")), old.get(name)
            names = get_dict(root, "/Names")
            if names is not None:
                for key, value in walk_tree(names.get("/Dests"), "/Names"):
                    if is_string(key):
                        yield (STRING, bytes(key)), value
        except MALFORMED:
            return

    def find_key(self, value: Value) -> Key | None:
        """Finds the named destination that a link's `/Dest` or `/D` means; some writers mix up the two kinds."""
        key = read_key(value)
        if key is None or key in self.named:
            return key
        other = (NAME, b"/" + key[1]) if key[0] == STRING else (STRING, key[1][1:])
        return other if other in self.named else key

    def resolve(self, value: Value) -> Destination | None:
        if is_array(value):
            return self.read_explicit(value)
        key = self.find_key(value)
        return self.named.get(key) if key else self.read_explicit(value)


def read_key(value: Value) -> Key | None:
    if is_string(value):
        return (STRING, bytes(value))
    if is_name(value):
        return (NAME, str(value).encode("utf-8", "surrogateescape"))
    return None


def write_named(out: Pdf, named: dict[Key, Object]) -> None:
    """Puts named destinations into a document that has none yet."""
    strings = {key: value for (kind, key), value in named.items() if kind == STRING}
    names = {key.decode("utf-8", "surrogateescape"): value for (kind, key), value in named.items() if kind == NAME}
    if strings:
        if "/Names" not in out.Root:
            out.Root["/Names"] = out.make_indirect({})
        out.Root.Names["/Dests"] = make_name_tree(out, strings)
    if names:
        out.Root["/Dests"] = out.make_indirect(names)
