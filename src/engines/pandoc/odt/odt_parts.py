"""Rewrites the parts of an OpenDocument text that Pandoc passes over as parts that it knows."""

import copy
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

KINDS = ("office", "text", "table", "style", "manifest", "presentation", "chart", "form", "script", "meta")
NAMES = {kind: f"urn:oasis:names:tc:opendocument:xmlns:{kind}:1.0" for kind in KINDS} | {
    "draw": "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0",
    "fo": "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0",
    "svg": "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0",
    "number": "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
    "dc": "http://purl.org/dc/elements/1.1/",
    "math": "http://www.w3.org/1998/Math/MathML",
}
OFFICE, TEXT, TABLE, DRAW, STYLE = (f"{{{NAMES[kind]}}}" for kind in ("office", "text", "table", "draw", "style"))
HREF = f"{{{NAMES['xlink']}}}href"
OWN = "{urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0}"

PARAGRAPHS = {TEXT + "p", TEXT + "h"}
INLINE = PARAGRAPHS | {TEXT + "span", TEXT + "a"}
INDEXES = [f"{kind}-index" for kind in ("alphabetical", "illustration", "table", "object", "user")] + [
    "table-of-content",
    "bibliography",
]
# Pandoc reads nothing of these, not even their content.
WRAPPERS = {TEXT + name for name in ("section", "index-body", "index-title", "numbered-paragraph", *INDEXES)} | {
    TABLE + name for name in ("table-header-rows", "table-rows", "table-row-group")
}
LEFT_OUT = {TEXT + f"{name}-source" for name in INDEXES} | {TEXT + "hidden-text", OFFICE + "annotation"}
# Pandoc knows these in a line; anything else there is a field of some kind, and its text is its value.
KNOWN = {
    TEXT + name
    for name in (
        "p",
        "h",
        "span",
        "a",
        "s",
        "tab",
        "line-break",
        "note",
        "sequence",
        "bookmark",
        "bookmark-start",
        "bookmark-end",
        "bookmark-ref",
        "reference-mark",
        "reference-mark-start",
        "reference-mark-end",
        "reference-ref",
        "sequence-ref",
        "note-ref",
        "bibliography-mark",
        "soft-page-break",
        "list",
        "note-citation",
        "note-body",
    )
}
SHAPES = {
    DRAW + name
    for name in (
        "custom-shape",
        "rect",
        "ellipse",
        "circle",
        "line",
        "polyline",
        "polygon",
        "path",
        "caption",
        "connector",
        "measure",
        "g",
    )
}
# Pandoc reads only paragraphs in these.
PLAIN = {TABLE + "table-cell", TEXT + "note-body"}
MAX_REPEATED = 200
#: It begins the rows of a table's head, which Pandoc reads like any others.
OF_HEAD = "\ue0f1"


def drop(parent: Element, at: int) -> None:
    """Removes a part, but not the text after it."""
    tail = parent[at].tail or ""
    del parent[at]
    if at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + tail
    else:
        parent.text = (parent.text or "") + tail


def find_hiding_styles(root: Element) -> set[str]:
    """Finds the names of the styles whose text is not shown."""
    return {
        style.get(STYLE + "name", "")
        for style in root.iter(STYLE + "style")
        for properties in style.findall(STYLE + "text-properties")
        if properties.get(TEXT + "display") == "none"
    }


def is_hidden(part: Element, hiding: set[str]) -> bool:
    if part.tag in INLINE:
        return part.get(TEXT + "style-name") in hiding
    return part.tag == TEXT + "section" and (
        part.get(TEXT + "display") == "none"
        or (part.get(TEXT + "display") == "condition" and part.get(TEXT + "is-hidden") == "true")
    )


def unwrap(root: Element) -> None:
    """Removes hidden text and wrappers around paragraphs and rows, and turns fields into text."""
    hiding = find_hiding_styles(root)
    open_parts = [root]
    while open_parts:
        parent = open_parts.pop()
        at = 0
        while at < len(parent):
            child = parent[at]
            if child.tag in LEFT_OUT or is_hidden(child, hiding):
                drop(parent, at)
            elif child.tag in WRAPPERS:
                if child.tag == TABLE + "table-header-rows":
                    mark_rows(child)
                elif child.tag == TEXT + "index-body":
                    drop_page_numbers(child)
                parent[at : at + 1] = list(child)
            else:
                if parent.tag in INLINE and (child.tag.startswith((TEXT, OWN)) and child.tag not in KNOWN):
                    spell_field(child)
                at += 1
        open_parts.extend(parent)


def mark_rows(head: Element) -> None:
    for row in head.iter(TABLE + "table-row"):
        paragraph = next(row.iter(TEXT + "p"), None)
        if paragraph is not None:
            paragraph.text = OF_HEAD + (paragraph.text or "")


def drop_page_numbers(index: Element) -> None:
    """Drops the page numbers of an index: the result has no pages, and Pandoc reads no tabs in links."""
    for link in index.iter(TEXT + "a"):
        if len(link) and link[-1].tag == TEXT + "tab" and (link[-1].tail or "").strip().isdigit():
            link.remove(link[-1])
        for at, child in reversed(list(enumerate(link))):
            if child.tag == TEXT + "tab":
                child.tail = " " + (child.tail or "")
                drop(link, at)


