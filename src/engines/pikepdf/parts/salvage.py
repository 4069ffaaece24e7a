"""Salvages the pages of a file that was cut off, or lost its page tree."""

import re

from .objects import MALFORMED, Value, list_streams

OBJECT = re.compile(rb"(?:^|[\r\n])[ \t]*(\d{1,9})[ \t]+(\d{1,5})[ \t]+obj\b")
PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
#: The bytes of an object that are looked at to tell what it is.
LOOKED_AT = 4 << 10
MAX_BYTES = 256 << 20


def salvage_pages(data: bytes) -> bytes | None:
    """Adds a catalog and a page tree of all pages of a file, in the order of the file; None if it has none."""
    if len(data) > MAX_BYTES or b"/Encrypt" in data:
        return None
    places = [(found.end(), int(found[1]), int(found[2])) for found in OBJECT.finditer(data)]
    pages: dict = {}
    for at, (start, number, generation) in enumerate(places):
        end = places[at + 1][0] if at + 1 < len(places) else len(data)
        if _is_page(data[start : min(end, start + LOOKED_AT)]):
            # A later object of the same number takes the earlier one's place.
            pages[number] = generation
    if not pages:
        return None
    catalog = max(number for _, number, _ in places) + 1
    kids = b" ".join(b"%d %d R" % page for page in pages.items())
    added = (
        b"\nendobj\n%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (catalog, catalog + 1)
        + b"%d 0 obj\n<< /Type /Pages /Count %d /Kids [%s] >>\nendobj\n" % (catalog + 1, len(pages), kids)
        + b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n0\n%%%%EOF\n" % (catalog + 2, catalog)
    )
    # The first trailer counts, and the file's own lead nowhere, so they are made unrecognisable.
    return data.replace(b"trailer", b"_railer") + added


def _is_page(head: bytes) -> bool:
    dictionary, _, _ = head.partition(b"endobj")
    return b">>" in dictionary and PAGE.search(dictionary.partition(b"stream")[0]) is not None


def is_legible(page: Value) -> bool:
    """Tells whether the content of the page is still there."""
    try:
        contents = page.get("/Contents")
        return any(part.read_bytes() for part in list_streams(contents))
    except MALFORMED:
        return False
