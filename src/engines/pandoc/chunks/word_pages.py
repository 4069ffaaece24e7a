"""Makes Word's paragraphs and tables of an HTML page."""

import base64
import binascii
import re
import urllib.parse
import xml.etree.ElementTree as tree
from html.parser import HTMLParser

from word_names import W
from word_pictures import Pictures

BLOCKS = {"p", "div", "li", "tr", "table", "ul", "ol", "blockquote", "pre", "body", "section", "article"}
HEADINGS = {f"h{level}": f"Heading{level}" for level in range(1, 7)}
UNSEEN = {"head", "style", "script", "title"}


class Paragraphs(HTMLParser):
    """Reads the paragraphs, tables and pictures of a page as Word's elements."""

    def __init__(self, pictures: Pictures, beside: dict[str, bytes]) -> None:
        super().__init__()
        self.pictures = pictures
        #: Pictures that came with the page, by the addresses it may use for them.
        self.beside = beside
        self.made: list[tree.Element] = []
        self.open: tree.Element | None = None
        #: The tables, rows and cells that are open, the innermost last.
        self.cells: list[tree.Element] = []
        self.style, self.mark = "", ""
        self.bold = self.italic = self.unseen = 0

    def end_paragraph(self) -> None:
        self.open = None

    def find_place(self) -> list[tree.Element] | tree.Element:
        return self.cells[-1] if self.cells else self.made

    def open_paragraph(self) -> tree.Element:
        if self.open is None:
            self.open = tree.Element(W + "p")
            if self.style:
                properties = tree.SubElement(self.open, W + "pPr")
                tree.SubElement(properties, W + "pStyle", {W + "val": self.style})
            self.find_place().append(self.open)
        return self.open

    def add_picture(self, address: str) -> None:
        """Adds a picture that is within the file. Nothing is fetched."""
        if address.startswith("data:"):
            head, _, body = address.partition(",")
            try:
                plain = urllib.parse.unquote_to_bytes(body)
                data = base64.b64decode(plain) if head.endswith(";base64") else plain
            except binascii.Error:
                return
        else:
            data = self.beside.get(address, self.beside.get(address.rpartition("/")[2], b""))
        drawing = self.pictures.add(data)
        if drawing is not None:
            tree.SubElement(self.open_paragraph(), W + "r").append(drawing)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self.unseen += 1
        if tag in BLOCKS or tag in HEADINGS:
            self.end_paragraph()
            self.style = HEADINGS.get(tag, "")
        if tag == "li":
            self.mark = "• "
        elif tag == "img" and (not self.cells or self.cells[-1].tag == W + "tc"):
            self.add_picture(dict(attrs).get("src") or "")
        elif tag == "br":
            tree.SubElement(tree.SubElement(self.open_paragraph(), W + "r"), W + "br")
        elif tag in ("b", "strong"):
            self.bold += 1
        elif tag in ("i", "em"):
            self.italic += 1
        elif tag == "table":
            table = tree.Element(W + "tbl")
            tree.SubElement(table, W + "tblPr")
            self.find_place().append(table)
            self.cells.append(table)
        elif tag == "tr" and self.cells:
            while len(self.cells) > 1 and self.cells[-1].tag != W + "tbl":
                self.cells.pop()
            self.cells.append(tree.SubElement(self.cells[-1], W + "tr"))
        elif tag in ("td", "th") and self.cells:
            if self.cells[-1].tag == W + "tc":
                self.cells.pop()
            if self.cells[-1].tag == W + "tr":
                self.cells.append(tree.SubElement(self.cells[-1], W + "tc"))
            self.end_paragraph()

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        if tag in BLOCKS or tag in HEADINGS or tag in ("td", "th"):
            if tag in ("td", "th") and self.cells and len(self.cells[-1]) == 0:
                self.open_paragraph()
            self.end_paragraph()
            self.style = ""
        if tag in ("b", "strong"):
            self.bold = max(0, self.bold - 1)
        elif tag in ("i", "em"):
            self.italic = max(0, self.italic - 1)
        elif tag == "table":
            while self.cells and self.cells.pop().tag != W + "tbl":
                pass

    def handle_data(self, data: str) -> None:
        text = re.sub(r"\s+", " ", data)
        inside = not self.cells or self.cells[-1].tag == W + "tc"
        if self.unseen or not inside or (not text.strip() and self.open is None):
            return
        run = tree.SubElement(self.open_paragraph(), W + "r")
        if self.bold or self.italic:
            properties = tree.SubElement(run, W + "rPr")
            for wanted, name in ((self.bold, "b"), (self.italic, "i")):
                if wanted:
                    tree.SubElement(properties, W + name)
        words = tree.SubElement(run, W + "t", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"})
        words.text, self.mark = self.mark + text, ""


def read_page(text: str, pictures: Pictures, beside: dict[str, bytes] | None = None) -> list[tree.Element]:
    """Reads a page as Word's elements; `beside` has the pictures that came with it."""
    parser = Paragraphs(pictures, beside or {})
    parser.feed(text)
    parser.close()
    return parser.made
