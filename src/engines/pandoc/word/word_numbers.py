"""Writes numbers that Word counts and Pandoc leaves out: of headings, and of clauses such as 2.1 and Article 3."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, SubElement

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
DEEPEST = 9
# The lists of Pandoc have labels of one number, with a dot or brackets.
LIST_LABEL = re.compile(r"\(?%\d[.)]?")
CHINESE = "〇一二三四五六七八九"
ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x")),
    *((9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def spell_roman(number: int) -> str:
    letters = ""
    for value, sign in ROMAN:
        letters += sign * (number // value)
        number %= value
    return letters


def spell_chinese(number: int) -> str:
    tens, ones = divmod(number, 10)
    return (CHINESE[tens] if tens > 1 else "") + ("十" if tens else "") + (CHINESE[ones] if ones or not tens else "")


def spell(number: int, kind: str) -> str:
    if "Counting" in kind and kind.startswith(("chinese", "japanese", "taiwanese")) and number < 100:
        return spell_chinese(number)
    if kind.startswith("decimalEnclosedCircle") and 0 < number <= 20:
        return chr(ord("①") + number - 1)
    if kind.endswith("Roman") and number < 4000:
        letters = spell_roman(number)
    elif kind.endswith("Letter") and 0 < number < 1000:
        letters = chr(97 + (number - 1) % 26) * ((number - 1) // 26 + 1)
    else:
        return f"{number:02}" if kind == "decimalZero" else str(number)
    return letters.upper() if kind.startswith("upper") else letters


def read_value(element: Element | None, name: str, default: str = "") -> str:
    found = element.find(W + name) if element is not None else None
    return found.get(W + "val", default) if found is not None else default


def read_number(element: Element | None, name: str) -> int | None:
    value = read_value(element, name)
    return int(value) if re.fullmatch(r"\d{1,9}", value) else None


@dataclass
class Level:
    start: int
    kind: str
    label: str
    is_legal: bool
    style: str


@dataclass
class List:
    levels: dict[int, Level]
    counts: dict[int, int] = field(default_factory=dict)
    # Lists that begin again, and have begun.
    begun: set[tuple[str, int]] = field(default_factory=set)


class Numbering:
    """The lists of a Word file, and how far each has been counted."""

    def __init__(self, numbering: Element, styles: Element | None) -> None:
        shapes = {each.get(W + "abstractNumId", ""): each for each in numbering.findall(W + "abstractNum")}
        self.lists = {id: List(dict(read_levels(shape))) for id, shape in shapes.items()}
        self.numbers = {each.get(W + "numId", ""): each for each in numbering.findall(W + "num")}
        self.styles = {each.get(W + "styleId", ""): each for each in styles or ()}

    def follow_style(self, paragraph: Element) -> Iterator[Element]:
        """Yields the style of a paragraph and those it is based on."""
        name = read_value(paragraph.find(W + "pPr"), "pStyle")
        for _ in range(20):
            style = self.styles.get(name)
            if style is None:
                return
            yield style
            name = read_value(style, "basedOn")

    def find_place(self, paragraph: Element) -> tuple[str, int] | None:
        """Finds the list of a paragraph and the level in it."""
        own = paragraph.find(f"{W}pPr/{W}numPr")
        number, level = read_value(own, "numId"), read_number(own, "ilvl")
        for style in self.follow_style(paragraph):
            if number:
                break
            given = style.find(f"{W}pPr/{W}numPr")
            number = read_value(given, "numId")
            shape = self.lists.get(self.find_list(number))
            named = [
                at for at, each in (shape.levels if shape else {}).items() if each.style == style.get(W + "styleId")
            ]
            if level is None:
                level = named[0] if named else read_number(given, "ilvl")
        return (number, level or 0) if level is None or level < DEEPEST else None

    def find_list(self, number: str) -> str:
        return read_value(self.numbers.get(number), "abstractNumId")

    def count(self, number: str, at: int) -> tuple[Level, str] | None:
        """Counts a paragraph and returns its level and label."""
        counted = self.lists.get(self.find_list(number))
        if counted is None or at not in counted.levels:
            return None
        levels, counts = counted.levels, counted.counts
        for override in self.numbers[number].findall(W + "lvlOverride"):
            start = read_number(override, "startOverride")
            if override.get(W + "ilvl") == str(at) and start is not None and (number, at) not in counted.begun:
                counted.begun.add((number, at))
                counts[at] = start - 1
        level = levels[at]
        counts[at] = counts.get(at, level.start - 1) + 1
        for deeper in [each for each in counts if each > at]:
            del counts[deeper]

        def spell_part(part: re.Match[str]) -> str:
            of = int(part[1]) - 1
            shown = levels.get(of, level)
            return spell(counts.get(of, shown.start), "decimal" if level.is_legal else shown.kind)

        return level, re.sub(r"%([1-9])", spell_part, level.label)

    def has_style(self, paragraph: Element, name: str) -> bool:
        return any(re.fullmatch(name, read_value(each, "name"), re.IGNORECASE) for each in self.follow_style(paragraph))


def read_levels(shape: Element) -> Iterator[tuple[int, Level]]:
    for level in shape.findall(W + "lvl"):
        at = level.get(W + "ilvl", "")
        start = read_number(level, "start")
        if at.isdecimal():
            yield (
                int(at),
                Level(
                    1 if start is None else start,
                    read_value(level, "numFmt", "decimal"),
                    read_value(level, "lvlText"),
                    level.find(W + "isLgl") is not None,
                    read_value(level, "pStyle"),
                ),
            )


def write_numbers(root: Element, numbering: Element, styles: Element | None) -> None:
    """Writes the labels of headings, and of all items of lists that have labels which Pandoc's lists cannot have."""
    numbers = Numbering(numbering, styles)
    places = [(paragraph, numbers.find_place(paragraph)) for paragraph in root.iter(W + "p")]
    found = [(paragraph, place, numbers.count(*place)) for paragraph, place in places if place]
    special = {
        numbers.find_list(place[0])
        for _, place, counted in found
        if counted and counted[0].kind != "bullet" and not LIST_LABEL.fullmatch(counted[0].label) and counted[1]
    }
    for paragraph, place, counted in found:
        if counted is None or counted[0].kind in ("bullet", "none") or not counted[1].strip():
            continue
        is_heading = numbers.has_style(paragraph, "heading [1-9]")
        if is_heading or numbers.find_list(place[0]) in special:
            is_item = not is_heading and numbers.has_style(paragraph, "list paragraph")
            write_label(paragraph, counted[1].strip(), is_item)


def write_label(paragraph: Element, label: str, is_item: bool) -> None:
    looks = paragraph.find(W + "pPr")
    run = Element(W + "r")
    SubElement(run, W + "t").text = label + " "
    paragraph.insert(0 if looks is None else list(paragraph).index(looks) + 1, run)
    if looks is None:
        looks = Element(W + "pPr")
        paragraph.insert(0, looks)
    # Pandoc takes indented paragraphs for quotations, and those in the style of lists for parts of the item before.
    for name in ("numPr", "ind", *(["pStyle"] if is_item else [])):
        for old in looks.findall(W + name):
            looks.remove(old)
    SubElement(SubElement(looks, W + "numPr"), W + "numId", {W + "val": "0"})
    SubElement(looks, W + "ind", {W + side: "0" for side in ("left", "hanging", "firstLine")})
