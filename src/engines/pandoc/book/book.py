"""
Makes an EPUB readable for Pandoc: pictures wrapped in a drawing, as covers and whole pages often are, are unwrapped,
other drawings become files, pages in other encodings are converted to UTF-8, and checkboxes, references to notes and
pages beside the reading order are kept. Takes the file and the path of the copy; where there is nothing to
change it writes none.
"""

import re
import sys
import zipfile
from urllib.parse import quote

WRAPPED = re.compile(
    rb'<(?:svg:)?svg\b[^>]*>\s*(?:<title>[^<]*</title>\s*)?<(?:svg:)?image\b[^>]*?\bhref\s*=\s*["\']([^"\']+)["\'][^>]*?(?:/>|>\s*</(?:svg:)?image>)\s*</(?:svg:)?svg>',
    re.S,
)


NOTE_TYPE = re.compile(rb"""\s+epub:type\s*=\s*["']noteref["']""")
REFERENCE = re.compile(rb"""<a\b[^>]*\sepub:type\s*=\s*["']noteref["'][^>]*>""")
# Pandoc knows a note by this type, but not in a list.
NOTE = re.compile(rb"""<(?!li\b)\w+\b[^>]*\sepub:type\s*=\s*["'](?:footnote|rearnote)["'][^>]*>""")
ID = re.compile(rb"""\sid\s*=\s*["']([^"']*)["']""")
HASH = re.compile(rb"""\shref\s*=\s*["']#([^"']*)["']""")
DRAWING = re.compile(rb"<svg\b[^>]*>.*?</svg>", re.S)
TITLE = re.compile(rb"<title\b[^>]*>([^<]*)</title>")
NAMESPACES = {b"xmlns=": b"http://www.w3.org/2000/svg", b"xmlns:xlink=": b"http://www.w3.org/1999/xlink"}
CHECKBOX = re.compile(rb"""<input\b[^>]*?\btype\s*=\s*["']checkbox["'][^>]*?(?:/>|>\s*</input>|>)""")
ENCODING = re.compile(rb'^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*["\'])([\w.-]+)')


PAGES = (".xhtml", ".html", ".htm")
MANIFEST_ITEM = re.compile(rb"<(?:opf:)?item\b[^>]*>")
CONTENTS = re.compile(rb"""\sproperties\s*=\s*["'](?:[^"']*\s)?nav[\s"']""")
ITEM_REFERENCE = re.compile(rb"<(?:opf:)?itemref\b[^>]*>")
TARGET = re.compile(rb"""\sidref\s*=\s*["']([^"']*)["']""")
ASIDE = re.compile(rb"""\s+linear\s*=\s*["']no["']""")


def keep_asides(package: bytes) -> bytes:
    """
    Puts pages that stand beside the reading order, such as notes, into it, because Pandoc drops them. The table of contents stays
    outside.
    """
    items = [item for item in MANIFEST_ITEM.findall(package) if CONTENTS.search(item)]
    contents = {found[1] for item in items if (found := ID.search(item))}

    def keep(reference: re.Match[bytes]) -> bytes:
        target = TARGET.search(reference[0])
        return reference[0] if target and target[1] in contents else ASIDE.sub(b"", reference[0])

    return ITEM_REFERENCE.sub(keep, package)


def to_utf8(page: bytes) -> bytes:
    """Converts a page to UTF-8, from the encoding it names, else from the most usual one."""
    try:
        page.decode()
        return page
    except UnicodeDecodeError:
        pass
    said = ENCODING.match(page)
    names = ["utf-16"] if page[:2] in (b"\xff\xfe", b"\xfe\xff") else [said[2].decode()] if said else []
    for name in [*names, "windows-1252", "latin-1"]:
        try:
            return ENCODING.sub(rb"\1UTF-8", page.decode(name).encode())
        except (UnicodeDecodeError, LookupError):
            continue
    return page


def keep_references(page: bytes) -> bytes:
    """
    Turns references to notes into plain links, unless the note is one that Pandoc knows: it drops a reference whose note
    it does not find.
    """
    notes = {found[1] for tag in NOTE.findall(page) if (found := ID.search(tag))}

    def keep(reference: re.Match[bytes]) -> bytes:
        target = HASH.search(reference[0])
        return reference[0] if target and target[1] in notes else NOTE_TYPE.sub(b"", reference[0])

    return REFERENCE.sub(keep, page)


def draw_checkbox(box: re.Match[bytes]) -> bytes:
    """Turns a checkbox into a sign, because Pandoc drops controls."""
    return ("☒ " if re.search(rb"\schecked\b", box[0]) else "☐ ").encode()


def take_drawings(name: str, page: bytes, files: dict[str, bytes]) -> bytes:
    """Replaces drawings in a page by pictures, because Pandoc keeps only their letters, and adds the drawings to the files."""

    def take(found: re.Match[bytes]) -> bytes:
        drawing = found[0]
        if b"<svg" in drawing[1:] or b"<image" in drawing:
            return drawing
        for prefix, space in NAMESPACES.items():
            if prefix not in drawing and (prefix == b"xmlns=" or b"xlink:" in drawing):
                drawing = drawing.replace(b"<svg", b'<svg %s"%s"' % (prefix, space), 1)
        file = f"{name}.{len(files)}.svg"
        files[file] = drawing
        title = TITLE.search(drawing)
        alternative = title[1].strip().replace(b'"', b"&quot;") if title else b""
        return b'<img src="%s" alt="%s"/>' % (quote(file.rpartition("/")[2]).encode(), alternative)

    return DRAWING.sub(take, page)


def make_readable(name: str, content: bytes) -> bytes:
    """Changes a page of a book so that Pandoc reads its letters, and its pictures that are wrapped in drawings."""
    if not name.lower().endswith((*PAGES, ".xml", ".opf", ".ncx")):
        return content
    page = to_utf8(content)
    if b"linear" in page and name.lower().endswith(".opf"):
        page = keep_asides(page)
    if b"image" in page:
        page = WRAPPED.sub(rb'<img src="\1" alt=""/>', page)
    if b"noteref" in page:
        page = keep_references(page)
    return CHECKBOX.sub(draw_checkbox, page) if b"checkbox" in page else page


def main() -> None:
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old:
        changed: dict[str, bytes] = {}
        drawings: dict[str, bytes] = {}
        for entry in old.infolist():
            content = old.read(entry)
            page = make_readable(entry.filename, content)
            if entry.filename.lower().endswith(PAGES) and b"<svg" in page:
                page = take_drawings(entry.filename, page, drawings)
            if page != content:
                changed[entry.filename] = page
        if not changed:
            return
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
            for entry in old.infolist():
                new.writestr(entry, changed.get(entry.filename) or old.read(entry))
            for name, drawing in drawings.items():
                new.writestr(name, drawing)


main()
