"""Rewrites the parts of a Word file that Pandoc passes over as parts that it knows."""

import copy
from collections.abc import Collection, Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
WORD_ART = "{urn:schemas-microsoft-com:vml}textpath"
PICTURES = {"{http://schemas.openxmlformats.org/drawingml/2006/picture}pic", "{urn:schemas-microsoft-com:vml}imagedata"}

# Pandoc reads nothing of these, not even their content.
WRAPPERS = {W + name for name in ("fldSimple", "dir", "bdo", "customXml", "ins", "moveTo")}
LEFT_OUT = {W + name for name in ("customXmlPr", "fldData")}
SHOWN = {W + name for name in ("drawing", "pict", "object")}
NOTES = {W + "footnoteReference", W + "endnoteReference"}
# A run with one of these is read as this one thing.
ALONE = SHOWN | NOTES | {W + "fldChar", W + "instrText"}
HOLD_PARAGRAPHS = {W + name for name in ("body", "tc", "sdtContent", "footnote", "endnote", "txbxContent")}
OFF = ("0", "false", "off")
# The boxes, ticks and arrows that forms and lists are made of; the fonts have them in places of their own.
DINGBATS = {
    "wingdings": {
        0x4A: "☺",
        0x6C: "●",
        0x6E: "■",
        0x6F: "☐",
        0x71: "❑",
        0x72: "❒",
        0x75: "◆",
        0x76: "❖",
        0x9F: "•",
        0xA1: "○",
        0xA7: "▪",
        0xA8: "☐",
        0xAB: "★",
        0xD8: "➢",
        0xDF: "←",
        0xE0: "→",
        0xE1: "↑",
        0xE2: "↓",
        0xE8: "➔",
        0xF0: "⇨",
        0xFB: "✗",
        0xFC: "✓",
        0xFD: "☒",
        0xFE: "☑",
    },
    "wingdings 2": {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x54: "☒", 0x97: "●", 0x98: "●", 0xA3: "☐"},
}


def make_element(name: str, *children: Any, **attributes: Any) -> Element:
    element = Element(W + name, {W + key: value for key, value in attributes.items()})
    element.extend(children)
    return element


def make_text_run(text: str) -> Element:
    letters = make_element("t")
    letters.text = text
    return make_element("r", letters)


def is_on(element: Element, name: str) -> bool:
    found = element.find(name)
    return found is not None and found.get(W + "val") not in OFF


def choose_alternative(alternatives: Element) -> Iterable[Element]:
    """
    Chooses between two versions of the same content: the new one for pictures and boxes, else the one for older
    programs.
    """
    choice, fallback = alternatives.find(MC + "Choice"), alternatives.find(MC + "Fallback")
    if choice is not None and (fallback is None or has_any(choice, PICTURES | {W + "txbxContent"})):
        return choice
    if fallback is None:
        return ()
    return fallback


def has_any(element: Element, names: Collection[str]) -> bool:
    return any(each.tag in names for each in element.iter())


def unwrap(root: Element) -> None:
    """Removes wrappers around text."""
    open_parts = [root]
    while open_parts:
        parent = open_parts.pop()
        at = 0
        while at < len(parent):
            child = parent[at]
            if child.tag in WRAPPERS:
                parent[at : at + 1] = list(child)
            elif child.tag == MC + "AlternateContent":
                parent[at : at + 1] = list(choose_alternative(child))
            elif child.tag in LEFT_OUT or is_hidden(child) or is_deleted(child):
                del parent[at]
            else:
                if child.tag == M + "oMathPara" and parent.tag in HOLD_PARAGRAPHS:
                    parent[at] = make_element("p", child)
                at += 1
        open_parts.extend(parent)


def is_deleted(row: Element) -> bool:
    return row.tag == W + "tr" and row.find(f"{W}trPr/{W}del") is not None


def is_hidden(run: Element) -> bool:
    looks = run.find(W + "rPr") if run.tag == W + "r" else None
    return looks is not None and is_on(looks, W + "vanish") and run.find(W + "fldChar") is None


def spell_signs(run: Element) -> None:
    """Replaces letters of symbol fonts by the symbols they show."""
    fonts = run.find(f"{W}rPr/{W}rFonts")
    known = DINGBATS.get((fonts.get(W + "ascii") or "").lower()) if fonts is not None else None
    for child in run:
        if child.tag == W + "sym":
            letter = DINGBATS.get(child.get(W + "font", "").lower(), {}).get(int(child.get(W + "char", "0"), 16) & 0xFF)
            if letter:
                child.tag, child.text = W + "t", letter
        elif child.tag == W + "t" and known and child.text:
            child.text = "".join(
                known.get(ord(each) & 0xFF, each) if 0xF000 <= ord(each) <= 0xF0FF else each for each in child.text
            )
        elif child.tag in (W + "cr", W + "ptab"):
            child.tag = W + ("br" if child.tag == W + "cr" else "tab")


