"""Replaces parts of WeasyPrint, in the versions whose parts are known."""

import hashlib
import inspect
from collections.abc import Callable

import font_subset
import glyph_names
import long_lines
import weasyprint
import weasyprint.draw
from weasyprint.pdf.stream import Font
from weasyprint.text.line_break import split_first_line

#: Other versions print without our parts: slower, and Arabic and Hebrew in their PDFs cannot be searched.
KNOWN_VERSION = "57."

#: Functions that are replaced, or called by a replacement; a test knows the text of each.
REPLACED: dict[str, Callable] = {
    "split_first_line": split_first_line,
    "Font.clean": Font.clean,
    "draw_first_line": weasyprint.draw.draw_first_line,
}


def fingerprints() -> dict[str, str]:
    """Returns a fingerprint of the text of each replaced part."""
    return {name: hashlib.sha256(inspect.getsource(part).encode()).hexdigest()[:16] for name, part in REPLACED.items()}


def install() -> bool:
    if not weasyprint.__version__.startswith(KNOWN_VERSION):
        return False
    glyph_names.install()
    font_subset.install()
    long_lines.install()
    return True
