"""Finds fonts that a document names but does not embed."""

from collections.abc import Callable
from functools import partial

from ..objects import MALFORMED, Value, get_dict, is_dict, list_items

EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
MAX_DEPTH = 20


class MissingFonts:
    """Tells the pages whose composite fonts (Chinese, Japanese, Korean and the like) must come from the system."""

    def __init__(self) -> None:
        self.known: dict = {}

    def are_missing_on(self, page: Value) -> bool:
        try:
            return self._are_in_resources(get_dict(page, "/Resources"), 0)
        except MALFORMED:
            return False

    def _are_in_resources(self, resources: Value, depth: int) -> bool:
        if resources is None or depth > MAX_DEPTH:
            return False
        return self._recall(resources, lambda: self._search_resources(resources, depth))

    def _search_resources(self, resources: Value, depth: int) -> bool:
        fonts = get_dict(resources, "/Font")
        if fonts is not None and any(self._is_missing(fonts.get(name)) for name in fonts):
            return True
        drawn = get_dict(resources, "/XObject")
        return drawn is not None and self._recall(drawn, lambda: self._are_in_drawn(drawn, depth))

    def _are_in_drawn(self, drawn: Value, depth: int) -> bool:
        # Each form is searched once: where forms draw each other there are too many ways through them to follow.
        return any(
            self._recall(item, partial(self._are_in_resources, get_dict(item, "/Resources"), depth + 1))
            for item in (drawn.get(name) for name in drawn)
            if is_dict(item) and item.get("/Subtype") == "/Form"
        )

    def _is_missing(self, font: Value) -> bool:
        if not is_dict(font) or font.get("/Subtype") != "/Type0":
            return False
        return self._recall(
            font, lambda: not any(_is_embedded(part) for part in list_items(font.get("/DescendantFonts")))
        )

    def _recall(self, thing: Value, find: Callable[[], bool]) -> bool:
        if not thing.is_indirect:
            return find()
        if thing.objgen not in self.known:
            self.known[thing.objgen] = False
            self.known[thing.objgen] = find()
        return self.known[thing.objgen]


def _is_embedded(font: Value) -> bool:
    descriptor = get_dict(font, "/FontDescriptor") if is_dict(font) else None
    return descriptor is not None and any(key in descriptor for key in EMBEDDED)
