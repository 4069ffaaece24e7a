"""Replaces the text of an appearance that came with a form, if the appearance marks which part of it is the text."""

from typing import Any

from pikepdf import Dictionary

from ..content import read_numbers, read_operators
from ..geometry import UNCHANGED, multiply
from ..objects import Value, get_dict, is_dict, list_items, list_numbers
from .field_box import Box
from .marks import has_appearance

TEXT = b"/Tx BMC"
#: Coordinates that differ by less are the same.
ROUNDING = 0.01


def find_amendable_appearance(widget: Value, box: Box) -> Value:
    """Finds the appearance of a field if it neither moves nor turns its text, so that new text fits as into the field's box."""
    appearance = widget["/AP"]["/N"] if has_appearance(widget) else None
    is_marked = is_dict(appearance) and appearance._type_name == "stream" and TEXT in appearance.read_bytes()
    if not is_marked or len(list_items(appearance.get("/BBox"))) != 4:
        return None
    direction = list_numbers(appearance.get("/Matrix"))[:4] or UNCHANGED[:4]
    is_as_box = _is_same(direction, (box.matrix or UNCHANGED)[:4])
    return appearance if is_as_box and _is_same(_read_matrix_of_text(appearance), UNCHANGED) else None


def _is_same(numbers: Any, others: Any) -> bool:
    return len(numbers) == len(others) and all(abs(a - b) < ROUNDING for a, b in zip(numbers, others))


def _read_matrix_of_text(appearance: Value) -> tuple[float, ...]:
    """Reads the matrix that applies where the text begins."""
    matrix, kept = UNCHANGED, []
    for operands, operator in read_operators(appearance, "q Q cm BMC"):
        name = str(operator)
        if name == "q":
            kept.append(matrix)
        elif name == "Q" and kept:
            matrix = kept.pop()
        elif name == "cm":
            a, b, c, d, e, f = read_numbers(operands, 6)
            matrix = multiply((a, b, c, d, e, f), matrix)
        elif name == "BMC" and str(operands[0]) == "/Tx":
            break
    return matrix


def amend_appearance(appearance: Value, drawing: str, box: Box, resources: Value) -> None:
    before, _, after = appearance.read_bytes().partition(TEXT)
    x, y = box.corner
    appearance.write(
        before + f"q 1 0 0 1 {x:.3f} {y:.3f} cm\n{drawing}Q\n".encode("ascii") + after.partition(b"EMC")[2]
    )
    appearance["/Resources"] = _merge_resources(resources, get_dict(appearance, "/Resources"))


def _merge_resources(resources: Value, more: Any) -> Value:
    for category in more.keys() if more is not None else ():
        entries = get_dict(more, category)
        if entries is None:
            continue
        ours = get_dict(resources, category)
        resources[category] = Dictionary({**dict(entries.items()), **(dict(ours.items()) if ours is not None else {})})
    return resources
