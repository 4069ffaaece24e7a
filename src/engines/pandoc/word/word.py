"""Makes a Word file such that Pandoc reads all of it. Takes the file and the path of the copy."""

import io
import os
import re
import sys
import xml.etree.ElementTree as tree
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from word_fields import drop_inner_fields, drop_page_numbers
from word_numbers import write_numbers
from word_parts import rewrite_part

STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
TEXTS = re.compile(r"word/(document\d*|footnotes|endnotes)\.xml")
# Pandoc looks for names with these prefixes, whatever the file calls them.
PREFIXES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
}


def make_readable(xml: bytes, numbering: tree.Element | None, styles: tree.Element | None) -> bytes:
    root = tree.fromstring(xml)
    drop_inner_fields(root)
    drop_page_numbers(root)
    if numbering is not None:
        write_numbers(root, numbering, styles)
    rewrite_part(root)
    made = io.BytesIO()
    tree.ElementTree(root).write(made, encoding="UTF-8", xml_declaration=True)
    return made.getvalue()


def read_part(package: zipfile.ZipFile, name: str) -> tree.Element | None:
    try:
        return tree.fromstring(to_transitional(package.read(name)))
    except (KeyError, tree.ParseError):
        return None


def to_transitional(xml: bytes) -> bytes:
    return STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", xml)


def main() -> None:
    source, output = sys.argv[1:3]
    for prefix, name in PREFIXES.items():
        tree.register_namespace(prefix, name)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        numbering, styles = (read_part(old, f"word/{name}.xml") for name in ("numbering", "styles"))
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith((".xml", ".rels")):
                content = to_transitional(content)
            if TEXTS.fullmatch(entry.filename):
                content = make_readable(content, numbering, styles)
            new.writestr(entry.filename, content)


main()
