"""Lays out a formula of MathML as a box of signs and lines."""

import re
from typing import Any
from xml.etree import ElementTree

from formula_fonts import Box, grow_sign, read_constant
from formula_shapes import enclose, place_accent, place_fraction, place_limits, place_root, place_scripts
from formula_signs import (
    ACCENTS,
    BARS,
    BRACES,
    LARGE,
    LIMITS,
    LONG_ARROWS,
    find_form,
    find_spaces,
    read_length,
    read_letters,
    read_name,
)
from formula_tokens import Style, apply_style, find_core, is_plain, lay_out_operator, lay_out_token


def lay_out_row(nodes: Any, style: Style) -> Box:
    nodes = [node for node in nodes if read_name(node)]
    operators = [find_core(node) for node in nodes]
    boxes = [None if own is node else lay_out(node, style) for node, own in zip(nodes, operators)]
    axis = read_constant("AxisHeight") * style.size
    reach = max((max(box.height - axis, box.depth + axis) for box in boxes if box), default=0)
    line, x, lean = Box(), 0.0, 0.0
    for index, (_node, own, box) in enumerate(zip(nodes, operators, boxes)):
        if box is None:
            box = lay_out_operator(own, apply_style(own, style), reach)
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


def lay_out_over_and_under(nodes: Any, style: Style, name: str) -> Box:
    below = nodes[1] if name != "mover" and len(nodes) > 1 else None
    above = nodes[-1] if name != "munder" and len(nodes) > 1 else None
    own = find_core(nodes[0])
    sign = read_letters(own) if own is not None else read_letters(nodes[0])
    base = lay_out(nodes[0], style)
    if not style.display and (
        sign in LARGE or (own is not None and sign in LIMITS and own.get("movablelimits") != "false")
    ):
        return place_scripts(
            base,
            below is not None and lay_out(below, style.script),
            above is not None and lay_out(above, style.script),
            style,
        )
    plain: list = []
    for node, under in ((below, True), (above, False)):
        if node is None:
            plain.append(None)
            continue
        mark = find_core(node)
        close = mark is not None and (
            mark.get("accent") == "true"
            or (
                node is mark
                and (read_letters(mark) in BARS or read_letters(mark) in ACCENTS or read_letters(mark) in BRACES)
            )
        )
        if close and sign not in LARGE:
            base = place_accent(base, read_letters(mark), style, under)
            plain.append(None)
        elif own is not None and node is not mark and sign in LONG_ARROWS:
            label = lay_out(node, style.script)
            base = grow_sign(sign, label.width + 0.5 * style.size, style.size, upright=False) or base
            plain.append(label)
        else:
            plain.append(lay_out(node, style.script))
    return place_limits(base, plain[0], plain[1], style) if any(plain) else base


def lay_out_table(node: Any, style: Style) -> Box:
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
    inner = style.copy_with(display=style.display and (aligned or node.get("displaystyle") == "true"))
    cells = [[lay_out_row(list(cell), inner) for cell in line] for line in rows]
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
    return Box(box.width).put(box, 0, read_constant("AxisHeight") * style.size - y / 2)


def lay_out_multiscripts(nodes: Any, style: Style) -> Box:
    """Lays out indices at all four corners: first those after the base, then those before it."""
    base, rest = nodes[0], nodes[1:]
    split = next((index for index, node in enumerate(rest) if read_name(node) == "mprescripts"), len(rest))

    def pair(found: Any) -> list:
        return [
            None if node is None or read_name(node) == "none" else lay_out(node, style.script)
            for node in [*found, None, None][:2]
        ]

    box = lay_out(base, style)
    after, before = pair(rest[:split]), pair(rest[split + 1 :])
    if any(before):
        lead = place_scripts(Box(0, box.height, box.depth), before[0], before[1], style)
        box = Box().put(lead, 0, 0).put(box, lead.width, 0)
    return place_scripts(box, after[0], after[1], style) if any(after) else box


def lay_out_fenced(node: Any, nodes: Any, style: Style) -> Box:
    made = ElementTree.Element("mrow")
    separators = (node.get("separators", ",") or "").replace(" ", "")

    def add_sign(letters: str, form: Any) -> None:
        mark = ElementTree.SubElement(made, "mo", {"form": form})
        mark.text = letters

    add_sign(node.get("open", "("), "prefix")
    for index, each in enumerate(nodes):
        if index and separators:
            add_sign(separators[min(index - 1, len(separators) - 1)], "infix")
        made.append(each)
    add_sign(node.get("close", ")"), "postfix")
    return lay_out_row(list(made), style)


def lay_out(node: Any, style: Style) -> Box:
    name, nodes = read_name(node), [each for each in node if read_name(each)]
    style = apply_style(node, style)
    if name in ("mi", "mn", "mtext", "ms"):
        return lay_out_token(node, style)
    if name == "mo":
        return lay_out_operator(node, style)
    if name == "mspace":
        return Box(max(0, read_length(node.get("width"))) * style.size)
    if name in ("semantics", "maction"):
        return lay_out(nodes[0], style) if nodes else Box()
    if name in ("annotation", "annotation-xml", "none", "mprescripts"):
        return Box()
    if name == "mtable":
        return lay_out_table(node, style)
    if name == "mfrac" and len(nodes) > 1:
        inner = style.copy_with(display=False) if style.display else style.script
        ruled = not re.fullmatch(r"0+(\.0+)?\s*[a-z]*", node.get("linethickness", ""))
        return place_fraction(lay_out(nodes[0], inner), lay_out(nodes[1], inner), style, ruled)
    if name == "mroot" and len(nodes) > 1:
        return place_root(lay_out(nodes[0], style), style, lay_out(nodes[1], style.script.script))
    if name == "msqrt":
        return place_root(lay_out_row(nodes, style), style)
    if name in ("msub", "msup", "msubsup") and len(nodes) > 1:
        below = lay_out(nodes[1], style.script) if name != "msup" else None
        above = lay_out(nodes[-1], style.script) if name != "msub" else None
        return place_scripts(lay_out(nodes[0], style), below, above, style, is_plain(nodes[0]))
    if name in ("munder", "mover", "munderover") and nodes:
        return lay_out_over_and_under(nodes, style, name)
    if name == "mmultiscripts" and nodes:
        return lay_out_multiscripts(nodes, style)
    if name == "mfenced":
        return lay_out_fenced(node, nodes, style)
    box = lay_out_row(nodes, style)
    if name == "menclose":
        return enclose(box, style, node.get("notation", "longdiv"))
    if name == "mphantom":
        return Box(box.width, box.height, box.depth)
    return box
