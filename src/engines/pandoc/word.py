"""Makes a Word file such that Pandoc reads all of it: text boxes, which it passes over, become paragraphs, tables that do not
say their columns, which it empties, say them, and the strict kind's names become those it knows. Takes the file and where to write the copy."""

import re
import sys
import zipfile

STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
BOX = re.compile(rb"<w:txbxContent>(.*?)</w:txbxContent>", re.S)
# The same box twice, for Word of today and of old.
TWICE = re.compile(rb"(<mc:Choice\b(?:(?!</mc:Choice>).)*<w:txbxContent>(?:(?!</mc:Choice>).)*</mc:Choice>)\s*<mc:Fallback>.*?</mc:Fallback>", re.S)
END = b"</w:p>"
TABLE = re.compile(rb"(<w:tbl>(?:(?!<w:tblGrid|<w:tr[ >]).)*)(?=<w:tr[ >](.*?)</w:tr>)", re.S)
SPAN = re.compile(rb'<w:gridSpan w:val="(\d{1,3})"')


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


def with_columns(table):
    cells, spans = len(re.findall(rb"<w:tc[ >]", table[2])), SPAN.findall(table[2])
    columns = cells + sum(int(span) - 1 for span in spans)
    return table[1] + b"<w:tblGrid>" + b'<w:gridCol w:w="1000"/>' * columns + b"</w:tblGrid>"


def main():
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename.endswith((".xml", ".rels")):
                content = STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/", content)
            if entry.filename == "word/document.xml":
                content = TABLE.sub(with_columns, unboxed(content))
            new.writestr(entry.filename, content)


main()
