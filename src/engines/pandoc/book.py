"""Makes an EPUB such that Pandoc sees its pictures: those wrapped in a drawing, as covers and whole pages often are, stand for
themselves. Takes the file and where to write the copy; without such pictures it writes none."""

import re
import sys
import zipfile

WRAPPED = re.compile(
    rb'<(?:svg:)?svg\b[^>]*>\s*(?:<title>[^<]*</title>\s*)?<(?:svg:)?image\b[^>]*?\bhref\s*=\s*["\']([^"\']+)["\'][^>]*?(?:/>|>\s*</(?:svg:)?image>)\s*</(?:svg:)?svg>',
    re.S,
)


def main():
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old:
        changed = {}
        for entry in old.infolist():
            if entry.filename.lower().endswith((".xhtml", ".html", ".htm", ".xml")):
                page = old.read(entry)
                if b"image" in page and (bare := WRAPPED.sub(rb'<img src="\1" alt=""/>', page)) != page:
                    changed[entry.filename] = bare
        if not changed:
            return
        with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
            for entry in old.infolist():
                new.writestr(entry, changed.get(entry.filename) or old.read(entry))


main()
