"""
Typesets short texts, each on a page just large enough for it. Reads a request as JSON on standard input and answers
with their sizes.
"""

import json
import sys

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402


def main() -> None:
    request = json.load(sys.stdin)
    surface = cairo.PDFSurface(request["output"], 1, 1)
    context = cairo.Context(surface)
    layout = PangoCairo.create_layout(context)
    options = cairo.FontOptions()
    options.set_hint_style(cairo.HINT_STYLE_NONE)
    options.set_hint_metrics(cairo.HINT_METRICS_OFF)
    PangoCairo.context_set_font_options(layout.get_context(), options)
    PangoCairo.context_set_resolution(layout.get_context(), 72)
    font = Pango.FontDescription("Noto Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif")
    font.set_absolute_size(request["fontSize"] * Pango.SCALE)
    font.set_weight(Pango.Weight.BOLD if request["bold"] else Pango.Weight.NORMAL)
    layout.set_font_description(font)
    layout.set_alignment(Pango.Alignment.CENTER)
    sizes = []
    for text in request["texts"]:
        layout.set_text(text, -1)
        ink, logical = layout.get_extents()
        left, right = min(ink.x, logical.x), max(ink.x + ink.width, logical.x + logical.width)
        width = max(1.0, (right - left) / Pango.SCALE)
        height = max(1.0, logical.height / Pango.SCALE)
        surface.set_size(width, height)
        context.set_source_rgb(*request["colour"])
        context.move_to(-left / Pango.SCALE, -logical.y / Pango.SCALE)
        PangoCairo.show_layout(context, layout)
        context.show_page()
        sizes.append([width, height])
    surface.finish()
    print(json.dumps(sizes))


main()
