"""Erases glyphs from the strings that content shows."""

from pikepdf import String

from ..geometry import move_point
from ..objects import is_number, is_string
from .areas import Areas
from .fonts.glyph_fonts import find_corners
from .text_state import State


def erase_glyphs(shown: list, state: State, areas: Areas, is_hidden: bool) -> list | None:
    """Returns strings and adjustments without the glyphs to erase; None if there are none. Moves the state behind them."""
    if not areas and not is_hidden:
        return None
    kept: list = []
    is_erased = False
    for part in shown:
        if not is_string(part):
            if is_number(part):
                state.adjust(float(part))
                _add_adjustment(kept, float(part))
            continue
        glyphs = list(state.place_glyphs(bytes(part)))
        gone = [
            is_hidden
            or areas.covers_glyph(find_corners(glyph.box, matrix), glyph.find_anchor(matrix), move_point(matrix, 0, 0))
            for glyph, matrix, _ in glyphs
        ]
        if any(gone) and state.font is not None and not state.font.is_exact:
            gone = [True] * len(gone)
        is_erased |= any(gone)
        for (glyph, _, adjustment), goes in zip(glyphs, gone):
            if goes:
                _add_adjustment(kept, adjustment)
            elif kept and isinstance(kept[-1], bytearray):
                kept[-1] += glyph.code
            else:
                kept.append(bytearray(glyph.code))
    if not is_erased:
        return None
    return [String(bytes(part)) if isinstance(part, bytearray) else round(part, 3) for part in kept]


def _add_adjustment(kept: list, number: float) -> None:
    """Adds an adjustment. Adjacent ones are joined, so that they do not reveal the widths of erased letters."""
    if kept and isinstance(kept[-1], float):
        kept[-1] += number
    else:
        kept.append(number)
