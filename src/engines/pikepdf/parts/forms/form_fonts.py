"""Fonts of form fields: named in a field's default appearance, kept in the form's default resources."""

import re
from typing import Any

from ..objects import Value, is_dict, is_name, is_number, is_string, list_items

FONT_IN_APPEARANCE = re.compile(rb"/([^\s/\[\]()<>{}%]+)(?=\s+[-+\d.]+\s+Tf)")


def rename_fonts(appearance: bytes, renamed: dict[bytes, bytes]) -> bytes:
    return FONT_IN_APPEARANCE.sub(lambda match: b"/" + renamed.get(match[1], match[1]), appearance)


def find_free_name(name: str, *taken: Any) -> str:
    number = 2
    while any(f"{name}_{number}" in entries for entries in taken):
        number += 1
    return f"{name}_{number}"


def are_alike(a: Value, b: Value, depth: int = 0) -> bool:
    """Tells whether two font resources are interchangeable; deeper than a font goes, they count as different."""
    if is_dict(a) and is_dict(b):
        if depth > 4 or set(a.keys()) != set(b.keys()) or a._type_name != b._type_name:
            return False
        if a.objgen == b.objgen and a.is_indirect:
            return True
        if a._type_name == "stream" and a.read_raw_bytes() != b.read_raw_bytes():
            return False
        return all(are_alike(a.get(key), b.get(key), depth + 1) for key in a)
    listed_a, listed_b = list_items(a), list_items(b)
    if listed_a or listed_b:
        return len(listed_a) == len(listed_b) and all(are_alike(x, y, depth + 1) for x, y in zip(listed_a, listed_b))
    if is_name(a) or is_string(a):
        return type(a) is type(b) and a == b
    return is_number(a) == is_number(b) and a == b
