"""
Typesets plain text on pages. Reads a request as JSON on standard input, writes a PDF and answers with its number of
pages.
"""

import json
import re
import sys
from collections.abc import Iterator

import cairo
import gi

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

# 80 columns of this fit between the default margins of A4.
FONT = "DejaVu Sans Mono, Noto Sans Mono CJK SC, monospace 9.9"
TAB_COLUMNS = 8
# Pango's time grows faster than a paragraph's length: a longer one is set in pieces.
PIECE = 4000

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\u2028\u2029]")


def split_line(line: str) -> Iterator[str]:
    while len(line) > PIECE:
        cut = line.rfind(" ", PIECE // 2, PIECE)
        cut = PIECE if cut < 0 else cut + 1
        yield line[:cut]
        line = line[cut:]
    yield line


def main() -> None:
    request = json.load(sys.stdin)
    paper = request["paper"]
    margins = paper["margins"]
    surface = cairo.PDFSurface(request["output"], paper["width"], paper["height"])
    surface.set_metadata(cairo.PDF_METADATA_TITLE, request["title"])
    context = cairo.Context(surface)
    layout = PangoCairo.create_layout(context)
    # Letters are measured for a printer, not for a screen's pixels.
    options = cairo.FontOptions()
    options.set_hint_style(cairo.HINT_STYLE_NONE)
    options.set_hint_metrics(cairo.HINT_METRICS_OFF)
    PangoCairo.context_set_font_options(layout.get_context(), options)
    PangoCairo.context_set_resolution(layout.get_context(), 72)
    layout.set_font_description(Pango.FontDescription(FONT))
    layout.set_width(int((paper["width"] - margins["left"] - margins["right"]) * Pango.SCALE))
    layout.set_wrap(Pango.WrapMode.WORD_CHAR)
    layout.set_text(" " * TAB_COLUMNS, -1)
    tab = layout.get_size()[0]
    tabs = Pango.TabArray.new(32, False)
    for index in range(32):
        tabs.set_tab(index, Pango.TabAlign.LEFT, tab * (index + 1))
    layout.set_tabs(tabs)

    bottom = paper["height"] - margins["bottom"]
    top = margins["top"]
    place, pages = top, 1

    def new_page() -> None:
        nonlocal place, pages
        surface.show_page()
        place, pages = top, pages + 1
        if pages > request["maxPages"]:
            sys.exit(0)

    # A form feed that ends the text ends its last page and begins no other.
    with open(request["input"], encoding="utf-8", errors="replace", newline="") as file:
        text = re.sub(r"\r\n?", "\n", file.read()).rstrip("\n").removesuffix("\f")
    done, total, told = 0, max(1, len(text)), 0
    for number, page in enumerate(text.split("\f")):
        if number:
            new_page()
        for line in page.removeprefix("\n").split("\n") if number else page.split("\n"):
            for piece in split_line(CONTROLS.sub("", line)):
                layout.set_text(piece, -1)
                rows = layout.get_iter()
                while True:
                    row = rows.get_line_readonly()
                    _, logical = rows.get_line_extents()
                    height = logical.height / Pango.SCALE
                    if place > top and place + height > bottom:
                        new_page()
                    base = (rows.get_baseline() - logical.y) / Pango.SCALE
                    context.move_to(margins["left"] + logical.x / Pango.SCALE, place + base)
                    PangoCairo.show_layout_line(context, row)
                    place += height
                    if not rows.next_line():
                        break
            done += len(line) + 1
            if done * 100 // total > told:
                told = done * 100 // total
                print(f"{min(told, 99)}%", flush=True)
    surface.finish()
    print(f"pages {pages}", flush=True)


main()
