"""Draws the formulas of a page, which WeasyPrint 57 prints as their letters one after another: each `math` becomes a drawing."""

from typing import Any
from xml.etree import ElementTree

from formula_fonts import write_svg
from formula_layout import Style, lay_out_row
from formula_signs import read_name

# Each level is drawn again with the one around it, and a line of a formula does not break: a formula that is too deep
# or long to be read is printed as its letters, not drawn.
MAX_LEVELS = 60
MAX_NODES = 4000
MAX_LETTERS = 8000


def is_endless(node: Any) -> bool:
    nodes, letters, open_nodes = 0, 0, [(node, 1)]
    while open_nodes:
        each, level = open_nodes.pop()
        nodes, letters = nodes + 1, letters + len(each.text or "")
        if level > MAX_LEVELS or nodes > MAX_NODES or letters > MAX_LETTERS:
            return True
        # Annotations are not drawn.
        open_nodes.extend((child, level + 1) for child in each if not read_name(child).startswith("annotation"))
    return False


def draw_formula(node: Any) -> Any:
    if is_endless(node):
        raise ValueError("deeper or longer than a formula")
    display = node.get("display") == "block" or node.get("mode") == "display"
    box = lay_out_row(list(node), Style(display=display))
    pad = 0.05
    width, height = box.width + 2 * pad, box.height + box.depth + 2 * pad
    look = "display:block;margin:.8em auto" if display else f"vertical-align:{-(box.depth + pad):.3f}em"
    made = ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-pad:.3f} {-(box.height + pad):.3f} {width:.3f} {height:.3f}" '
        f'style="width:{width:.3f}em;{look}">{write_svg(box)}</svg>'
    )
    for name in ("id", "class"):
        if node.get(name):
            made.set(name, node.get(name))
    if node.get("style"):
        made.set("style", f"{made.get('style')};{node.get('style')}")
    return made


def spell_formula(node: Any) -> str:
    """Spells out the letters of a formula without its annotations, with spaces so that a line can end between them."""
    letters, open_nodes = [], [node]
    while open_nodes:
        each = open_nodes.pop()
        if isinstance(each, str):
            letters.append(each)
        elif not read_name(each).startswith("annotation"):
            for child in reversed(each):
                open_nodes.extend([child.tail or "", child])
            open_nodes.append(each.text or "")
    return " ".join(" ".join(letters).split())


def draw_formulas(page: Any) -> None:
    """Puts a drawing in the place of each formula; one that cannot be drawn is printed as its letters."""
    for parent in [
        each for each in page.iter() if any(isinstance(child.tag, str) and read_name(child) == "math" for child in each)
    ]:
        for index, node in enumerate(parent):
            if read_name(node) != "math":
                continue
            try:
                made = draw_formula(node)
            except (
                ValueError,
                IndexError,
                KeyError,
                TypeError,
                AttributeError,
                RecursionError,
                ElementTree.ParseError,
            ):
                made = ElementTree.Element("span")
                made.text = spell_formula(node)
            made.tail = node.tail
            parent[index] = made
