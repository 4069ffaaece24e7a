"""Lays a page out on paper. Reads a request as JSON on standard input, writes a PDF, says how many pages it has."""

import json
import logging
import sys
import traceback

import weasyprint

NOT_PRINTABLE = 65

# What browsers do when they print: nothing wider than the paper, and no line lost at its edge. In tables only addresses
# and code may break anywhere: the words of a column would, to make room for its neighbour.
DEFAULTS = """
@page { size: %(width).2fpt %(height).2fpt; margin: %(top).2fpt %(right).2fpt %(bottom).2fpt %(left).2fpt }
html { font-family: "Liberation Serif", "Noto Serif", "Noto Sans", "Noto Sans CJK SC", serif }
body { max-width: none !important; margin: 0 !important; padding: 0 !important }
img, svg { max-width: 100%% }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
td, th { overflow-wrap: break-word }
a, code { overflow-wrap: anywhere }
"""
INSIST = "@page { size: %(width).2fpt %(height).2fpt !important; margin: %(top).2fpt %(right).2fpt %(bottom).2fpt %(left).2fpt !important }"
NO_BOOKMARKS = "* { bookmark-level: none !important }"


def only_embedded(url, *args, **kwargs):
    """A page is printed with what it carries in itself: nothing is fetched and no file is read."""
    if url.startswith("data:"):
        return weasyprint.default_url_fetcher(url, *args, **kwargs)
    raise ValueError("not embedded")


def main():
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    sys.setrecursionlimit(20000)
    request = json.load(sys.stdin)
    paper = {**request["paper"], **request["paper"]["margins"]}
    sheets = [DEFAULTS % paper]
    if request["insist"]:
        sheets.append(INSIST % paper)
    if not request["bookmarks"]:
        sheets.append(NO_BOOKMARKS)
    styles = [weasyprint.CSS(string=sheet, url_fetcher=only_embedded) for sheet in sheets]
    with open(request["input"], encoding="utf-8") as file:
        source = file.read()
    try:
        page = weasyprint.HTML(string=source, url_fetcher=only_embedded, base_url=None, encoding="utf-8")
        document = page.render(stylesheets=styles)
        document.write_pdf(request["output"], variant="pdf/a-2b" if request["pdfa"] else None)
    except (RecursionError, ValueError, TypeError, KeyError, IndexError, AttributeError, ZeroDivisionError, AssertionError):
        traceback.print_exc()
        sys.exit(NOT_PRINTABLE)
    print(f"pages {len(document.pages)}")


main()