def find_title_styles(root: Element) -> set[str]:
    made = (each for each in root.iter(STYLE + "style") if each.get(STYLE + "parent-style-name") == "Title")
    return {"Title", *(each.get(STYLE + "name", "") for each in made)}


def spell_field(field: Element) -> None:
    if field.tag == TEXT + "ruby":
        base, above = field.find(TEXT + "ruby-base"), field.find(TEXT + "ruby-text")
        if base is not None and above is not None and above.text:
            base.tag = TEXT + "span"
            above.text, above.tag = f"({above.text})", TEXT + "span"
    field.tag = TEXT + "span"
    field.attrib.clear()


def is_box(part: Element) -> bool:
    """
    Tells whether a part is a frame of text; a picture with its caption is one paragraph in a frame, which Pandoc knows.
    """
    if part.tag in SHAPES:
        return True
    box = part.find(DRAW + "text-box") if part.tag == DRAW + "frame" else None
    return box is not None and (
        len(box) != 1 or box[0].tag != TEXT + "p" or next(box.iter(DRAW + "image"), None) is None
    )


def find_blocks(box: Element) -> list[Element]:
    """Finds the paragraphs, lists and tables of a box, also those of drawings within a drawing."""
    blocks = []
    for child in box:
        if child.tag in PARAGRAPHS or child.tag in (TEXT + "list", TABLE + "table"):
            blocks.append(child)
            child.tail = None
        else:
            blocks.extend(find_blocks(child))
    return blocks


def take_boxes(element: Element) -> list[Element]:
    blocks, at = [], 0
    while at < len(element):
        if is_box(element[at]):
            blocks.extend(find_blocks(element[at]))
            drop(element, at)
        else:
            if element[at].tag not in (TEXT + "note", DRAW + "frame"):
                blocks.extend(take_boxes(element[at]))
            at += 1
    return blocks


def make_paragraph(text: str | None, children: Iterable[Element] = ()) -> Element:
    made = Element(TEXT + "p")
    made.text = text
    made.extend(children)
    return made


def flatten(block: Element) -> Iterator[Element]:
    """Turns a list or a table into paragraphs, for places where Pandoc reads nothing else."""
    if block.tag == TEXT + "list":
        for item in block:
            for at, child in enumerate(item):
                for line in flatten(child):
                    if at == 0:
                        line.text = f"• {line.text or ''}"
                    yield line
    elif block.tag == TABLE + "table":
        for row in block.iter(TABLE + "table-row"):
            words = [" ".join("".join(each.itertext()) for each in cell.iter(TEXT + "p")) for cell in row]
            yield make_paragraph(" | ".join(words))
    else:
        yield block


def spread_cells(table: Element) -> None:
    """Repeats each cell that stands for several, and leaves those empty that another one covers, which Pandoc skips."""
    for row in table.iter(TABLE + "table-row"):
        at = 0
        while at < len(row):
            if row[at].tag == TABLE + "covered-table-cell":
                row[at].tag = TABLE + "table-cell"
                row[at][:] = [make_paragraph(None)]
            times = min(int(row[at].attrib.pop(TABLE + "number-columns-repeated", "1")), MAX_REPEATED)
            row[at + 1 : at + 1] = [copy.deepcopy(row[at]) for _ in range(times - 1)]
            at += max(times, 1)


def rewrite_content(root: Element) -> None:
    """
    Rewrites every part of the tree, outer parts first, without recursion: a document may nest deeper than the stack.
    """
    unwrap(root)
    titles = find_title_styles(root)
    open_parts = [root]
    while open_parts:
        parent = open_parts.pop()
        at = 0
        while at < len(parent):
            child = parent[at]
            at += 1
            if child.tag == TEXT + "p" and child.get(TEXT + "style-name") in titles:
                child.tag = TEXT + "h"
                child.set(TEXT + "outline-level", "1")
            if child.tag in PARAGRAPHS:
                parent[at:at] = take_boxes(child)
            elif parent.tag not in INLINE and is_box(child):
                parent[at - 1 : at] = blocks = find_blocks(child)
                at += len(blocks) - 1
            elif parent.tag == OFFICE + "text" and child.tag == DRAW + "frame":
                parent[at - 1] = make_paragraph(None, [child])
            elif child.tag == TABLE + "table":
                spread_cells(child)
            elif child.tag == DRAW + "object" and HREF in child.attrib:
                # Pandoc does not find a formula by the name of its folder with a slash at the end.
                child.set(HREF, child.attrib[HREF].rstrip("/"))
        if parent.tag in PLAIN:
            parent[:] = [line for block in parent for line in flatten(block)]
        elif parent.tag == TEXT + "list-item":
            parent[:] = [
                line for block in parent for line in (flatten(block) if block.tag == TABLE + "table" else [block])
            ]
        open_parts.extend(parent)
