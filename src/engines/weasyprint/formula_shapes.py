"""Places the parts of a formula above, below, next to and around each other."""

from typing import Any

from formula_fonts import Box, draw_rule, fit_sign, grow_sign, read_constant, set_letters
from formula_signs import ACCENTS, BARS


def place_fraction(top: Any, bottom: Any, style: Any, ruled: Any) -> Box:
    thick = read_constant("FractionRuleThickness") * style.size if ruled else 0
    gap = (3 if style.display else 1.5) * read_constant("FractionRuleThickness") * style.size
    axis, width = read_constant("AxisHeight") * style.size, max(top.width, bottom.width) + 0.16 * style.size
    box = Box().put(top, (width - top.width) / 2, axis + thick / 2 + gap + top.depth)
    box.put(bottom, (width - bottom.width) / 2, axis - thick / 2 - gap - bottom.height)
    if thick:
        box.put(draw_rule(width, thick), 0, axis - thick / 2)
    side = 0.06 * style.size
    return Box(width + 2 * side).put(box, side, 0)


def place_root(content: Any, style: Any, index: Any = None) -> Box:
    thick = read_constant("RadicalRuleThickness") * style.size
    gap = read_constant("RadicalDisplayStyleVerticalGap" if style.display else "RadicalVerticalGap") * style.size
    sign = grow_sign("√", content.height + content.depth + gap + thick, style.size)
    # The top of the sign is the line over its content; excess height is shared above and below.
    gap += max(0, sign.height + sign.depth - content.height - content.depth - gap - thick) / 2
    top = content.height + gap + thick
    box, x = Box(), 0.0
    if index is not None:
        box.put(index, 0, top - 0.55 * (sign.height + sign.depth))
        x = max(0, index.width - 0.45 * sign.width)
    box.put(sign, x, top - sign.height).put(draw_rule(content.width, thick), x + sign.width, top - thick)
    return box.put(content, x + sign.width, 0)


def place_scripts(base: Any, below: Any, above: Any, style: Any, plain: bool = False) -> Box:
    """
    Places scripts at a base. With `plain` the base is letters, whose scripts stand at the same height whichever they
    are.
    """
    size = style.size
    up, down = read_constant("SuperscriptShiftUp") * size, read_constant("SubscriptShiftDown") * size
    if not plain:
        up, down = (
            max(up, base.height - read_constant("SuperscriptBaselineDropMax") * size),
            max(down, base.depth + read_constant("SubscriptBaselineDropMin") * size),
        )
    if above:
        up = max(up, above.depth + read_constant("SuperscriptBottomMin") * size)
    if below:
        down = max(down, below.height - read_constant("SubscriptTopMax") * size)
    if above and below:
        short = read_constant("SubSuperscriptGapMin") * size - (up - above.depth + down - below.height)
        if short > 0:
            down += short
    box = Box(base.width).put(base, 0, 0)
    if above:
        box.put(above, base.width + max(base.lean, 0.03 * size), up)
    if below:
        box.put(below, base.width - base.slope, -down)
    box.width += read_constant("SpaceAfterScript") * size
    return box


def place_accent(base: Any, sign: str, style: Any, under: Any) -> Box:
    """Places an accent, which stands close over or under its base and is as wide: bars, hats, arrows, braces."""
    gap = 0.08 * style.size
    if sign in BARS:
        box = draw_rule(base.width, read_constant("OverbarRuleThickness") * style.size)
    else:
        box = fit_sign(ACCENTS.get(sign, sign), base.width, style.size) or set_letters(sign, style.size)
    made = Box(base.width).put(base, 0, 0)
    x = (base.width - box.width) / 2 + (0 if under else base.lean / 2)
    y = -base.depth - gap - box.height if under else base.height + gap + box.depth
    if x < 0:
        made = Box(box.width).put(base, -x, 0)
        x = 0
    return made.put(box, x, y)


def place_limits(base: Any, below: Any, above: Any, style: Any) -> Box:
    gap, width = 0.16 * style.size, max(part.width for part in (base, below, above) if part)
    box = Box(width).put(base, (width - base.width) / 2, 0)
    if above:
        box.put(above, (width - above.width) / 2, base.height + gap + above.depth)
    if below:
        box.put(below, (width - below.width) / 2, -base.depth - gap - below.height)
    return box


def enclose(content: Any, style: Any, notation: Any) -> Box:
    thick, pad = 0.05 * style.size, 0.15 * style.size
    box = Box().put(content, pad, 0)
    width, top, bottom = content.width + 2 * pad, content.height + pad, content.depth + pad
    box.width = width
    if "box" in notation or "top" in notation:
        box.put(draw_rule(width, thick), 0, top)
    if "box" in notation or "bottom" in notation:
        box.put(draw_rule(width, thick), 0, -bottom)
    for mark, x in (("left", 0), ("right", width - thick)):
        if "box" in notation or mark in notation:
            box.items.append(("rule", x, -top - thick, thick, top + bottom + thick))
    if "strike" in notation:
        box.put(draw_rule(content.width, thick), pad, read_constant("AxisHeight") * style.size)
    return box
