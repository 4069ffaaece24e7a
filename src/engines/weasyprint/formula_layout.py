"""Lays out a formula of MathML as a box of signs and lines."""

import re
from typing import Any
from xml.etree import ElementTree

from formula_fonts import Box, constant, grown, text
from formula_shapes import accent, enclosed, fraction, limits, root, scripts
from formula_signs import (
    ACCENTS,
    ALPHABETS,
    BARS,
    BRACES,
    CLOSING,
    CUTS,
    EITHER,
    LARGE,
    LIMITS,
    LONG_ARROWS,
    OPENING,
    PLAIN,
    SLANTED,
    UNSEEN,
    find_form,
    find_spaces,
    put_in_alphabet,
    read_length,
    read_letters,
    read_name,
)

SMALLEST = 0.5


class Style:
    """The size of letters, and whether there is room above and below."""

    def __init__(self, size: float = 1.0, display: bool = False, variant: str | None = None) -> None:
        self.size, self.display, self.variant = size, display, variant

    def but(self, **changes: Any) -> "Style":
        return Style(**{**self.__dict__, **changes})

    @property
    def script(self) -> "Style":
        return self.but(size=max(SMALLEST, self.size * 0.72), display=False)


def styled(node: Any, style: Style) -> Any:
    if node.get("displaystyle"):
        style = style.but(display=node.get("displaystyle") == "true")
    if node.get("mathvariant"):
        style = style.but(variant=node.get("mathvariant"))
    return style


def core(node: Any) -> Any:
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
        return core(children[0])
    if name == "mrow" and len(children) == 1:
        return core(children[0])
    return None


def is_plain(node: Any) -> bool:
    return read_name(node) in ("mi", "mn", "mo", "mtext") and read_letters(node) not in LARGE


def operator(node: Any, style: Style, reach: Any = None) -> Box:
    """
    Lays out an operator. `reach` is the distance from the axis that its neighbours reach, for a fence to reach as far.
    """
    sign = read_letters(node).replace("-", "−") if len(read_letters(node)) == 1 else read_letters(node)
    if sign in UNSEEN or not sign:
        return Box()
    axis = constant("AxisHeight") * style.size
    fence = sign in OPENING or sign in CLOSING or sign in EITHER or node.get("fence") == "true"
    box = None
    if sign in LARGE and style.display:
        box = grown(sign, constant("DisplayOperatorMinHeight") * style.size, style.size)
    elif reach and len(sign) == 1 and (node.get("stretchy") == "true" or (fence and node.get("stretchy") != "false")):
        plain = text(sign, style.size)
        # A sign may end a little before its content does.
        if 2 * reach * 0.92 > plain.height + plain.depth:
            box = grown(sign, 2 * reach * 0.92, style.size)
    if box is None and sign not in LARGE:
        return text(sign, style.size)
    box = box or grown(sign, 0, style.size) or text(sign, style.size)
    made = Box(box.width).put(box, 0, axis - (box.height - box.depth) / 2)
    made.slope = box.slope
    return made


def row(nodes: Any, style: Style) -> Box:
    nodes = [node for node in nodes if read_name(node)]
    operators = [core(node) for node in nodes]
    boxes = [None if own is node else laid(node, style) for node, own in zip(nodes, operators)]
    axis = constant("AxisHeight") * style.size
    reach = max((max(box.height - axis, box.depth + axis) for box in boxes if box), default=0)
    line, x, lean = Box(), 0.0, 0.0
    for index, (_node, own, box) in enumerate(zip(nodes, operators, boxes)):
        if box is None:
            box = operator(own, styled(own, style), reach)
        left = right = 0.0
        if own is not None:
            form = find_form(index, len(nodes), own, operators[index - 1] if index else None)
            left, right = find_spaces(own, form, style)
        # Two letters side by side keep clear of one another where the first leans over.
        x += left + (lean if own is not None and not left else 0)
        line.put(box, x, 0)
        x += box.width + right
        line.width, lean = x, box.lean
    line.lean = lean
    return line


def token(node: Any, style: Style) -> Box:
    said, variant = read_letters(node), styled(node, style).variant
    if read_name(node) == "mtext":
        said = re.sub(r"\s+", " ", "".join(node.itertext()))
    if variant in ALPHABETS:
        return text("".join(put_in_alphabet(letter, variant) for letter in said), style.size)
    slanted = (
        read_name(node) == "mi"
        and len(said) == 1
        and not ("Α" <= said <= "Ω")
        and said.isalpha()
        and ord(said) < 0x2100
    )
    return text(said, style.size, CUTS.get(variant, SLANTED if slanted else PLAIN))


def over_and_under(nodes: Any, style: Style, name: str) -> Box:
    below = nodes[1] if name != "mover" and len(nodes) > 1 else None
    above = nodes[-1] if name != "munder" and len(nodes) > 1 else None
    own = core(nodes[0])
    sign = read_letters(own) if own is not None else read_letters(nodes[0])
    base = laid(nodes[0], style)
    if not style.display and (
        sign in LARGE or (own is not None and sign in LIMITS and own.get("movablelimits") != "false")
    ):
        return scripts(
            base,
            below is not None and laid(below, style.script),
            above is not None and laid(above, style.script),
            style,
        )
    plain: list = []
    for node, under in ((below, True), (above, False)):
        if node is None:
            plain.append(None)
            continue
        mark = core(node)
        close = mark is not None and (
            mark.get("accent") == "true"
            or (
                node is mark
                and (read_letters(mark) in BARS or read_letters(mark) in ACCENTS or read_letters(mark) in BRACES)
            )
        )
        if close and sign not in LARGE:
            base = accent(base, read_letters(mark), style, under)
            plain.append(None)
        elif own is not None and node is not mark and sign in LONG_ARROWS:
            label = laid(node, style.script)
            base = grown(sign, label.width + 0.5 * style.size, style.size, upright=False) or base
            plain.append(label)
        else:
            plain.append(laid(node, style.script))
    return limits(base, plain[0], plain[1], style) if any(plain) else base


