"""Page labels: the numbers a viewer shows (iv, A-3) instead of a page's position."""

from dataclasses import dataclass, replace

from pikepdf import Dictionary, Name, Pdf, String

from ..objects import (
    MALFORMED,
    Value,
    get_dict,
    get_int,
    is_dict,
    is_name,
    is_number,
    is_string,
    make_number_tree,
    walk_tree,
)
from ..source import Source


@dataclass
class Label:
    style: str | None
    prefix: bytes
    number: int

    def follows(self, other: "Label") -> bool:
        return self == replace(other, number=other.number + 1)


def read_labels(source: Source) -> list[Label] | None:
    """Reads one label per page; None if the document has no labels of its own."""
    try:
        tree = get_dict(source.root, "/PageLabels")
        ranges = {int(at): value for at, value in walk_tree(tree, "/Nums") if is_number(at) and is_dict(value)}
    except MALFORMED:
        return None
    if not ranges:
        return None
    labels: list[Label] = []
    current = Label("/D", b"", 0)
    for at in range(len(source.pages)):
        current = _read_start(ranges[at]) if at in ranges else replace(current, number=current.number + 1)
        labels.append(current)
    return labels


def _read_start(entry: Value) -> Label:
    style, prefix = entry.get("/S"), entry.get("/P")
    return Label(
        str(style) if is_name(style) else None,
        bytes(prefix) if is_string(prefix) else b"",
        max(1, get_int(entry, "/St", 1)),
    )


def make_plain_labels(count: int) -> list[Label]:
    return [Label("/D", b"", at + 1) for at in range(count)]


def write_labels(out: Pdf, labels: list[Label]) -> None:
    ranges: dict[int, Value] = {}
    for at, label in enumerate(labels):
        if at == 0 or not _continues(label, labels[at - 1]):
            entry = Dictionary()
            if label.style:
                entry["/S"] = Name(label.style)
            if label.prefix:
                entry["/P"] = String(label.prefix)
            if label.number != 1:
                entry["/St"] = label.number
            ranges[at] = entry
    out.Root["/PageLabels"] = make_number_tree(out, ranges)


def _continues(label: Label, previous: Label) -> bool:
    if label.style is None:
        return previous.style is None and label.prefix == previous.prefix
    return label.follows(previous)
