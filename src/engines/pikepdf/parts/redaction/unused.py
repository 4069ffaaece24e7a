"""Takes pictures, forms and soft masks that are not used out of the resources of pages: they would stay in the file."""

from pikepdf import Dictionary

from ..content import read_operators
from ..objects import MALFORMED, Value, get_dict, is_name, is_stream, list_items
from ..source import Source

DEEPEST = 24
#: The kinds of resources that are looked at, and the operators that use them.
KINDS = {"/XObject": "Do", "/ExtGState": "gs"}


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
        held = {kind: entries for kind in KINDS if (entries := get_dict(resources, kind)) is not None}
        if not held:
            return
        try:
            used = _find_used(holder, held.get("/XObject"), set())
        except MALFORMED:
            return
        kept = {
            kind: {key: value for key, value in entries.items() if (KINDS[kind], key) in used}
            for kind, entries in held.items()
        }
        if any(len(kept[kind]) < len(entries.keys()) for kind, entries in held.items()):
            own = Dictionary(dict(resources.items()))
            for kind, entries in kept.items():
                own[kind] = Dictionary(entries)
            holder["/Resources"] = own
        masks = [get_dict(get_dict(state, "/SMask"), "/G") for state in kept.get("/ExtGState", {}).values()]
        for drawn in (*kept.get("/XObject", {}).values(), *masks):
            if _is_form(drawn):
                self._trim(drawn, depth + 1)


def _find_used(holder: Value, drawn: Value, seen: set) -> set[tuple[str, str]]:
    """Finds the names that operators use, also in forms without resources, which draw with those of whoever draws them."""
    used = {
        (str(operator), str(operands[0]))
        for operands, operator in read_operators(holder, " ".join(KINDS.values()))
        if operands and is_name(operands[0])
    }
    for operator, name in list(used):
        form = drawn.get(name) if operator == "Do" and drawn is not None else None
        if _is_form(form) and "/Resources" not in form and form.objgen not in seen:
            seen.add(form.objgen)
            used |= _find_used(form, drawn, seen)
    return used


def _is_form(value: Value) -> bool:
    return is_stream(value) and value.get("/Subtype") == "/Form"
