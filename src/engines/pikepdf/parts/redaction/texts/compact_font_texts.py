"""Finds the name and the notices of a font in the compact format (CFF), among the names of glyphs, which are needed."""

import itertools

#: The operators of its dictionary that refer to texts: version, notice, names, weight; after an escape copyright, program, base.
TEXTS = {0, 1, 2, 3, 4}
ESCAPE = 12
ESCAPED_TEXTS = {0, 21, 22}
#: Texts that every reader has, which come first by number.
STANDARD = 391


def list_compact_texts(data: bytes, start: int) -> list[tuple[int, int]]:
    names, at = _read_index(data, start + data[start + 2])
    dictionaries, at = _read_index(data, at)
    texts, _ = _read_index(data, at)
    numbers = [number for first, last in dictionaries for number in _list_references(data[first:last])]
    return names + [texts[number - STANDARD] for number in numbers if 0 <= number - STANDARD < len(texts)]


def _read_index(data: bytes, at: int) -> tuple[list[tuple[int, int]], int]:
    """Returns where the items of a list begin and end, and where what follows the list begins."""
    count = int.from_bytes(data[at : at + 2], "big")
    if count == 0:
        return [], at + 2
    width, first = data[at + 2], at + 3
    base = first + width * (count + 1) - 1
    ends = [base + int.from_bytes(data[place : place + width], "big") for place in range(first, base + 1, width)]
    return list(itertools.pairwise(ends)), ends[-1]


def _list_references(dictionary: bytes) -> list[int]:
    """Lists the numbers of the texts that a dictionary refers to. Operands stand before their operator."""
    found: list[int] = []
    operand, at = 0, 0
    while at < len(dictionary):
        byte = dictionary[at]
        at += 1
        if byte <= 21:
            escaped = byte == ESCAPE and at < len(dictionary)
            if (dictionary[at] in ESCAPED_TEXTS) if escaped else byte in TEXTS:
                found.append(operand)
            at += escaped
        elif byte in (28, 29):
            size = 2 if byte == 28 else 4
            operand, at = int.from_bytes(dictionary[at : at + size], "big", signed=True), at + size
        elif byte == 30:
            while at < len(dictionary) and dictionary[at] & 0xF != 0xF:
                at += 1
            at += 1
        elif byte <= 246:
            operand = byte - 139
        elif byte <= 250:
            operand, at = (byte - 247) * 256 + dictionary[at] + 108, at + 1
        else:
            operand, at = -(byte - 251) * 256 - dictionary[at] - 108, at + 1
    return found
