"""Reads which standards a document says it conforms to. Whether it does is not checked."""

import re

from ..objects import MALFORMED, is_stream
from ..source import Source

PATTERNS = {
    "part": rb"pdfaid:part(?:>|=[\"'])\s*(\d)",
    "conformance": rb"pdfaid:conformance(?:>|=[\"'])\s*([A-Za-z])",
    "accessible": rb"pdfuaid:part(?:>|=[\"'])\s*(\d)",
}
MOST_BYTES = 4 << 20


def read_claims(source: Source) -> dict:
    try:
        metadata = source.root.get("/Metadata")
        data = metadata.read_bytes()[:MOST_BYTES] if is_stream(metadata) else b""
    except MALFORMED:
        data = b""
    # XMP may be in UTF-16, whose letters have a zero byte each.
    plain = data.replace(b"\0", b"")
    found = {name: re.search(pattern, plain) for name, pattern in PATTERNS.items()}
    part, conformance, accessible = (match[1].decode() if match else "" for match in found.values())
    return {
        "pdfa": f"PDF/A-{part}{conformance.lower()}" if part else None,
        "pdfua": f"PDF/UA-{accessible}" if accessible else None,
    }
