"""Puts the chunks that a Word file carries within itself in their places. Takes the file and where to write the copy."""

import email
import email.message
import email.policy
import html
import io
import posixpath
import re
import sys
import xml.etree.ElementTree as tree
import zipfile
from html.parser import HTMLParser

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
DOCUMENT = "word/document.xml"
RELATIONS = "word/_rels/document.xml.rels"
#: More text in a chunk than this is left out: all of it is held at once.
MOST_BYTES = 64 * 1024 * 1024
#: What refers to parts that stay behind in the chunk, or ends it.
LEFT_BEHIND = {W + name for name in ("sectPr", "drawing", "pict", "object", "altChunk", "footnoteReference")}
BLOCKS = {"p", "div", "li", "tr", "table", "ul", "ol", "blockquote", "pre", "body", "section", "article"}
HEADINGS = {f"h{level}": f"Heading{level}" for level in range(1, 7)}
UNSEEN = {"head", "style", "script", "title"}


class Paragraphs(HTMLParser):
    """The paragraphs and tables of a page, as Word has them."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tree.Element] = []
        self.open: tree.Element | None = None
        self.cells: list[tree.Element] = []
        self.style, self.mark = "", ""
        self.bold = self.italic = self.unseen = 0

    def end_paragraph(self) -> None:
        self.open = None

    def place(self) -> list[tree.Element] | tree.Element:
        return self.cells[-1] if self.cells else self.made

    def paragraph(self) -> tree.Element:
        if self.open is None:
            self.open = tree.Element(W + "p")
            if self.style:
                properties = tree.SubElement(self.open, W + "pPr")
                tree.SubElement(properties, W + "pStyle", {W + "val": self.style})
            self.place().append(self.open)
        return self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in UNSEEN:
            self.unseen += 1
        if tag in BLOCKS or tag in HEADINGS:
            self.end_paragraph()
            self.style = HEADINGS.get(tag, "")
        if tag == "li":
            self.mark = "• "
        elif tag == "br":
            tree.SubElement(tree.SubElement(self.paragraph(), W + "r"), W + "br")
        elif tag in ("b", "strong"):
            self.bold += 1
        elif tag in ("i", "em"):
            self.italic += 1
        elif tag == "table":
            table = tree.Element(W + "tbl")
            tree.SubElement(table, W + "tblPr")
            self.place().append(table)
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
                self.paragraph()
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
        run = tree.SubElement(self.paragraph(), W + "r")
        if self.bold or self.italic:
            properties = tree.SubElement(run, W + "rPr")
            for wanted, name in ((self.bold, "b"), (self.italic, "i")):
                if wanted:
                    tree.SubElement(properties, W + name)
        words = tree.SubElement(run, W + "t", {"{http://www.w3.org/XML/1998/namespace}space": "preserve"})
        words.text, self.mark = self.mark + text, ""


def decoded(content: bytes) -> str:
    declared = re.search(rb"charset=[\"']?([\w-]+)", content[:2048])
    try:
        return content.decode(declared[1].decode() if declared else "utf-8-sig")
    except (LookupError, UnicodeDecodeError):
        return content.decode("windows-1252", "replace")


def of_page(text: str) -> list[tree.Element]:
    parser = Paragraphs()
    parser.feed(text)
    parser.close()
    return parser.made


def of_letter(content: bytes) -> list[tree.Element]:
    """What Word saves as one file of a page: the first page in a message."""
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        if part.get_content_type() == "text/html" and isinstance(part, email.message.EmailMessage):
            return of_page(part.get_content())
    return []


def of_document(content: bytes) -> list[tree.Element]:
    """The text of another Word file; what it has besides the text stays behind."""
    with zipfile.ZipFile(io.BytesIO(content)) as inner:
        body = tree.fromstring(read_bounded(inner, DOCUMENT)).find(W + "body")
    if body is None:
        return []
    for parent in list(body.iter()):
        for child in [each for each in parent if each.tag in LEFT_BEHIND]:
            parent.remove(child)
    return list(body)


def of_text(content: bytes) -> list[tree.Element]:
    page = "".join(f"<p>{html.escape(line)}</p>" for line in decoded(content).splitlines())
    return of_page(page)


def content_of(name: str, content: bytes) -> list[tree.Element] | None:
    """None where a chunk is of a kind that is not known here: it stays as it is."""
    if content[:4] == b"PK\x03\x04":
        return of_document(content)
    if name.endswith((".mht", ".mhtml")) or content[:13].lower() == b"mime-version:":
        return of_letter(content)
    if name.endswith((".htm", ".html", ".xhtml")) or b"<html" in content[:1024].lower():
        return of_page(decoded(content))
    return of_text(content) if name.endswith(".txt") else None


def read_bounded(file: zipfile.ZipFile, name: str) -> bytes:
    if file.getinfo(name).file_size > MOST_BYTES:
        raise ValueError(f"{name} is too large")
    return file.read(name)


def targets(relations: bytes) -> dict[str, str]:
    """The chunks within the file by their ids; what lies outside is never fetched."""
    return {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/word", each.get("Target", ""))).lstrip("/")
        for each in tree.fromstring(relations)
        if each.get("Type", "").endswith("/aFChunk") and each.get("TargetMode") != "External"
    }


def put_in_place(document: bytes, file: zipfile.ZipFile, chunks: dict[str, str]) -> bytes:
    for _, (prefix, name) in tree.iterparse(io.BytesIO(document), ["start-ns"]):
        if not re.fullmatch(r"ns\d+", prefix):
            tree.register_namespace(prefix, name)
    root = tree.fromstring(document)
    for parent in list(root.iter()):
        for chunk in [each for each in parent if each.tag == W + "altChunk"]:
            name = chunks.get(chunk.get(R + "id", ""), "")
            made = content_of(name.lower(), read_bounded(file, name)) if name in file.namelist() else None
            if made is None:
                continue
            at = list(parent).index(chunk)
            parent.remove(chunk)
            for offset, element in enumerate(made):
                parent.insert(at + offset, element)
    return tree.tostring(root, encoding="UTF-8", xml_declaration=True)


def main() -> None:
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        chunks = targets(old.read(RELATIONS))
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == DOCUMENT:
                content = put_in_place(content, old, chunks)
            new.writestr(entry.filename, content)


main()
