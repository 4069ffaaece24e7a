"""Lists the fonts of a document, and whether their letters are in it."""

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, is_dict, list_items

FILES = ("/FontFile", "/FontFile2", "/FontFile3")
KINDS = {"/Type0": "composite", "/Type1": "Type 1", "/MMType1": "Type 1", "/TrueType": "TrueType", "/Type3": "Type 3"}


def list_fonts(pdf: Pdf) -> list[dict]:
    found: dict[tuple, dict] = {}
    for item in pdf.objects:
        try:
            if is_dict(item) and item.get("/Type") == "/Font" and str(item.get("/Subtype")) in KINDS:
                font = _describe_font(item)
                found.setdefault(tuple(font.values()), font)
        except MALFORMED:
            continue
    return sorted(found.values(), key=lambda font: font["name"])


def _describe_font(font: Value) -> dict:
    kind = str(font["/Subtype"])
    name = str(font.get("/BaseFont", font.get("/Name", ""))).lstrip("/")
    prefix, plus, plain = name.partition("+")
    is_subset = bool(plus) and len(prefix) == 6 and prefix.isupper()
    holders = [font, *(part for part in list_items(font.get("/DescendantFonts")) if is_dict(part))]
    descriptors = [get_dict(holder, "/FontDescriptor") for holder in holders]
    # The letters of a Type 3 font are drawings, which are always in the document.
    is_embedded = kind == "/Type3" or any(d is not None and any(key in d for key in FILES) for d in descriptors)
    return {
        "name": plain if is_subset else name,
        "type": KINDS[kind],
        "embedded": is_embedded,
        "subset": is_subset,
        "hasUnicode": "/ToUnicode" in font,
    }
