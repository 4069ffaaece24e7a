"""Makes a Word file such that Pandoc reads all of it: text boxes, which it passes over, become paragraphs, and the strict
kind's names those it knows. Takes the file and where to write the copy."""

import re
import sys
import zipfile

STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
BOX = re.compile(rb"<w:txbxContent>(.*?)</w:txbxContent>", re.S)
# The same box twice, for Word of today and of old.
TWICE = re.compile(rb"(<mc:Choice\b(?:(?!</mc:Choice>).)*<w:txbxContent>(?:(?!</mc:Choice>).)*</mc:Choice>)\s*<mc:Fallback>.*?</mc:Fallback>", re.S)
END = b"</w:p>"


def unboxed(xml):
    """Puts what stands in boxes after the paragraph that holds them."""
    xml = TWICE.sub(rb"\1", xml)
    parts, start, waiting = [], 0, []
    for box in [*BOX.finditer(xml), None]:
        between = xml[start:box.start() if box else len(xml)]
        end = between.find(END) + len(END)
        if waiting and end >= len(END):
            between = between[:end] + b"".join(waiting) + between[end:]
            waiting = []
        parts.append(between)
        if box:
            waiting.append(box.group(1))
            start = box.end()
    return b"".join(parts)


def main():
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith((".xml", ".rels")):
                content = STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", content)
            if entry.filename == "word/document.xml":
                content = unboxed(content)
            new.writestr(entry.filename, content)


main()
