"""Makes the page of a message safe and whole: no scripts, no pictures from elsewhere, every element closed."""

import base64
import html
import re
from html.parser import HTMLParser
from urllib.parse import unquote

from parts import Attachment

DROPPED = {"script", "iframe", "object", "embed", "applet", "noscript", "title", "frameset", "template"}
UNWRAPPED = {"html", "head", "body", "meta", "link", "base", "form", "input", "button", "frame", "xml"}
EMPTY = {"img", "br", "hr", "col", "area", "wbr", "source", "track", "embed", "input"}
ADDRESSES = {"src", "background", "href", "poster", "srcset", "data", "action"}
REMOTE = re.compile(r"^\s*(?:https?:|ftp:|file:|//)", re.I)
REMOTE_STYLE = re.compile(r"url\(\s*[\"']?\s*(?:https?:|ftp:|file:|//)[^)]*\)|@import[^;]*;?|expression\s*\(", re.I)
# Outlook puts the text on a page of its own kind, which would begin below the headers on a new page.
PAGE_STYLE = re.compile(r"(?<![\w-])page\s*:\s*[\w-]+\s*;?", re.I)
HIDING = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)
# Elements that end where the next one of their kind begins.
UNNESTED = {"p", "li", "td", "th", "tr"}
BLOCKS = {"p", "div", "br", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "pre", "ul", "ol"}


class Cleaner(HTMLParser):
    def __init__(self, pictures: dict[str, Attachment], keeps_styles: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.pictures = pictures
        self.keeps_styles = keeps_styles
        self.output: list[str] = []
        self.opened: list[str] = []
        self.has_remote_pictures = False
        self.hidden: list[str] = []
        self.style: list[str] | None = None

    def show_picture(self, content_id: str) -> str | None:
        found = self.pictures.get(content_id)
        return f"data:{found.type};base64,{base64.b64encode(found.data).decode()}" if found else None

    def clean_attribute(self, tag: str, name: str, value: str) -> str | None:
        if name.startswith("on") or name in ("srcset", "action", "ping"):
            return None
        if name == "style":
            cleaned = REMOTE_STYLE.sub("", value)
            self.has_remote_pictures |= cleaned != value
            return PAGE_STYLE.sub("", cleaned)
        if name not in ADDRESSES:
            return value
        if value.strip().lower().startswith("cid:"):
            return self.show_picture(unquote(value.strip()[4:]))
        if re.match(r"\s*(?:javascript|vbscript):", value, re.I):
            return None
        # A link may lead anywhere; it is followed only if the reader does.
        if tag in ("a", "area") and name == "href":
            return value
        if REMOTE.match(value):
            self.has_remote_pictures = True
            return None
        return value if value.startswith("data:image/") else None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.hidden and tag in UNNESTED and tag == self.hidden[-1]:
            self.hidden.pop()
        given = dict(attrs)
        is_hidden = "hidden" in given or HIDING.search(given.get("style") or "")
        if self.hidden or tag in DROPPED or is_hidden:
            if tag not in EMPTY:
                self.hidden.append(tag)
            return
        if tag == "style":
            self.style = []
            return
        if tag in UNWRAPPED or ":" in tag or not re.fullmatch(r"[a-z][a-z0-9]*", tag):
            return
        kept = []
        for name, value in attrs:
            cleaned = self.clean_attribute(tag, name, value or "")
            if cleaned is not None and re.fullmatch(r"[a-z][a-z0-9-]*", name):
                kept.append(f' {name}="{html.escape(cleaned)}"')
        is_missing = tag == "img" and not any(each.startswith(" src=") for each in kept)
        if is_missing and given.get("alt"):
            self.output.append(html.escape(given["alt"] or "", quote=False))
            return
        self.output.append(f"<{tag}{''.join(kept)}>")
        if tag not in EMPTY:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.hidden:
            while self.hidden.pop() != tag:
                pass
            return
        if self.hidden and tag not in self.opened:
            return
        # The end of an element around what is hidden ends that too, where its own end tag is missing.
        self.hidden = []
        if tag == "style" and self.style is not None:
            css = PAGE_STYLE.sub("", REMOTE_STYLE.sub("", "".join(self.style))).replace("</", "")
            if self.keeps_styles:
                self.output.append(f"<style>{css}</style>")
            self.style = None
            return
        if tag in self.opened:
            while self.opened:
                last = self.opened.pop()
                self.output.append(f"</{last}>")
                if last == tag:
                    break

    def handle_data(self, data: str) -> None:
        if self.style is not None:
            self.style.append(data)
        elif not self.hidden:
            self.output.append(html.escape(data, quote=False))

    def finish(self, page: str) -> str:
        self.feed(page)
        self.close()
        closing = "".join(f"</{tag}>" for tag in reversed(self.opened))
        return "".join(self.output) + closing


class TextReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.output: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "title"):
            self.hidden += 1
        elif tag in BLOCKS:
            self.output.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "title"):
            self.hidden = max(0, self.hidden - 1)
        elif tag in ("p", "div", "tr", "table", "blockquote"):
            self.output.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.output.append(re.sub(r"\s+", " ", data))


def html_to_text(page: str) -> str:
    reader = TextReader()
    reader.feed(page)
    lines = [line.strip() for line in "".join(reader.output).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n" if page else ""
