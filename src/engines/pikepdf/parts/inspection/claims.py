"""Reads which standards a document says it conforms to. Whether it does is not checked."""

import re

from ..objects import read_xmp
from ..source import Source

PATTERNS = {
    "part": rb"pdfaid:part(?:>|=[\"'])\s*(\d)",
    "conformance": rb"pdfaid:conformance(?:>|=[\"'])\s*([A-Za-z])",
    "accessible": rb"pdfuaid:part(?:>|=[\"'])\s*(\d)",
}


def read_claims(source: Source) -> dict:
    plain = read_xmp(source.root)
    found = {name: re.search(pattern, plain) for name, pattern in PATTERNS.items()}
    part, conformance, accessible = (match[1].decode() if match else "" for match in found.values())
    return {
        "pdfa": f"PDF/A-{part}{conformance.lower()}" if part else None,
        "pdfua": f"PDF/UA-{accessible}" if accessible else None,
    }
