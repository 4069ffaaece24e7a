"""Lays out the smallest parts of a formula: its letters, numbers and operators."""

import re
from typing import Any

from formula_fonts import Box, grow_sign, read_constant, set_letters
from formula_signs import (
    ALPHABETS,
    CLOSING,
    CUTS,
    EITHER,
    LARGE,
    OPENING,
    PLAIN,
    SLANTED,
    UNSEEN,
    put_in_alphabet,
    read_letters,
    read_name,
)

SMALLEST = 0.5


class Style:
    """The size of letters, and whether there is room above and below."""

    def __init__(self, size: float = 1.0, display: bool = False, variant: str | None = None) -> None:
        self.size, self.display, self.variant = size, display, variant

    def copy_with(self, **changes: Any) -> "Style":
        return Style(**{**self.__dict__, **changes})

    @property
    def script(self) -> "Style":
        return self.copy_with(size=max(SMALLEST, self.size * 0.72), display=False)


def apply_style(node: Any, style: Style) -> Any:
    if node.get("displaystyle"):
        style = style.copy_with(display=node.get("displaystyle") == "true")
    if node.get("mathvariant"):
        style = style.copy_with(variant=node.get("mathvariant"))
    return style


def find_core(node: Any) -> Any:
    """Finds the operator at the core of a part, whatever stands above and below it."""
    name, children = read_name(node), [each for each in node if read_name(each)]
    if name == "mo":
        return node
    if children and name in (
        "msub",
        "msup",
        "msubsup",
        "munder",
        "mover",
        "munderover",
        "mstyle",
        "mpadded",
        "semantics",
    ):
        return find_core(children[0])
    if name == "mrow" and len(children) == 1:
        return find_core(children[0])
    return None


def is_plain(node: Any) -> bool:
    return read_name(node) in ("mi", "mn", "mo", "mtext") and read_letters(node) not in LARGE


def lay_out_operator(node: Any, style: Style, reach: Any = None) -> Box:
    """
    Lays out an operator. `reach` is the distance from the axis that its neighbours reach, for a fence to reach as far.
    """
    sign = read_letters(node).replace("-", "−") if len(read_letters(node)) == 1 else read_letters(node)
    if sign in UNSEEN or not sign:
        return Box()
    axis = read_constant("AxisHeight") * style.size
    fence = sign in OPENING or sign in CLOSING or sign in EITHER or node.get("fence") == "true"
    box = None
    if sign in LARGE and style.display:
        box = grow_sign(sign, read_constant("DisplayOperatorMinHeight") * style.size, style.size)
    elif reach and len(sign) == 1 and (node.get("stretchy") == "true" or (fence and node.get("stretchy") != "false")):
        plain = set_letters(sign, style.size)
        # A sign may end a little before its content does.
        if 2 * reach * 0.92 > plain.height + plain.depth:
            box = grow_sign(sign, 2 * reach * 0.92, style.size)
    if box is None and sign not in LARGE:
        return set_letters(sign, style.size)
    box = box or grow_sign(sign, 0, style.size) or set_letters(sign, style.size)
    made = Box(box.width).put(box, 0, axis - (box.height - box.depth) / 2)
    made.slope = box.slope
    return made


def lay_out_token(node: Any, style: Style) -> Box:
    said, variant = read_letters(node), apply_style(node, style).variant
    if read_name(node) == "mtext":
        said = re.sub(r"\s+", " ", "".join(node.itertext()))
    if variant in ALPHABETS:
        return set_letters("".join(put_in_alphabet(letter, variant) for letter in said), style.size)
    slanted = (
        read_name(node) == "mi"
        and len(said) == 1
        and not ("Α" <= said <= "Ω")
        and said.isalpha()
        and ord(said) < 0x2100
    )
    return set_letters(said, style.size, CUTS.get(variant, SLANTED if slanted else PLAIN))
