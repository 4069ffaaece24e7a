"""The texts that a document keeps outside of its pages' content: titles, descriptions, values, addresses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pikepdf import Name, Object, Pdf, String

from ...objects import MALFORMED, Value, is_array, is_dict, is_number, is_string
from ...text import decode_text, encode_text

#: Strings that only programs read, by their entries: they would have no meaning with a part replaced.
MACHINE = {
    "/DA": re.compile(rb"[^%(<]*"),
    "/Lang": re.compile(rb"[A-Za-z]{2,3}(-[A-Za-z]{2,4}|-\d{3})*"),
    "/Registry": re.compile(rb"Adobe"),
    "/Ordering": re.compile(rb"Identity|UCS|Japan1|GB1|CNS1|Korea1|KR|Manga1"),
}
DATE = re.compile(rb"D:\d{4,14}([-+Z](\d\d'?){0,2})?")
DEEPEST = 50
MAX_TEXTS = 500_000


@dataclass
class Text:
    holder: Value
    key: str | int
    text: str


def list_texts(pdf: Pdf) -> list[Text]:
    """Lists all texts, always in the same order for the same document."""
    found: list[Text] = []
    for item in pdf.objects:
        try:
            if is_dict(item) or is_array(item):
                found.extend(_list_in(item, 0))
        except MALFORMED:
            continue
        if len(found) > MAX_TEXTS:
            raise RecursionError("more texts than are looked at")
    if is_dict(pdf.trailer):
        info = pdf.trailer.get("/Info")
        if is_dict(info) and not info.is_indirect:
            found.extend(_list_in(info, 0))
    return found


def _list_in(holder: Value, depth: int) -> Iterator[Text]:
    if depth > DEEPEST:
        return
    keys: list = list(range(len(holder))) if is_array(holder) else list(holder.keys())
    if is_array(holder) and _is_palette(holder):
        keys.pop()
    for key in keys:
        value = holder[key]
        if is_string(value):
            raw = bytes(value)
            text = _decode(raw)
            if text and not DATE.fullmatch(raw) and not (key in MACHINE and MACHINE[key].fullmatch(raw)):
                yield Text(holder, key, text)
        elif (is_dict(value) or is_array(value)) and not value.is_indirect:
            yield from _list_in(value, depth + 1)


def _is_palette(space: Value) -> bool:
    """Tells whether the last element of an array is the colours of an indexed colour space."""
    return len(space) == 4 and isinstance(space[0], Object) and space[0] == Name.Indexed and is_number(space[2])


def _decode(raw: bytes) -> str:
    """Decodes a string, also one in UTF-16 that does not say so."""
    if raw.startswith((b"\xfe\xff", b"\xff\xfe")) or 3 * raw.count(0) < len(raw):
        return decode_text(raw)
    return raw.decode("utf-16-be" if raw[0] == 0 else "utf-16-le", "replace")


def replace_texts(pdf: Pdf, replaced: dict[str, str]) -> None:
    """Replaces texts by their number in the list."""
    texts = list_texts(pdf)
    for number, new in replaced.items():
        text = texts[int(number)]
        # An address with a part missing leads nowhere: whoever removes dead links knows it by its emptiness.
        text.holder[text.key] = String("" if text.key == "/URI" else encode_text(new))
