"""
Removes streams that a document holds twice: fonts, images and profiles of documents that were joined, or written
without care.
"""

import hashlib
import re

from pikepdf import Object, Pdf

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict

REFERENCE = re.compile(rb"\d+ \d+ R")
# Objects that refer to one of two twins may be twins themselves once both refer to the same.
ROUNDS = 3
MAX_DEPTH = 20


def share_twins(pdf: Pdf) -> None:
    """Lets streams that are the same be one; the others are no longer referred to, and stay behind when it is saved."""
    gone: set = set()
    apart = _find_value_appearances(pdf)
    for _ in range(ROUNDS):
        twins = _find_twins(pdf, gone | apart)
        if not twins:
            return
        gone.update(twins)
        references = {b"%d %d R" % number for number in twins}
        for item in pdf.objects:
            try:
                if isinstance(item, Object) and item.objgen not in gone and _mentions(item, references):
                    _point_elsewhere(item, twins, pdf, 0)
            except MALFORMED:
                continue


def _write_item(item: Value) -> bytes:
    return (item.stream_dict if item._type_name == "stream" else item).unparse(resolved=True)


def _find_value_appearances(pdf: Pdf) -> set:
    """Finds the appearances that show values of fields: a program that fills one in rewrites its appearance, and no other field's."""
    appearances = set()
    for item in pdf.objects:
        try:
            if is_dict(item) and item.get("/Subtype") == "/Widget" and _read_field_kind(item) != "/Btn":
                appearance = get_dict(get_dict(item, "/AP"), "/N")
                if appearance is not None:
                    appearances.add(appearance.objgen)
        except MALFORMED:
            continue
    return appearances


def _read_field_kind(field: Value) -> Value:
    for _ in range(MAX_DEPTH):
        if field is None or "/FT" in field:
            break
        field = get_dict(field, "/Parent")
    return field.get("/FT") if field is not None else None


def _find_twins(pdf: Pdf, without: set) -> dict[tuple, tuple]:
    """Finds each stream that is the same as one before it, and that one."""
    firsts: dict = {}
    twins: dict = {}
    for item in pdf.objects:
        try:
            if not is_dict(item) or item._type_name != "stream" or item.objgen in without:
                continue
            described = re.sub(rb"/Length \d+ \d+ R|/Length \d+", b"", _write_item(item))
            raw = hashlib.sha256(item.read_raw_bytes()).digest()
            first = firsts.setdefault((described, raw), item.objgen)
            if first != item.objgen:
                twins[item.objgen] = first
        except MALFORMED:
            continue
    return twins


def _mentions(item: Value, references: set[bytes]) -> bool:
    if not (is_dict(item) or is_array(item)):
        return False
    return not references.isdisjoint(REFERENCE.findall(_write_item(item)))


def _point_elsewhere(holder: Value, twins: dict, pdf: Pdf, depth: int) -> None:
    if depth > MAX_DEPTH:
        return
    for key in range(len(holder)) if is_array(holder) else list(holder.keys()):
        value = holder[key]
        if not (is_dict(value) or is_array(value)):
            continue
        if value.is_indirect:
            if value.objgen in twins:
                holder[key] = pdf.get_object(twins[value.objgen])
        else:
            _point_elsewhere(value, twins, pdf, depth + 1)
