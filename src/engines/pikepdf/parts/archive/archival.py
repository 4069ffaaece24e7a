"""Checks the rules of PDF/A at level b, as far as the structure of a file shows them."""

import re
from collections.abc import Iterator

from pikepdf import Pdf

from ..objects import (
    MALFORMED,
    Value,
    get_dict,
    get_int,
    is_array,
    is_dict,
    is_name,
    is_stream,
    list_items,
    list_numbers,
)
from .colorants import list_undescribed
from .first_part import list_newer_features

EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")
FORBIDDEN_ACTIONS = {
    "/Launch", "/Sound", "/Movie", "/ResetForm", "/ImportData", "/JavaScript", "/Hide", "/SetOCGState", "/Rendition",
    "/Trans", "/GoTo3DView",
}  # fmt: skip
FORBIDDEN_ANNOTATIONS = {"/Sound", "/Movie", "/Screen", "/3D", "/FileAttachment", "/RichMedia"}
ALLOWED_NAMES = {"/NextPage", "/PrevPage", "/FirstPage", "/LastPage"}
PAGE_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
SMALLEST_PAGE, LARGEST_PAGE = 3, 14400
MAX_DEPTH = 8
PRINTED = 4
HIDDEN = 1 | 2 | 32


def find_problems(pdf: Pdf, part: int = 2) -> list[str]:
    """Lists every rule of a part of the standard found broken, in words for the operator; none for a sound archive."""
    found: list[str] = []
    root = pdf.Root
    if pdf.is_encrypted:
        found.append("encrypted")
    found += _check_metadata(root, part)
    found += _check_intents(root)
    if get_dict(root, "/AcroForm") is not None and (
        "/XFA" in root.AcroForm or root.AcroForm.get("/NeedAppearances") is True
    ):
        found.append("a form drawn by its reader")
    names = get_dict(root, "/Names")
    for key in ("/JavaScript",) if part == 3 else ("/JavaScript", "/EmbeddedFiles"):
        if names is not None and key in names:
            found.append(f"names of kind {key}")
    forbidden = ("/AA", "/Requirements", "/OCProperties") if part == 1 else ("/AA", "/Requirements")
    found += [f"{key} of the document" for key in forbidden if key in root]
    if part == 1 and pdf.pdf_version > "1.4":
        found.append(f"version {pdf.pdf_version}")
    if "/ID" not in pdf.trailer:
        found.append("no identifier")
    for item in pdf.objects:
        found += [f"ink {name} not described" for name in list_undescribed(item)]
        for each in _walk_parts(item, 0):
            try:
                found += _check_object(each)
                if part == 1:
                    found += list_newer_features(each)
            except MALFORMED:
                continue
    return list(dict.fromkeys(found))


def _walk_parts(item: Value, depth: int) -> Iterator[Value]:
    """Yields a dictionary or stream, and those written inside it."""
    if depth > MAX_DEPTH:
        return
    if is_dict(item):
        yield item
        children = [item.get(key) for key in item]
    else:
        children = list_items(item)
    for child in children:
        if (is_dict(child) or is_array(child)) and not child.is_indirect:
            yield from _walk_parts(child, depth + 1)


def _check_metadata(root: Value, part: int) -> list[str]:
    metadata = root.get("/Metadata")
    if not is_dict(metadata):
        return ["no XMP"]
    if "/Filter" in metadata:
        return ["compressed XMP"]
    xmp = metadata.read_bytes()
    claim = re.search(rb"pdfaid:part(?:>|=['\"])\s*%d" % part, xmp)
    level = re.search(rb"pdfaid:conformance(?:>|=['\"])\s*B", xmp)
    return [] if claim and level else [f"XMP that does not claim PDF/A-{part}b"]


def _check_intents(root: Value) -> list[str]:
    for intent in list_items(root.get("/OutputIntents")):
        if is_dict(intent) and intent.get("/S") == "/GTS_PDFA1" and is_stream(intent.get("/DestOutputProfile")):
            profile = intent.DestOutputProfile.read_bytes()
            if profile[36:40] == b"acsp" and get_int(intent.DestOutputProfile, "/N") == 3:
                return []
    return ["no output intent"]


def _check_object(item: Value) -> list[str]:
    keys = item.keys()
    found = []
    if "/Type" in keys and item.get("/Type") == "/Font" and not _is_embedded(item):
        found.append(f"font {item.get('/BaseFont')} not embedded")
    if "/S" in keys and is_name(item.get("/S")) and str(item.get("/S")) in FORBIDDEN_ACTIONS:
        found.append(f"action {item.get('/S')}")
    if "/S" in keys and item.get("/S") == "/Named" and str(item.get("/N")) not in ALLOWED_NAMES:
        found.append(f"action {item.get('/N')}")
    if "/S" in keys and item.get("/S") == "/Transparency" and item.get("/CS") == "/DeviceCMYK":
        found.append("blending in CMYK")
    if item.get("/Subtype") == "/Image" and item.get("/ColorSpace") == "/DeviceCMYK":
        found.append("an image in CMYK")
    if item.get("/Type") == "/Page":
        found += _check_boxes(item)
    if "/Subtype" in keys and "/Rect" in keys:
        found += _check_annotation(item)
    if item._type_name == "stream":
        filters = item.get("/Filter")
        if "/LZWDecode" in [str(name) for name in ([filters] if is_name(filters) else list_items(filters))]:
            found.append("LZW compression")
        if item.get("/Interpolate") is True:
            found.append("an interpolated image")
        if "/F" in keys or "/FFilter" in keys:
            found.append("a stream outside the file")
    if "/TR" in keys and item.get("/Type") == "/ExtGState":
        found.append("a transfer function")
    return found


def _check_boxes(page: Value) -> list[str]:
    for key in PAGE_BOXES:
        sides = list_numbers(page.get(key))
        if len(sides) == 4:
            for length in (abs(sides[2] - sides[0]), abs(sides[3] - sides[1])):
                if not SMALLEST_PAGE <= length <= LARGEST_PAGE:
                    return [f"a page of {length} units"]
    return []


def _check_annotation(item: Value) -> list[str]:
    kind = str(item.get("/Subtype"))
    if kind in FORBIDDEN_ANNOTATIONS:
        return [f"annotation {kind}"]
    flags = get_int(item, "/F")
    if kind != "/Popup" and (not flags & PRINTED or flags & HIDDEN):
        return [f"annotation {kind} that is not printed"]
    if kind not in ("/Link", "/Popup") and "/AP" not in item:
        return [f"annotation {kind} without an appearance"]
    return []


def _is_embedded(font: Value) -> bool:
    kind = font.get("/Subtype")
    if kind in ("/Type3", "/Type0"):
        # A Type 3 font draws its glyphs itself, and the font within a composite one is looked at by itself.
        return True
    descriptor = get_dict(font, "/FontDescriptor")
    return descriptor is not None and any(key in descriptor for key in EMBEDDED)
