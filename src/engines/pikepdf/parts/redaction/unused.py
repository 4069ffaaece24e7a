"""Takes pictures and forms that are not drawn out of the resources of pages: they would stay in the file."""

from pikepdf import Dictionary

from ..content import read_operators
from ..objects import MALFORMED, Value, get_dict, is_name, is_stream, list_items
from ..source import Source

DEEPEST = 24


class Unused:
    def __init__(self) -> None:
        self.seen: set = set()

    def remove(self, source: Source) -> None:
        for page in source.pages:
            self._trim(page, 0)
            for annotation in list_items(page.get("/Annots")):
                appearances = get_dict(annotation, "/AP")
                for key in appearances.keys() if appearances is not None else ():
                    self._trim_appearances(appearances.get(key), 0)

    def _trim_appearances(self, appearance: Value, depth: int) -> None:
        if is_stream(appearance):
            self._trim(appearance, depth + 1)
            return
        entries = get_dict(Dictionary(Held=appearance), "/Held")
        if entries is not None and depth < 3:
            for key in entries:
                self._trim_appearances(entries.get(key), depth + 1)

    def _trim(self, holder: Value, depth: int) -> None:
        if depth > DEEPEST or (is_stream(holder) and holder.objgen in self.seen):
            return
        if is_stream(holder):
            self.seen.add(holder.objgen)
        resources = get_dict(holder, "/Resources")
        drawn = get_dict(resources, "/XObject")
        if drawn is None:
            return
        try:
            used = {
                str(operands[0]) for operands, _ in read_operators(holder, "Do") if operands and is_name(operands[0])
            }
        except MALFORMED:
            return
        kept = {key: value for key, value in drawn.items() if key in used}
        # A form without resources of its own draws with those of whoever draws it.
        if any(
            is_stream(value) and "/Resources" not in value and value.get("/Subtype") == "/Form"
            for value in kept.values()
        ):
            kept = dict(drawn.items())
        if len(kept) < len(drawn.keys()):
            own = Dictionary(dict(resources.items()))
            own["/XObject"] = Dictionary(kept)
            holder["/Resources"] = own
        for value in kept.values():
            if is_stream(value) and value.get("/Subtype") == "/Form":
                self._trim(value, depth + 1)
