"""
Lays a page out on paper. Reads a request as JSON on standard input, writes a PDF and answers with its number of pages and
the kinds of content that were left out.
"""

import json
import logging
import os
import re
import sys
import traceback
from typing import Any

import weasyprint

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import contents
import dropped
import patches
import wide_tables

NOT_PRINTABLE = 65

# These styles print as browsers do: nothing is wider than the paper, and no line is lost at its edge. In tables only
# addresses and code may break anywhere, since the words of a column would break to make room for its neighbour.
DEFAULTS = """
@page { size: %(width).2fpt %(height).2fpt; margin: %(top).2fpt %(right).2fpt %(bottom).2fpt %(left).2fpt }
html { font-family: "Liberation Serif", "Noto Serif", "Noto Sans", "Noto Sans CJK %(cjk)s", serif }
body { max-width: none !important; margin: 0 !important; padding: 0 !important; overflow-wrap: break-word }
img, svg { max-width: 100%% }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
td, th { overflow-wrap: break-word }
a, code { overflow-wrap: anywhere }
input, textarea, select, button { display: inline-block; border: 1px solid #777; padding: 0 .3em; min-width: 1em; min-height: 1em; font: inherit; vertical-align: text-bottom }
input[type=checkbox], input[type=radio] { border: 0; padding: 0; min-height: 0; vertical-align: baseline }
input[type=hidden] { display: none }
textarea { white-space: pre-wrap }
"""
INSIST = "@page { size: %(width).2fpt %(height).2fpt !important; margin: %(top).2fpt %(right).2fpt %(bottom).2fpt %(left).2fpt !important }"
NO_BOOKMARKS = "* { bookmark-level: none !important }"


def fetch_embedded(url: str, *args: Any, **kwargs: Any) -> Any:
    """Gives WeasyPrint only resources that a page carries in itself. Nothing is fetched and no file is read."""
    if url.startswith("data:"):
        return weasyprint.default_url_fetcher(url, *args, **kwargs)
    raise ValueError("not embedded")


# Characters that Chinese, Japanese and Korean share are drawn differently in each; their own letters tell which it is.
OWN_LETTERS = {"JP": re.compile("[\u3041-\u30ff]"), "KR": re.compile("[\uac00-\ud7a3]")}


def find_cjk_script(text: Any) -> str:
    counts = {name: len(letters.findall(text)) for name, letters in OWN_LETTERS.items()}
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else "SC"


TICKS = {"checkbox": "\u2610\u2611", "radio": "\u25cb\u25c9"}


def show_form_values(page: Any) -> None:
    """Writes the values of form fields as text, because WeasyPrint 57 does not show them."""
    for field in page.etree_element.iter("input"):
        kind = field.get("type", "text").lower()
        if kind in TICKS:
            field.text = TICKS[kind][field.get("checked") is not None]
        elif kind not in ("hidden", "password", "file", "image"):
            field.text = field.get("value") or field.get("placeholder") or "\u00a0"
    for choice in page.etree_element.iter("select"):
        options = list(choice.iter("option"))
        chosen = [each for each in options if each.get("selected") is not None] or options[:1]
        text = ", ".join("".join(each.itertext()).strip() for each in chosen)
        choice[:] = []
        choice.text = text


def main() -> None:
    patches.install()
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    sys.setrecursionlimit(20000)
    request = json.load(sys.stdin)
    with open(request["input"], encoding="utf-8") as file:
        source = file.read()
    paper = {**request["paper"], **request["paper"]["margins"], "cjk": find_cjk_script(source)}
    sheets = [DEFAULTS % paper]
    if request["insist"]:
        sheets.append(INSIST % paper)
    if not request["bookmarks"]:
        sheets.append(NO_BOOKMARKS)
    styles = [weasyprint.CSS(string=sheet, url_fetcher=fetch_embedded) for sheet in sheets]
    try:
        page = weasyprint.HTML(string=source, url_fetcher=fetch_embedded, base_url=None, encoding="utf-8")
        left_out = dropped.find_dropped(page.etree_element)
        show_form_values(page)
        if request["toc"]:
            contents.add_contents(page.etree_element)
        if "<math" in source or ":math" in source:
            from formulas import draw_formulas

            draw_formulas(page.etree_element)

        # Attributes such as `start`, `align` and `bgcolor` count, as in browsers.
        def render() -> Any:
            return page.render(stylesheets=styles, presentational_hints=True)

        document = wide_tables.fit_tables(render(), render)
        document.write_pdf(request["output"], variant="pdf/a-2b" if request["pdfa"] else None)
    except (
        RecursionError,
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
        ZeroDivisionError,
        AssertionError,
    ):
        traceback.print_exc()
        sys.exit(NOT_PRINTABLE)
    print(json.dumps({"pages": len(document.pages), "dropped": left_out}))


main()
