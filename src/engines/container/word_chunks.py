"""Puts the chunks that a Word file carries within itself in their places. Takes the file and where to write the copy."""

import base64
import binascii
import email
import email.message
import email.policy
import html
import io
import posixpath
import re
import struct
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as tree
import zipfile
from html.parser import HTMLParser

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
DEFAULT_TYPE = "{http://schemas.openxmlformats.org/package/2006/content-types}Default"
TYPES = "[Content_Types].xml"
DOCUMENT = "word/document.xml"
RELATIONS = "word/_rels/document.xml.rels"
#: More text in a chunk than this is left out: all of it is held at once.
MOST_BYTES = 64 * 1024 * 1024
#: What refers to parts that stay behind in the chunk, or ends it.
LEFT_BEHIND = {W + name for name in ("sectPr", "drawing", "pict", "object", "altChunk", "footnoteReference")}
BLOCKS = {"p", "div", "li", "tr", "table", "ul", "ol", "blockquote", "pre", "body", "section", "article"}
HEADINGS = {f"h{level}": f"Heading{level}" for level in range(1, 7)}
UNSEEN = {"head", "style", "script", "title"}


#: Of a screen's pixel, in Word's unit; and the widest a picture is drawn.
PIXEL = 9525
MOST_WIDE = 6 * 96


def size_of(data: bytes) -> tuple[str, int, int] | None:
    """The kind of a picture and its size in pixels, of the kinds that stand in pages."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return "png", width, height
    if data[:4] == b"GIF8" and len(data) > 10:
        width, height = struct.unpack("<HH", data[6:10])
        return "gif", width, height
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return "jpeg", width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


class Pictures:
    """The pictures of chunks, which become parts of the file."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}

    def drawing(self, data: bytes) -> tree.Element | None:
        size = size_of(data)
        if size is None or 0 in size:
            return None
        kind, width, height = size
        number = len(self.parts) + 1
        self.parts[f"media/chunk{number}.{kind}"] = data
        shown = min(width, MOST_WIDE)
        extent = {"cx": str(shown * PIXEL), "cy": str(max(1, height * shown // width) * PIXEL)}
        named = {"id": str(10_000 + number), "name": f"Picture {number}"}
        drawing = tree.Element(W + "drawing")
        inline = tree.SubElement(drawing, WP + "inline")
        tree.SubElement(inline, WP + "extent", extent)
        tree.SubElement(inline, WP + "docPr", named)
        graphic = tree.SubElement(inline, A + "graphic")
        data_of = tree.SubElement(graphic, A + "graphicData", {"uri": PIC[1:-1]})
        picture = tree.SubElement(data_of, PIC + "pic")
        about = tree.SubElement(picture, PIC + "nvPicPr")
        tree.SubElement(about, PIC + "cNvPr", named)
        tree.SubElement(about, PIC + "cNvPicPr")
        fill = tree.SubElement(picture, PIC + "blipFill")
        tree.SubElement(fill, A + "blip", {R + "embed": f"rIdChunk{number}"})
        tree.SubElement(tree.SubElement(fill, A + "stretch"), A + "fillRect")
        shape = tree.SubElement(picture, PIC + "spPr")
        place = tree.SubElement(shape, A + "xfrm")
        tree.SubElement(place, A + "off", {"x": "0", "y": "0"})
        tree.SubElement(place, A + "ext", extent)
        tree.SubElement(shape, A + "prstGeom", {"prst": "rect"})
        return drawing

    def related(self, relations: bytes) -> bytes:
        root = tree.fromstring(relations)
        for number, name in enumerate(self.parts, 1):
            kind = R[1:-1] + "/image"
            tree.SubElement(root, RELATION, {"Id": f"rIdChunk{number}", "Type": kind, "Target": name})
        tree.register_namespace("", RELATION[1:].split("}")[0])
        return tree.tostring(root, encoding="UTF-8", xml_declaration=True)

    def typed(self, types: bytes) -> bytes:
        root = tree.fromstring(types)
        known = {each.get("Extension", "").lower() for each in root}
        for kind in sorted({name.rpartition(".")[2] for name in self.parts} - known):
            root.insert(0, tree.Element(DEFAULT_TYPE, {"Extension": kind, "ContentType": f"image/{kind}"}))
        tree.register_namespace("", DEFAULT_TYPE[1:].split("}")[0])
        return tree.tostring(root, encoding="UTF-8", xml_declaration=True)


PICTURES = Pictures()


class Paragraphs(HTMLParser):
    """The paragraphs, tables and pictures of a page, as Word has them."""

    def __init__(self, beside: dict[str, bytes]) -> None:
        super().__init__()
        self.beside = beside
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

    def picture(self, address: str) -> None:
        """Of what is within the file only: nothing is fetched."""
        if address.startswith("data:"):
            head, _, body = address.partition(",")
            try:
                plain = urllib.parse.unquote_to_bytes(body)
                data = base64.b64decode(plain) if head.endswith(";base64") else plain
            except binascii.Error:
                return
        else:
            data = self.beside.get(address, self.beside.get(address.rpartition("/")[2], b""))
        drawing = PICTURES.drawing(data)
        if drawing is not None:
            tree.SubElement(self.paragraph(), W + "r").append(drawing)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self.unseen += 1
        if tag in BLOCKS or tag in HEADINGS:
            self.end_paragraph()
            self.style = HEADINGS.get(tag, "")
        if tag == "li":
            self.mark = "• "
        elif tag == "img" and (not self.cells or self.cells[-1].tag == W + "tc"):
            self.picture(dict(attrs).get("src") or "")
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


def of_page(text: str, beside: dict[str, bytes] | None = None) -> list[tree.Element]:
    parser = Paragraphs(beside or {})
    parser.feed(text)
    parser.close()
    return parser.made


def of_letter(content: bytes) -> list[tree.Element]:
    """What Word saves as one file of a page: the first page in a message."""
    message = email.message_from_bytes(content, policy=email.policy.default)
    pages: list[str] = []
    beside: dict[str, bytes] = {}
    for part in message.walk():
        if part.get_content_type() == "text/html" and isinstance(part, email.message.EmailMessage):
            pages.append(part.get_content())
        elif part.get_content_maintype() == "image":
            data = part.get_payload(decode=True)
            place = str(part.get("Content-Location", ""))
            for name in (place, place.rpartition("/")[2], "cid:" + str(part.get("Content-ID", "")).strip("<> ")):
                beside[name] = data if isinstance(data, bytes) else b""
    return of_page(pages[0], beside) if pages else []


def of_rich_text(content: bytes) -> list[tree.Element] | None:
    try:
        page = subprocess.run(
            ["pandoc", "--sandbox", "-f", "rtf", "-t", "html"], input=content, capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return of_page(page.stdout.decode())


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
    if content[:5] == b"{\\rtf":
        return of_rich_text(content)
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
        document = put_in_place(old.read(DOCUMENT), old, chunks)
        made = {DOCUMENT: document}
        if PICTURES.parts:
            made |= {RELATIONS: PICTURES.related(old.read(RELATIONS)), TYPES: PICTURES.typed(old.read(TYPES))}
        for entry in old.infolist():
            new.writestr(entry.filename, made.get(entry.filename) or old.read(entry))
        for name, data in PICTURES.parts.items():
            new.writestr(f"word/{name}", data)


main()
