"""Glyphs written as charstrings of the compact font format."""

from .outline import Glyph

HSTEM, VSTEM, HSTEMHM, VSTEMHM, HINTMASK = 1, 3, 18, 23, 19
VMOVETO, RLINETO, HLINETO, VLINETO, RRCURVETO, ENDCHAR = 4, 5, 6, 7, 8, 14
RMOVETO, HMOVETO, VVCURVETO, HHCURVETO, VHCURVETO, HVCURVETO = 21, 22, 26, 27, 30, 31
#: Operands an operator may take: the stack holds 48, and hints or a width may come before.
MOST = 46


def encode_number(value: float) -> bytes:
    whole = round(value)
    if abs(value - whole) > 1 / 512:
        return b"\xff" + round(value * 65536).to_bytes(4, "big", signed=True)
    if -107 <= whole <= 107:
        return bytes([whole + 139])
    if 108 <= whole <= 1131:
        whole -= 108
        return bytes([247 + (whole >> 8), whole & 255])
    if -1131 <= whole <= -108:
        whole = -whole - 108
        return bytes([251 + (whole >> 8), whole & 255])
    return b"\x1c" + whole.to_bytes(2, "big", signed=True)


def encode_glyph(glyph: Glyph, default_width: float, nominal_width: float) -> bytes:
    out = bytearray()
    if glyph.width != default_width:
        out += encode_number(glyph.width - nominal_width)
    groups = [group for group in glyph.hints if group[1] or group[2]]
    horizontal = sorted({stem for _, stems, _ in groups for stem in stems})
    vertical = sorted({stem for _, _, stems in groups for stem in stems})
    # More hints than the format allows, or a stack of them that could overflow: the glyph does without.
    if len(horizontal) + len(vertical) > 90 or max(len(horizontal), len(vertical)) > 20:
        groups, horizontal, vertical = [], [], []
    masked = len(groups) > 1
    if horizontal:
        out += _encode_stems(horizontal) + bytes([HSTEMHM if masked else HSTEM])
    if vertical:
        out += _encode_stems(vertical) + bytes([VSTEMHM if masked else VSTEM])
    masks = {at: _encode_mask(stems, horizontal, vertical) for at, *stems in groups} if masked else {}
    if masked and 0 not in masks:
        masks[0] = min(masks.items())[1]
    writer = _Writer(out)
    for at, step in enumerate(glyph.path):
        if at in masks:
            writer.flush()
            out += bytes([HINTMASK]) + masks[at]
        writer.add(step)
    writer.flush()
    out.append(ENDCHAR)
    return bytes(out)


def _encode_stems(stems: list) -> bytes:
    out, last = bytearray(), 0.0
    for position, extent in stems:
        out += encode_number(position - last) + encode_number(extent)
        last = position + extent
    return bytes(out)


def _encode_mask(stems: list, horizontal: list, vertical: list) -> bytes:
    bits = [stem in stems[0] for stem in horizontal] + [stem in stems[1] for stem in vertical]
    bits += [False] * (-len(bits) % 8)
    return bytes(
        sum(bit << (7 - place) for place, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8)
    )


class _Writer:
    """Gathers steps that one operator can take together."""

    def __init__(self, out: bytearray) -> None:
        self.out = out
        self.operator = 0
        self.operands: list[float] = []
        self.next_is_horizontal = False

    def flush(self) -> None:
        if self.operands:
            for value in self.operands:
                self.out += encode_number(value)
            self.out.append(self.operator)
        self.operator, self.operands = 0, []

    def add(self, step: tuple) -> None:
        kind, *values = step
        if kind == "move":
            self.flush()
            dx, dy = values
            self._start_operator(*((HMOVETO, [dx]) if dy == 0 else (VMOVETO, [dy]) if dx == 0 else (RMOVETO, [dx, dy])))
            self.flush()
        elif kind == "line":
            self._add_line(*values)
        else:
            self._add_curve(values)

    def _start_operator(self, operator: int, operands: list[float]) -> None:
        self.flush()
        self.operator, self.operands = operator, list(operands)

    def _add_line(self, dx: float, dy: float) -> None:
        straight = dx == 0 or dy == 0
        if self.operator in (HLINETO, VLINETO) and straight and len(self.operands) < MOST:
            # The lines of one such operator are horizontal and vertical in turn.
            if (dy == 0) == self.next_is_horizontal:
                self.operands.append(dx if dy == 0 else dy)
                self.next_is_horizontal = not self.next_is_horizontal
                return
        if not straight and self.operator == RLINETO and len(self.operands) + 2 <= MOST:
            self.operands += [dx, dy]
            return
        if straight:
            self._start_operator(HLINETO if dy == 0 else VLINETO, [dx if dy == 0 else dy])
            self.next_is_horizontal = dy != 0
        else:
            self._start_operator(RLINETO, [dx, dy])

    def _add_curve(self, v: list[float]) -> None:
        if v[1] == 0 and v[4] == 0:
            self._add_turning_curve(HVCURVETO, [v[0], v[2], v[3], v[5]], True)
        elif v[0] == 0 and v[5] == 0:
            self._add_turning_curve(VHCURVETO, [v[1], v[2], v[3], v[4]], False)
        elif v[1] == 0 and v[5] == 0:
            self._add_operands(HHCURVETO, [v[0], v[2], v[3], v[4]])
        elif v[0] == 0 and v[4] == 0:
            self._add_operands(VVCURVETO, [v[1], v[2], v[3], v[5]])
        else:
            self._add_operands(RRCURVETO, v)

    def _add_operands(self, operator: int, operands: list[float]) -> None:
        if self.operator == operator and len(self.operands) + len(operands) <= MOST:
            self.operands += operands
        else:
            self._start_operator(operator, operands)

    def _add_turning_curve(self, operator: int, operands: list[float], horizontal: bool) -> None:
        """Adds a curve that begins horizontal and ends vertical, or the reverse; one operator takes several in turn."""
        if (
            self.operator in (HVCURVETO, VHCURVETO)
            and self.next_is_horizontal == horizontal
            and len(self.operands) + 4 <= MOST
        ):
            self.operands += operands
        else:
            self._start_operator(operator, operands)
        self.next_is_horizontal = not horizontal
