"""
Breaks long text without spaces into lines a piece at a time: for each line WeasyPrint 57 lays out all of the text up to
the next space, which took minutes for a page of Chinese in one paragraph.
"""

from math import inf
from typing import Any

import weasyprint.layout.inline
import weasyprint.layout.preferred
from weasyprint.text.line_break import split_first_line

MIN_LETTERS = 400
# This is four times the number of narrow letters that fit in a line.
LETTERS_PER_EM = 20


def split_from_piece(text: Any, style: Any, context: Any, max_width: Any, *args: Any, **kwargs: Any) -> Any:
    size = style["font_size"]
    if max_width is not None and max_width != inf and size:
        most = max(MIN_LETTERS, int(max_width / size * LETTERS_PER_EM))
        if len(text) > 2 * most:
            found = split_first_line(text[:most], style, context, max_width, *args, **kwargs)
            resume = found[2]
            # A line that ends well within the piece ends there in the whole text.
            if resume is not None and resume <= len(text[: most // 2].encode()):
                return found
    return split_first_line(text, style, context, max_width, *args, **kwargs)


def install() -> None:
    for module in (weasyprint.layout.inline, weasyprint.layout.preferred):
        module.split_first_line = split_from_piece
