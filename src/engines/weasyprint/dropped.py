"""
Finds the parts of a page that WeasyPrint leaves out, so that the caller is told: scripts, canvases, CSS grid, parts of
flexbox, embedded content, and pictures, styles and fonts that the page does not carry in itself.
"""

import re
from collections.abc import Iterator
from typing import Any

import cssselect2
import tinycss2

# Types of scripts that browsers run; others carry data.
SCRIPT_TYPES = re.compile(r"^\s*$|^(module|(text|application)/(x-)?(java|ecma)script)\b", re.I)
EMBEDDED = ("iframe", "frame", "video", "audio", "embed", "object")
EMBEDDED_URL = re.compile(r"^\s*(data:|#|$)", re.I)
GAPS = ("gap", "row-gap", "column-gap", "grid-gap")
LENGTHS = ("dimension", "percentage", "number")
# The most rules of a page that are looked at.
MAX_RULES = 20_000


def find_dropped(root: Any) -> list[str]:
    """Names the kinds of content that the printed page lacks, as the catalogue of warnings does."""
    dropped = set(find_elements(root))
    dropped.update(find_in_styles(root))
    return sorted(dropped)


def is_elsewhere(url: str | None) -> bool:
    return url is not None and not EMBEDDED_URL.match(url)


def is_printed(media: str) -> bool:
    """Tells whether a style sheet for these media counts on paper."""
    kinds = [kind.strip().lower() for kind in media.split(",")]
    return not media.strip() or any(not re.match(r"(only\s+)?(screen|speech|tty)\b", kind) for kind in kinds)


def find_elements(root: Any) -> Iterator[str]:
    for script in root.iter("script"):
        if SCRIPT_TYPES.match(script.get("type", "")):
            yield "scripts_not_run"
    for _ in root.iter("canvas"):
        yield "canvas_empty"
    for name in EMBEDDED:
        for element in root.iter(name):
            if any(element.get(given) for given in ("src", "data", "srcdoc")) or name in ("video", "audio"):
                yield "embedded_content"
    for picture in root.iter("img"):
        if is_elsewhere(picture.get("src")) or (picture.get("src") is None and picture.get("srcset")):
            yield "remote_pictures"
    for link in root.iter("link"):
        kinds = link.get("rel", "").lower().split()
        if "stylesheet" in kinds and is_elsewhere(link.get("href")) and is_printed(link.get("media", "")):
            yield "remote_styles"


def find_in_styles(root: Any) -> Iterator[str]:
    wrapper = cssselect2.ElementWrapper.from_html_root(root)
    for element in root.iter():
        if isinstance(element.tag, str) and element.get("style"):
            yield from find_in_declarations(tinycss2.parse_declaration_list(element.get("style")))
    for sheet in root.iter("style"):
        if is_printed(sheet.get("media", "")):
            rules = tinycss2.parse_stylesheet("".join(sheet.itertext()), skip_comments=True, skip_whitespace=True)
            yield from find_in_rules(rules[:MAX_RULES], wrapper)


def find_in_rules(rules: list[Any], page: Any) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            found = set(find_in_declarations(tinycss2.parse_declaration_list(rule.content)))
            # Rules that fit no element of the page change nothing.
            if found and matches(rule.prelude, page):
                yield from found
        elif rule.type == "at-rule":
            yield from find_in_at_rule(rule, page)


def find_in_at_rule(rule: Any, page: Any) -> Iterator[str]:
    name = rule.lower_at_keyword
    if name == "import" and any(is_elsewhere(url) for url in find_urls(rule.prelude, with_strings=True)):
        yield "remote_styles"
    elif name == "font-face" and any(is_elsewhere(url) for url in find_urls(rule.content or [])):
        yield "remote_fonts"
    elif name in ("media", "supports", "layer") and rule.content is not None:
        if name != "media" or is_printed(tinycss2.serialize(rule.prelude)):
            yield from find_in_rules(tinycss2.parse_rule_list(rule.content, True, True), page)


def find_in_declarations(declarations: list[Any]) -> Iterator[str]:
    has_flex = has_gap = False
    for declaration in declarations:
        if declaration.type != "declaration":
            continue
        if declaration.lower_name == "display":
            words = {each.lower_value for each in declaration.value if each.type == "ident"}
            has_flex = has_flex or "flex" in words
            if words & {"grid", "inline-grid"}:
                yield "grid_not_laid_out"
            if "inline-flex" in words:
                yield "flex_not_laid_out"
        elif declaration.lower_name in GAPS:
            has_gap = has_gap or any(getattr(each, "value", 0) for each in declaration.value if each.type in LENGTHS)
        elif any(is_elsewhere(url) for url in find_urls(declaration.value)):
            yield "remote_pictures"
    # Flexible boxes are laid out, but the space between them is not.
    if has_flex and has_gap:
        yield "flex_not_laid_out"


def find_urls(tokens: list[Any], with_strings: bool = False) -> Iterator[str]:
    for token in tokens:
        if token.type == "url" or (with_strings and token.type == "string"):
            yield token.value
        elif token.type == "function" and token.lower_name == "url":
            yield from (each.value for each in token.arguments if each.type == "string")
        elif token.type in ("function", "{} block", "() block"):
            yield from find_urls(token.arguments if token.type == "function" else token.content)


def matches(prelude: list[Any], page: Any) -> bool:
    try:
        selectors = cssselect2.compile_selector_list(prelude)
        return any(True for selector in selectors for _ in page.query_all(selector))
    except cssselect2.SelectorError:
        return False
