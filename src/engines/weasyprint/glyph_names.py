"""
Records which letters each glyph of a line from right to left stands for: WeasyPrint 57 takes those of its neighbour, so
the words could not be searched or copied.
"""

import re
from typing import Any

import weasyprint.draw
from weasyprint.text.ffi import ffi, pango

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")


def name_glyphs(stream: Any, textbox: Any) -> None:
    text = textbox.pango_layout.text
    if not RIGHT_TO_LEFT.search(text):
        return
    utf8 = text.encode()
    line, _ = textbox.pango_layout.get_first_line()
    run = line.runs[0]
    while run != ffi.NULL:
        item, glyphs = run.data.item, run.data.glyphs
        run = run.next
        cmap = stream.add_font(item.analysis.font).cmap
        starts = [glyphs.log_clusters[index] for index in range(glyphs.num_glyphs)]
        ends = dict(zip(sorted(set(starts)), [*sorted(set(starts))[1:], item.length]))
        named = set()
        for index, start in enumerate(starts):
            # One of the glyphs that stand for the same letters records them; the others (marks) record none.
            letters = "" if start in named else utf8[item.offset + start : item.offset + ends[start]].decode()
            named.add(start)
            glyph = glyphs.glyphs[index].glyph
            if glyph != pango.PANGO_GLYPH_EMPTY and not glyph & pango.PANGO_GLYPH_UNKNOWN_FLAG:
                cmap.setdefault(glyph, letters)


def with_names(draw_first_line: Any) -> Any:
    def draw(stream: Any, textbox: Any, text_overflow: Any, block_ellipsis: Any, *args: Any, **kwargs: Any) -> Any:
        # A line that is cut gets other glyphs as it is drawn.
        if text_overflow != "ellipsis" and block_ellipsis == "none" and textbox.style["font_size"] >= 1e-6:
            name_glyphs(stream, textbox)
        return draw_first_line(stream, textbox, text_overflow, block_ellipsis, *args, **kwargs)

    return draw


def install() -> None:
    weasyprint.draw.draw_first_line = with_names(weasyprint.draw.draw_first_line)
