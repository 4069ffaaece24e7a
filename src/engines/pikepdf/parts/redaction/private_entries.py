"""Removes data that programs keep under keys of their own, which no reader shows and nobody could search."""

from pikepdf import Pdf

from ..objects import MALFORMED, Value, is_array, is_dict, is_stream, list_items
from .texts.standard_names import STANDARD_KEYS

#: Entries whose values are dictionaries with keys that an author chose.
CHOSEN = {
    "/CharProcs", "/ClassMap", "/Colorants", "/DotGain", "/Extensions", "/HT", "/RoleMap", "/RoleMapNS", "/Solidities",
}  # fmt: skip
#: Entries whose values are dictionaries of such dictionaries: by the kind of resource, and of appearance.
CHOSEN_BELOW = {"/Resources", "/DR", "/AP"}


def remove_private_entries(pdf: Pdf) -> None:
    """
    Removes dictionaries, arrays and streams under keys without a standard meaning. Numbers, names and strings stay: they are searched
    with all others.
    """
    below_root = {"/Dests"}
    stack: list[tuple[Value, int, set[str]]] = [(pdf.Root, 0, below_root)]
    seen: set = set()
    while stack:
        item, levels, chosen = stack.pop()
        try:
            if item.is_indirect:
                if (item.objgen, levels) in seen:
                    continue
                seen.add((item.objgen, levels))
            if is_array(item):
                stack.extend((value, 0, set()) for value in list_items(item) if is_dict(value) or is_array(value))
                continue
            for key in list(item.keys()):
                value = item[key]
                if not (is_dict(value) or is_array(value)):
                    continue
                if levels != 1 and key not in STANDARD_KEYS:
                    del item[key]
                elif is_stream(value):
                    stack.append((value, 0, set()))
                elif key in CHOSEN_BELOW and levels != 1:
                    stack.append((value, 2, set()))
                else:
                    is_chosen = levels == 2 or (levels == 0 and (key in CHOSEN or key in chosen))
                    stack.append((value, 1 if is_chosen else 0, set()))
        except MALFORMED:
            continue