def table(node: Any, style: Style) -> Box:
    rows = [
        [cell for cell in line if read_name(cell) == "mtd"] for line in node if read_name(line) in ("mtr", "mlabeledtr")
    ]
    columns = max((len(line) for line in rows), default=0)
    if not columns:
        return Box()
    said = (node.get("columnalign") or "center").split()

    def side(cell: Any, index: Any) -> Any:
        return (
            cell.get("columnalign")
            or (re.search(r"text-align:\s*(\w+)", cell.get("style") or "") or [None, said[min(index, len(said) - 1)]])[
                1
            ]
        )

    sides = [[side(cell, index) for index, cell in enumerate(line)] for line in rows]
    # Equations one below another are aligned right and left of their sign in turn.
    aligned = columns > 1 and all(
        each == ("right", "left")[index % 2] for line in sides for index, each in enumerate(line)
    )
    inner = style.but(display=style.display and (aligned or node.get("displaystyle") == "true"))
    cells = [[row(list(cell), inner) for cell in line] for line in rows]
    widths = [max((line[index].width for line in cells if index < len(line)), default=0) for index in range(columns)]
    gaps = [
        0.0 if aligned and index % 2 == 0 else (2.0 if aligned else 0.8) * style.size for index in range(columns - 1)
    ] + [0.0]
    box, y = Box(), 0.0
    for number, line in enumerate(cells):
        height, depth = (
            max([each.height for each in line] + [0.7 * style.size]),
            max([each.depth for each in line] + [0.22 * style.size]),
        )
        y -= height + (0.3 * style.size if number else 0)
        x = 0.0
        for index, each in enumerate(line):
            free = widths[index] - each.width
            box.put(each, x + {"left": 0, "right": free}.get(sides[number][index], free / 2), y)
            x += widths[index] + gaps[index]
        y -= depth
    box.width = sum(widths) + sum(gaps)
    return Box(box.width).put(box, 0, constant("AxisHeight") * style.size - y / 2)


def around(nodes: Any, style: Style) -> Box:
    """Lays out indices at all four corners: first those after the base, then those before it."""
    base, rest = nodes[0], nodes[1:]
    split = next((index for index, node in enumerate(rest) if read_name(node) == "mprescripts"), len(rest))

    def pair(found: Any) -> list:
        return [
            None if node is None or read_name(node) == "none" else laid(node, style.script)
            for node in [*found, None, None][:2]
        ]

    box = laid(base, style)
    after, before = pair(rest[:split]), pair(rest[split + 1 :])
    if any(before):
        lead = scripts(Box(0, box.height, box.depth), before[0], before[1], style)
        box = Box().put(lead, 0, 0).put(box, lead.width, 0)
    return scripts(box, after[0], after[1], style) if any(after) else box


def fenced(node: Any, nodes: Any, style: Style) -> Box:
    made = ElementTree.Element("mrow")
    separators = (node.get("separators", ",") or "").replace(" ", "")

    def sign(letters: str, form: Any) -> None:
        mark = ElementTree.SubElement(made, "mo", {"form": form})
        mark.text = letters

    sign(node.get("open", "("), "prefix")
    for index, each in enumerate(nodes):
        if index and separators:
            sign(separators[min(index - 1, len(separators) - 1)], "infix")
        made.append(each)
    sign(node.get("close", ")"), "postfix")
    return row(list(made), style)


def laid(node: Any, style: Style) -> Box:
    name, nodes = read_name(node), [each for each in node if read_name(each)]
    style = styled(node, style)
    if name in ("mi", "mn", "mtext", "ms"):
        return token(node, style)
    if name == "mo":
        return operator(node, style)
    if name == "mspace":
        return Box(max(0, read_length(node.get("width"))) * style.size)
    if name in ("semantics", "maction"):
        return laid(nodes[0], style) if nodes else Box()
    if name in ("annotation", "annotation-xml", "none", "mprescripts"):
        return Box()
    if name == "mtable":
        return table(node, style)
    if name == "mfrac" and len(nodes) > 1:
        inner = style.but(display=False) if style.display else style.script
        ruled = not re.fullmatch(r"0+(\.0+)?\s*[a-z]*", node.get("linethickness", ""))
        return fraction(laid(nodes[0], inner), laid(nodes[1], inner), style, ruled)
    if name == "mroot" and len(nodes) > 1:
        return root(laid(nodes[0], style), style, laid(nodes[1], style.script.script))
    if name == "msqrt":
        return root(row(nodes, style), style)
    if name in ("msub", "msup", "msubsup") and len(nodes) > 1:
        below = laid(nodes[1], style.script) if name != "msup" else None
        above = laid(nodes[-1], style.script) if name != "msub" else None
        return scripts(laid(nodes[0], style), below, above, style, is_plain(nodes[0]))
    if name in ("munder", "mover", "munderover") and nodes:
        return over_and_under(nodes, style, name)
    if name == "mmultiscripts" and nodes:
        return around(nodes, style)
    if name == "mfenced":
        return fenced(node, nodes, style)
    box = row(nodes, style)
    if name == "menclose":
        return enclosed(box, style, node.get("notation", "longdiv"))
    if name == "mphantom":
        return Box(box.width, box.height, box.depth)
    return box
