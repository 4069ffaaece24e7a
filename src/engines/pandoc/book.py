"""Makes an EPUB such that Pandoc reads it: pictures wrapped in a drawing, as covers and whole pages often are, stand for
themselves, and pages in other encodings than UTF-8 are in UTF-8. Takes the file and where to write the copy; without such
pictures and pages it writes none."""

import re
import sys
import zipfile

WRAPPED = re.compile(
    rb'<(?:svg:)?svg\b[^>]*>\s*(?:<title>[^<]*</title>\s*)?<(?:svg:)?image\b[^>]*?\bhref\s*=\s*["\']([^"\']+)["\'][^>]*?(?:/>|>\s*</(?:svg:)?image>)\s*</(?:svg:)?svg>',
    re.S,
)


ENCODING = re.compile(rb'^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*["\'])([\w.-]+)')


def in_utf8(page: bytes) -> bytes:
    """By what the page says of itself, else as most that say nothing are."""
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


def readable(name: str, content: bytes) -> bytes:
    if not name.lower().endswith((".xhtml", ".html", ".htm", ".xml", ".opf", ".ncx")):
        return content
    page = in_utf8(content)
    return WRAPPED.sub(rb'<img src="\1" alt=""/>', page) if b"image" in page else page


def main() -> None:
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old:
        changed = {}
        for entry in old.infolist():
            content = old.read(entry)
            if (page := readable(entry.filename, content)) != content:
                changed[entry.filename] = page
        if not changed:
            return
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
            for entry in old.infolist():
                new.writestr(entry, changed.get(entry.filename) or old.read(entry))


main()
