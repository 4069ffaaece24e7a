"""Fonts a document names but does not bring along."""

from collections.abc import Callable
from functools import partial

from ..objects import MALFORMED, Value, dict_at, is_dict, items_of

EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
MAX_DEPTH = 20


class MissingFonts:
    """Tells the pages whose composite fonts (Chinese, Japanese, Korean and the like) must come from the system."""

    def __init__(self) -> None:
        self.known: dict = {}

    def on(self, page: Value) -> bool:
        try:
            return self._in_resources(dict_at(page, "/Resources"), 0)
        except MALFORMED:
            return False

    def _in_resources(self, resources: Value, depth: int) -> bool:
        if resources is None or depth > MAX_DEPTH:
            return False
        return self._remembered(resources, lambda: self._search(resources, depth))

    def _search(self, resources: Value, depth: int) -> bool:
        fonts = dict_at(resources, "/Font")
        if fonts is not None and any(self._is_missing(fonts.get(name)) for name in fonts):
            return True
        drawn = dict_at(resources, "/XObject")
        return drawn is not None and self._remembered(drawn, lambda: self._in_drawn(drawn, depth))

    def _in_drawn(self, drawn: Value, depth: int) -> bool:
        # Forms that draw each other are asked once: there are more ways through them than can be gone.
        return any(
            self._remembered(item, partial(self._in_resources, dict_at(item, "/Resources"), depth + 1))
            for item in (drawn.get(name) for name in drawn)
            if is_dict(item) and item.get("/Subtype") == "/Form"
        )

    def _is_missing(self, font: Value) -> bool:
        if not is_dict(font) or font.get("/Subtype") != "/Type0":
            return False
        return self._remembered(
            font, lambda: not any(_is_embedded(part) for part in items_of(font.get("/DescendantFonts")))
        )

    def _remembered(self, thing: Value, find: Callable[[], bool]) -> bool:
        if not thing.is_indirect:
            return find()
        if thing.objgen not in self.known:
            self.known[thing.objgen] = False
            self.known[thing.objgen] = find()
        return self.known[thing.objgen]


def _is_embedded(font: Value) -> bool:
    descriptor = dict_at(font, "/FontDescriptor") if is_dict(font) else None
    return descriptor is not None and any(key in descriptor for key in EMBEDDED)
