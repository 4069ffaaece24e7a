"""The texts that a document keeps outside of its pages' content: titles, descriptions, values, addresses, names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pikepdf import Name, Object, Pdf, String

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_name, is_string
from ..text import decode_text, encode_text

#: Entries whose strings are no text anybody wrote.
MACHINE = {"/DA", "/CIDSystemInfo", "/ColorSpace", "/CheckSum", "/Panose", "/Lookup", "/Lang", "/Contents/Sig"}
DATE = re.compile(r"D:\d{4}")
#: Entries of the catalog and of the tree of tags whose keys an author chose: places to link to, and kinds of tags.
CHOSEN_KEYS = (("/Dests",), ("/StructTreeRoot", "/RoleMap"), ("/StructTreeRoot", "/ClassMap"))
#: Entries that refer to such keys.
CHOSEN_NAMES = {"/Dest", "/D", "/C", "/S"}
DEEPEST = 50
MAX_TEXTS = 500_000


@dataclass
class Text:
    holder: Value
    key: str | int
    text: str
    #: Names are written otherwise than strings; the key itself may be the text.
    kind: Literal["string", "name", "key"] = "string"


def list_texts(pdf: Pdf) -> list[Text]:
    """Lists all texts, always in the same order for the same document."""
    found: list[Text] = _list_keys(pdf)
    chosen = {f"/{text.text}" for text in found}
    for item in pdf.objects:
        try:
            if is_dict(item) or is_array(item):
                found.extend(_list_in(item, 0, chosen))
        except MALFORMED:
            continue
        if len(found) > MAX_TEXTS:
            raise RecursionError("more texts than are looked at")
    if is_dict(pdf.trailer):
        info = pdf.trailer.get("/Info")
        if is_dict(info) and not info.is_indirect:
            found.extend(_list_in(info, 0, chosen))
    return found


def _list_keys(pdf: Pdf) -> list[Text]:
    found: list[Text] = []
    for path in CHOSEN_KEYS:
        holder = pdf.Root
        for key in path:
            holder = get_dict(holder, key)
        if holder is not None:
            found.extend(Text(holder, key, key[1:], "key") for key in holder)
    return found


def _list_in(holder: Value, depth: int, chosen: set[str]) -> Iterator[Text]:
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
        elif key in CHOSEN_NAMES and is_name(value) and str(value) in chosen:
            yield Text(holder, key, str(value)[1:], "name")
        elif (is_dict(value) or is_array(value)) and not value.is_indirect:
            yield from _list_in(value, depth + 1, chosen)


def replace_texts(pdf: Pdf, replaced: dict[str, str]) -> None:
    """Replaces texts by their number in the list."""
    texts = list_texts(pdf)
    for number, new in replaced.items():
        text = texts[int(number)]
        # An address with a part missing leads nowhere: whoever removes dead links knows it by its emptiness.
        if text.kind == "key":
            text.holder[f"/{new}"] = text.holder[text.key]
            del text.holder[text.key]
        elif text.kind == "name":
            text.holder[text.key] = Name(f"/{new}")
        else:
            text.holder[text.key] = String("" if text.key == "/URI" else encode_text(new))
