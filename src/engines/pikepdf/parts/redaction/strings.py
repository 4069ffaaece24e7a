"""The texts that a document keeps outside of its pages' content: titles, descriptions, values, addresses, names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pikepdf import Name, Object, Pdf, String

from ..objects import MALFORMED, Value, is_array, is_dict, is_string
from ..text import decode_text, encode_text

#: Entries whose strings are no text anybody wrote.
MACHINE = {"/ID", "/DA", "/CIDSystemInfo", "/ColorSpace", "/CheckSum", "/Panose", "/Lookup", "/Lang", "/Contents/Sig"}
DATE = re.compile(r"D:\d{4}")
DEEPEST = 50
MOST_TEXTS = 500_000


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
        if len(found) > MOST_TEXTS:
            raise RecursionError("more texts than are looked at")
    if is_dict(pdf.trailer):
        info = pdf.trailer.get("/Info")
        if is_dict(info) and not info.is_indirect:
            found.extend(_list_in(info, 0))
    return found


def _list_in(holder: Value, depth: int) -> Iterator[Text]:
    if depth > DEEPEST:
        return
    keys: list = list(range(len(holder))) if is_array(holder) else [key for key in holder if key not in MACHINE]
    # The lookup table of an indexed colour space is a string of bytes.
    if is_array(holder) and len(holder) == 4 and isinstance(holder[0], Object) and holder[0] == Name.Indexed:
        return
    for key in keys:
        value = holder[key]
        if is_string(value):
            text = decode_text(bytes(value))
            if text and not DATE.match(text):
                yield Text(holder, key, text)
        elif (is_dict(value) or is_array(value)) and not value.is_indirect:
            yield from _list_in(value, depth + 1)


def replace_texts(pdf: Pdf, replaced: dict[str, str]) -> None:
    """Replaces texts by their number in the list."""
    texts = list_texts(pdf)
    for number, new in replaced.items():
        text = texts[int(number)]
        # An address with a part missing leads nowhere: whoever removes dead links knows it by its emptiness.
        text.holder[text.key] = String("" if text.key == "/URI" else encode_text(new))
