"""Checks the rules that only the first part of PDF/A has, which is about PDF 1.4."""

from ..objects import Value, get_dict, is_array, is_name, is_number, list_items
from .transparency import list_transparent_uses

MAX_ELEMENTS = 8191
MAX_ENTRIES = 4095
MAX_NUMBER = 32767
NEWER_FILTERS = {"/JPXDecode", "/Crypt"}
KNOWN_ANNOTATIONS = {
    "/Text", "/Link", "/FreeText", "/Line", "/Square", "/Circle", "/Highlight", "/Underline", "/Squiggly",
    "/StrikeOut", "/Stamp", "/Ink", "/Popup", "/Widget", "/PrinterMark", "/TrapNet",
}  # fmt: skip


def list_newer_features(item: Value) -> list[str]:
    """Lists what an object has that PDF/A-1 does not allow, while later parts do."""
    found = list_transparent_uses(item)
    group = get_dict(item, "/Group")
    if group is not None and group.get("/S") == "/Transparency":
        found.append("a transparency group")
    filters = item.get("/Filter")
    for name in [filters] if is_name(filters) else list_items(filters):
        if str(name) in NEWER_FILTERS:
            found.append(f"filter {name}")
    if item.get("/Type") in ("/ObjStm", "/XRef"):
        found.append("an object stream")
    if "/EF" in item or "/AF" in item or "/OC" in item:
        found.append("an attached file or a layer")
    if "/Rect" in item and "/Subtype" in item and str(item.get("/Subtype")) not in KNOWN_ANNOTATIONS:
        found.append(f"annotation {item.get('/Subtype')}")
    return found + _check_font(item) + _check_limits(item)


def _check_font(item: Value) -> list[str]:
    """Subsets of fonts must list their glyphs."""
    descriptor = get_dict(item, "/FontDescriptor")
    base = str(item.get("/BaseFont", ""))
    if descriptor is None or base[7:8] != "+":
        return []
    kind = item.get("/Subtype")
    if kind in ("/CIDFontType0", "/CIDFontType2") and "/CIDSet" not in descriptor:
        return [f"font {base} without its list of glyphs"]
    if kind in ("/Type1", "/MMType1") and "/CharSet" not in descriptor:
        return [f"font {base} without its list of glyphs"]
    return []


def _check_limits(item: Value) -> list[str]:
    found = [] if len(item.keys()) <= MAX_ENTRIES else ["a dictionary of too many entries"]
    for key in item:
        value = item.get(key)
        if is_array(value):
            if len(value) > MAX_ELEMENTS:
                found.append(f"an array of too many elements under {key}")
        elif is_number(value) and not isinstance(value, int) and abs(value) > MAX_NUMBER:
            found.append(f"a number too large under {key}")
    return found
