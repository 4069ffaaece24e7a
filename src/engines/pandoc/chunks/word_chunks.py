"""Puts the chunks that a Word file carries within itself in their places. Takes the file and the path of the copy."""

import email
import email.message
import email.policy
import html
import io
import os
import posixpath
import re
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile

# Python is started without the folder of its script on the path.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from word_names import R, W
from word_pages import read_page
from word_pictures import EXTENT, Pictures

TYPES = "[Content_Types].xml"
DOCUMENT = "word/document.xml"
RELATIONS = "word/_rels/document.xml.rels"
#: A file with a chunk of more bytes than this stays as it was, because all of a chunk is held at once.
MAX_BYTES = 64 * 1024 * 1024
#: These refer to parts that stay behind in the chunk, or end it.
LEFT_BEHIND = {W + name for name in ("sectPr", "object", "altChunk", "footnoteReference")}
#: These draw a picture, as Word writes it now and as it did before 2010.
DRAWN = {W + "drawing", W + "pict"}


def decode(content: bytes) -> str:
    """Decodes a text by the charset it declares, else as UTF-8, else as Windows-1252."""
    declared = re.search(rb"charset=[\"']?([\w-]+)", content[:2048])
    try:
        return content.decode(declared[1].decode() if declared else "utf-8-sig")
    except (LookupError, UnicodeDecodeError):
        return content.decode("windows-1252", "replace")


def read_message(content: bytes, pictures: Pictures) -> list[tree.Element]:
    """Reads a page that was saved as one file (MHTML): the first page of a message, with its pictures."""
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
    return read_page(pages[0], pictures, beside) if pages else []


def read_rich_text(content: bytes, pictures: Pictures) -> list[tree.Element] | None:
    """Reads RTF by Pandoc. Returns None if Pandoc is missing or cannot read it."""
    try:
        page = subprocess.run(
            ["pandoc", "--sandbox", "-f", "rtf", "-t", "html"], input=content, capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return read_page(page.stdout.decode(), pictures)


def redraw(drawn: tree.Element, images: dict[str, bytes], pictures: Pictures) -> tree.Element | None:
    """
    Draws the first picture of a drawing again, as large as it was. Returns None if it has none that can be read.
    """
    names = [each.get(R + "embed") or each.get(R + "id") or "" for each in drawn.iter()]
    data = next((images[name] for name in names if name in images), None)
    if data is None:
        return None
    extent = next((each for each in drawn.iter(EXTENT)), None)
    return pictures.add(data, None if extent is None else dict(extent.attrib))


def read_document(content: bytes, pictures: Pictures) -> list[tree.Element]:
    """Reads the text and the pictures of another Word file. Everything else is left out."""
    with zipfile.ZipFile(io.BytesIO(content)) as inner:
        body = tree.fromstring(read_bounded(inner, DOCUMENT)).find(W + "body")
        entries = set(inner.namelist())
        relations = inner.read(RELATIONS) if RELATIONS in entries else b"<none/>"
        parts = find_parts(relations, "/image")
        links = {each.get("Id", ""): each.get("Target", "") for each in tree.fromstring(relations)}
        images = {id: read_bounded(inner, name) for id, name in parts.items() if name in entries}
    if body is None:
        return []
    for parent in list(body.iter()):
        # The id of an address would name one of the file around it, so a field has the address itself.
        if parent.tag == W + "hyperlink" and R + "id" in parent.attrib:
            address = links.get(parent.attrib[R + "id"], "").replace('"', "%22")
            parent.tag = W + "fldSimple"
            parent.attrib = {W + "instr": f'HYPERLINK "{address}"'}
        for at, child in reversed(list(enumerate(parent))):
            made = redraw(child, images, pictures) if child.tag in DRAWN else None
            if made is not None:
                parent[at] = made
            elif child.tag in DRAWN or child.tag in LEFT_BEHIND:
                parent.remove(child)
    return list(body)


def read_text(content: bytes, pictures: Pictures) -> list[tree.Element]:
    page = "".join(f"<p>{html.escape(line)}</p>" for line in decode(content).splitlines())
    return read_page(page, pictures)


def read_chunk(name: str, content: bytes, pictures: Pictures) -> list[tree.Element] | None:
    """Reads a chunk as Word's elements. Returns None if its kind is not known: the chunk then stays as it is."""
    if content[:4] == b"PK\x03\x04":
        return read_document(content, pictures)
    if name.endswith((".mht", ".mhtml")) or content[:13].lower() == b"mime-version:":
        return read_message(content, pictures)
    if name.endswith((".htm", ".html", ".xhtml")) or b"<html" in content[:1024].lower():
        return read_page(decode(content), pictures)
    if content[:5] == b"{\\rtf":
        return read_rich_text(content, pictures)
    return read_text(content, pictures) if name.endswith(".txt") else None


def read_bounded(file: zipfile.ZipFile, name: str) -> bytes:
    """Reads an entry of a zip, unless it says that it is larger than may be held."""
    if file.getinfo(name).file_size > MAX_BYTES:
        raise ValueError(f"{name} is too large")
    return file.read(name)


def find_parts(relations: bytes, kind: str) -> dict[str, str]:
    """Finds the names of the parts of a kind within the file, by their ids. Parts outside are never fetched."""
    return {
        each.get("Id", ""): posixpath.normpath(posixpath.join("/word", each.get("Target", ""))).lstrip("/")
        for each in tree.fromstring(relations)
        if each.get("Type", "").endswith(kind) and each.get("TargetMode") != "External"
    }


def insert_chunks(document: bytes, file: zipfile.ZipFile, chunks: dict[str, str], pictures: Pictures) -> bytes:
    """Replaces each chunk of a document by its content."""
    # The names of namespaces stay as they were: some of the document's values refer to them.
    for _, (prefix, name) in tree.iterparse(io.BytesIO(document), ["start-ns"]):
        if not re.fullmatch(r"ns\d+", prefix):
            tree.register_namespace(prefix, name)
    root = tree.fromstring(document)
    for parent in list(root.iter()):
        for chunk in [each for each in parent if each.tag == W + "altChunk"]:
            name = chunks.get(chunk.get(R + "id", ""), "")
            made = read_chunk(name.lower(), read_bounded(file, name), pictures) if name in file.namelist() else None
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
        pictures = Pictures()
        chunks = find_parts(old.read(RELATIONS), "/aFChunk")
        document = insert_chunks(old.read(DOCUMENT), old, chunks, pictures)
        made = {DOCUMENT: document}
        if pictures.parts:
            made[RELATIONS] = pictures.add_relations(old.read(RELATIONS))
            made[TYPES] = pictures.add_types(old.read(TYPES))
        for entry in old.infolist():
            new.writestr(entry.filename, made.get(entry.filename) or old.read(entry))
        for name, data in pictures.parts.items():
            new.writestr(f"word/{name}", data)


main()
