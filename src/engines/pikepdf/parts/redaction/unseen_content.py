"""
Removes from content streams what no reader finds: comments, what does not belong to an operator, text without width or height, and
text in patterns.
"""

import re
from typing import Any

from pikepdf import Array, Dictionary, String

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, is_dict, is_string, list_items
from ..source import Source
from .contents import TILING, list_contents, read_content, round_numbers, write_content

SHOWING = ("Tj", "TJ", "'", '"')
MARKING = ("BDC", "DP")
OPERATOR_NAMES = """
b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC
sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "
"""
OPERATORS = frozenset(OPERATOR_NAMES.split())
WRITTEN = frozenset(operator.encode() for operator in OPERATORS)
#: Entries of marked content that have a meaning.
ENTRIES = ("/MCID", "/Type", "/Subtype", "/Attached", "/BBox")
TEXTS = ("/ActualText", "/Alt", "/E", "/Lang")

STRING = rb"(?:\((?:[^()\\]++|\\.)*+\)|<[0-9A-Fa-f\s]*+>)"
NUMBER = rb"[-+]?[\d.][-\d.]*+"
#: The operators that make up nearly all of a content stream. Only the rest is examined closely.
USUAL = re.compile(
    rb"\[(?:[^\[\]()<>%]++|" + STRING + rb")*+\]\s*+TJ\b"
    rb"|" + STRING + rb"\s*+(?:Tj\b|'|\")"
    rb"|\[[\s\d.-]*+\]\s*+" + NUMBER + rb"\s++d\b"
    rb"|<<(?:\s*+/(?:MCID\s++\d++|Lang\s*+\([A-Za-z]{2}(?:-[A-Za-z]{2})?\)))*+\s*+>>\s*+BDC\b"
    rb"|/Artifact\s*+<<(?:\s*+/(?:Attached|BBox|Type|Subtype)\b\s*+(?:\[[^\[\]()<>%]*+\]|/\w++))*+\s*+>>\s*+BDC\b"
    rb"|/[^\x00\s()<>\[\]{}/%]++|" + NUMBER,
    re.DOTALL,
)
NO_SIZE = re.compile(rb"(?<![\d.])0*\.?0+\.?\s+T[fz]\b")
WORD = re.compile(rb"[^\s\x00]+")


def remove_unseen_content(source: Source, removes_patterned_text: bool) -> bool:
    """Removes what no reader finds; returns True if patterns lost their text by that."""
    has_lost_text = False
    for content in list_contents(source):
        try:
            removes_text = removes_patterned_text and content.get("/PatternType") == TILING
            if removes_text or _may_hide(read_content(content)):
                has_lost_text |= _rewrite(source, content, removes_text)
        except MALFORMED:
            continue
    return has_lost_text


def _may_hide(data: bytes) -> bool:
    """Tells whether there is anything but operators with the operands that they usually have."""
    return NO_SIZE.search(data) is not None or any(
        word not in WRITTEN for word in set(WORD.findall(USUAL.sub(b" ", data)))
    )


def _rewrite(source: Source, content: Value, removes_text: bool) -> bool:
    """Writes only the operators that have a meaning, without text where that is asked; returns True if there was some."""
    operators = [each for each in read_operators(content) if is_inline_image(each) or str(each[1]) in OPERATORS]
    kept = [each for each in operators if is_inline_image(each) or not removes_text or str(each[1]) not in SHOWING]
    shown = _empty_text_without_size(kept)
    write_content(source, content, [each if is_inline_image(each) else _tidy(each) for each in shown])
    return len(kept) < len(operators)


def _empty_text_without_size(operators: list) -> list:
    """Empties text whose font is 0 high or which is squeezed to 0 per cent: it is not shown, and readers list no letters of it."""
    found: list = []
    saved: list[dict[str, bool]] = []
    sized = {"Tf": True, "Tz": True}
    for each in operators:
        name = "" if is_inline_image(each) else str(each[1])
        if name == "q":
            saved.append({**sized})
        elif name == "Q" and saved:
            sized = saved.pop()
        elif name in sized and each[0]:
            sized[name] = each[0][-1] != 0
        if name not in SHOWING or all(sized.values()) or not each[0]:
            found.append(each)
        else:
            found.append(([*each[0][:-1], Array() if name == "TJ" else String("")], each[1]))
    return found


def _tidy(instruction: Any) -> Any:
    operands, operator = list(instruction[0]), instruction[1]
    name = str(operator)
    if name in SHOWING:
        tidy = operands[-3 if name == '"' else -1 :]
    elif name in MARKING:
        tidy = [_tidy_entries(operand) if is_dict(operand) else operand for operand in operands]
    else:
        tidy = [operand for operand in operands if not _holds_text(operand)]
    is_same = len(tidy) == len(operands) and name not in MARKING
    return instruction if is_same else (round_numbers(tidy), operator)


def _tidy_entries(entries: Value) -> Value:
    return Dictionary(
        {
            key: value
            for key, value in entries.items()
            if (key in TEXTS and is_string(value)) or (key in ENTRIES and not _holds_text(value))
        }
    )


def _holds_text(value: Value) -> bool:
    return is_string(value) or is_dict(value) or any(_holds_text(item) for item in list_items(value))