def read_field_result(mark: Element) -> list[Element]:
    """Makes text of the value that a check box or a list of a form shows, since the document has no text for it."""
    data = mark.find(W + "ffData")
    if data is None:
        return []
    box, choices = data.find(W + "checkBox"), data.find(W + "ddList")
    if box is not None:
        ticked = W + "checked" if box.find(W + "checked") is not None else W + "default"
        return [make_text_run("☒" if is_on(box, ticked) else "☐")]
    entries = choices.findall(W + "listEntry") if choices is not None else []
    result = choices.find(W + "result") if choices is not None else None
    at = int(result.get(W + "val", "0")) if result is not None else 0
    return [make_text_run(entries[at].get(W + "val", ""))] if at < len(entries) else []


def spell_ruby(ruby: Element) -> list[Element]:
    base, above = ruby.find(W + "rubyBase"), ruby.find(W + "rt")
    runs = list(base) if base is not None else []
    said = list(above) if above is not None else []
    return [*runs, make_text_run("("), *said, make_text_run(")")] if said else runs


def needs_parting(run: Element) -> bool:
    inner = [child for child in run if child.tag != W + "rPr"]
    return any(
        child.tag == W + "ruby" or (child.tag in ALONE and (len(inner) > 1 or child.find(W + "ffData") is not None))
        for child in inner
    )


def part_run(run: Element) -> list[Element]:
    """Splits a run into several that Pandoc can read each."""
    looks = run.find(W + "rPr")

    def begun(*children: Element) -> Element:
        return make_element("r", *([copy.deepcopy(looks)] if looks is not None else []), *children)

    runs, open_run, has_mark = [], None, False
    for child in run:
        if child is looks or (has_mark and child.tag == W + "t"):
            continue
        if child.tag == W + "ruby":
            runs.extend(spell_ruby(child))
            open_run = None
        elif child.tag in ALONE:
            runs.extend([*read_field_result(child), begun(child)])
            open_run = None
            # A mark of its own stands in place of the note's number.
            has_mark = child.get(W + "customMarkFollows") in ("1", "true", "on")
        else:
            if open_run is None:
                open_run = begun()
                runs.append(open_run)
            open_run.append(child)
    return runs


def take_boxes(element: Element) -> list[Element]:
    """
    Takes the content of text boxes, and old WordArt, out of a paragraph; drawings in which nothing is left are removed too.
    """
    blocks: list[Element] = []
    for child in list(element):
        if child.tag == W + "txbxContent":
            element.remove(child)
            blocks.extend(child)
        elif child.tag == WORD_ART and child.get("string"):
            blocks.append(make_element("p", make_text_run(child.get("string", ""))))
        else:
            found = take_boxes(child)
            if found and child.tag in SHOWN and not has_any(child, PICTURES):
                element.remove(child)
            blocks.extend(found)
    return blocks


def read_span(cell: Element) -> int:
    span = cell.find(f"{W}tcPr/{W}gridSpan")
    return int(span.get(W + "val", "1")) if span is not None else 1


def read_skipped(row: Element) -> int:
    before = row.find(f"{W}trPr/{W}gridBefore")
    return min(int(before.get(W + "val", "0")), 63) if before is not None else 0


def list_rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == W + "tr":
            yield child
        elif child.tag == W + "sdt":
            yield from (row for content in child.iter(W + "sdtContent") for row in content if row.tag == W + "tr")


def list_cells(row: Element) -> Iterator[Element]:
    for child in row:
        if child.tag == W + "tc":
            yield child
        elif child.tag == W + "sdt":
            yield from (cell for content in child.iter(W + "sdtContent") for cell in content if cell.tag == W + "tc")


def declare_columns(table: Element) -> None:
    """
    Declares the number of columns of a table, because Pandoc drops cells beyond it, and all cells where widths are
    missing.
    """
    most = 0
    for row in list_rows(table):
        for _ in range(read_skipped(row)):
            first = next((at for at, child in enumerate(row) if child.tag in (W + "tc", W + "sdt")), len(row))
            row.insert(first, make_element("tc", make_element("p")))
        most = max(most, sum(read_span(cell) for cell in list_cells(row)))
    grid = table.find(W + "tblGrid")
    if grid is None:
        grid = make_element("tblGrid")
        first = next((at for at, child in enumerate(table) if child.tag in (W + "tr", W + "sdt")), len(table))
        table.insert(first, grid)
    columns = grid.findall(W + "gridCol")
    if len(columns) < most or any(column.get(W + "w") is None for column in columns):
        grid[:] = [make_element("gridCol", w="1000") for _ in range(min(most, 1000))]


def rewrite_part(root: Element) -> None:
    """
    Rewrites every part of the tree, outer parts first, without recursion: a document may nest deeper than the stack.
    """
    unwrap(root)
    open_parts = [root]
    while open_parts:
        parent = open_parts.pop()
        at = 0
        while at < len(parent):
            child = parent[at]
            at += 1
            if child.tag == W + "p":
                parent[at:at] = take_boxes(child)
            elif child.tag == W + "tbl":
                declare_columns(child)
            elif child.tag == W + "r":
                spell_signs(child)
                if needs_parting(child):
                    parent[at - 1 : at] = runs = part_run(child)
                    at += len(runs) - 1
        open_parts.extend(parent)
