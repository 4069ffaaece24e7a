"""Drawing the glyphs of Type 1 fonts: their charstrings followed step by step."""

from dataclasses import dataclass, field
from typing import Any

from .standard import STANDARD_CODES
from .type1 import Type1Font, Unsupported

MAX_DEPTH = 10
MAX_STEPS = 200_000


@dataclass
class Glyph:
    width: float = 0
    #: ("move" | "line", dx, dy) or ("curve", six relative values), in order.
    path: list[tuple] = field(default_factory=list)
    #: Stem hints that hold from a place in the path on: (place, horizontal stems, vertical stems).
    hints: list[tuple] = field(default_factory=list)


def draw_glyph(font: Type1Font, name: bytes) -> Glyph:
    glyph = Glyph()
    _Drawing(font, glyph).follow_charstring(font.glyphs[name], 0)
    return glyph


class _Drawing:
    def __init__(self, font: Type1Font, glyph: Glyph) -> None:
        self.font = font
        self.glyph = glyph
        self.stack: list[float] = []
        self.postscript: list[float] = []
        #: Where the pen is, and where the path was left.
        self.x = self.y = 0.0
        self.path_x = self.path_y = 0.0
        self.side = 0.0
        self.flex: list[tuple[float, float]] | None = None
        self.steps = 0
        self.ended = False

    def follow_charstring(self, code: bytes, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise Unsupported("subroutines too deep")
        at = 0
        while at < len(code) and not self.ended:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise Unsupported("an endless charstring")
            byte = code[at]
            at += 1
            if byte >= 32:
                if byte <= 246:
                    self.stack.append(byte - 139)
                elif byte <= 250:
                    self.stack.append((byte - 247) * 256 + code[at] + 108)
                    at += 1
                elif byte <= 254:
                    self.stack.append(-(byte - 251) * 256 - code[at] - 108)
                    at += 1
                else:
                    self.stack.append(int.from_bytes(code[at : at + 4], "big", signed=True))
                    at += 4
            elif byte == 12:
                self._run_escaped_operator(code[at])
                at += 1
            elif byte == 10:
                number = int(self.stack.pop())
                if number not in self.font.subroutines:
                    raise Unsupported("a missing subroutine")
                self.follow_charstring(self.font.subroutines[number], depth + 1)
            elif byte == 11:
                return
            else:
                self._run_operator(byte)

    def _run_operator(self, byte: int) -> None:
        s = self.stack
        if byte == 13:  # hsbw
            self._begin_glyph(s[0], 0, s[1])
        elif byte == 1:  # hstem
            self._add_stem(1, s[0], s[1])
        elif byte == 3:  # vstem
            self._add_stem(2, s[0] + self.side, s[1])
        elif byte == 21:  # rmoveto
            self._move_pen(s[-2], s[-1])
        elif byte == 22:  # hmoveto
            self._move_pen(s[-1], 0)
        elif byte == 4:  # vmoveto
            self._move_pen(0, s[-1])
        elif byte == 5:  # rlineto
            self._draw_line(s[0], s[1])
        elif byte == 6:  # hlineto
            self._draw_line(s[0], 0)
        elif byte == 7:  # vlineto
            self._draw_line(0, s[0])
        elif byte == 8:  # rrcurveto
            self._draw_curve(*s[:6])
        elif byte == 30:  # vhcurveto
            self._draw_curve(0, s[0], s[1], s[2], s[3], 0)
        elif byte == 31:  # hvcurveto
            self._draw_curve(s[0], 0, s[1], s[2], 0, s[3])
        elif byte == 14:  # endchar
            self.ended = True
        elif byte != 9:  # closepath: every subpath is closed anyway
            raise Unsupported(f"charstring operator {byte}")
        s.clear()

    def _run_escaped_operator(self, byte: int) -> None:
        s = self.stack
        if byte == 12:  # div
            divisor = s.pop()
            s.append(s.pop() / divisor)
            return
        if byte == 16:  # callothersubr
            number, count = int(s.pop()), int(s.pop())
            arguments = [s.pop() for _ in range(count)]
            self._call_other_subroutine(number, arguments)
            return
        if byte == 17:  # pop
            s.append(self.postscript.pop() if self.postscript else 0)
            return
        if byte == 7:  # sbw
            self._begin_glyph(s[0], s[1], s[2])
        elif byte == 6:  # seac
            self._draw_accented(*s[:5])
        elif byte == 1:  # vstem3
            for position, extent in zip(s[0::2], s[1::2]):
                self._add_stem(2, position + self.side, extent)
        elif byte == 2:  # hstem3
            for position, extent in zip(s[0::2], s[1::2]):
                self._add_stem(1, position, extent)
        elif byte == 33:  # setcurrentpoint, which only ends a flex here
            pass
        elif byte != 0:  # dotsection means nothing any more
            raise Unsupported(f"charstring operator 12 {byte}")
        s.clear()

    def _call_other_subroutine(self, number: int, arguments: list[float]) -> None:
        """Does what the interpreter's own subroutine would; `arguments` come in the order in which they are popped."""
        if number == 1:
            self.flex = []
        elif number == 2:
            if self.flex is not None:
                self.flex.append((self.x, self.y))
        elif number == 0:
            self._end_flex()
            self.postscript = [self.y, self.x]
        elif number == 3:
            self.glyph.hints.append((len(self.glyph.path), set(), set()))
            self.postscript = [arguments[0] if arguments else 3]
        elif number in (12, 13):
            self.postscript = []
        else:
            raise Unsupported(f"subroutine {number} of the interpreter")

    def _end_flex(self) -> None:
        points, self.flex = self.flex, None
        if not points or len(points) != 7:
            raise Unsupported("a flex without its points")
        for first, second, third in (points[1:4], points[4:7]):
            x, y = self.path_x, self.path_y
            self._add_step(
                "curve",
                first[0] - x,
                first[1] - y,
                second[0] - first[0],
                second[1] - first[1],
                third[0] - second[0],
                third[1] - second[1],
            )
            self.path_x, self.path_y = third

    def _begin_glyph(self, side_x: float, side_y: float, width: float) -> None:
        self.side, self.glyph.width = side_x, width
        self.x, self.y = side_x, side_y

    def _add_stem(self, which: int, position: float, extent: float) -> None:
        if not self.glyph.hints:
            self.glyph.hints.append((len(self.glyph.path), set(), set()))
        self.glyph.hints[-1][which].add((position, extent))

    def _move_pen(self, dx: float, dy: float) -> None:
        self.x += dx
        self.y += dy
        if self.flex is None:
            self._add_step("move", self.x - self.path_x, self.y - self.path_y)
            self.path_x, self.path_y = self.x, self.y

    def _draw_line(self, dx: float, dy: float) -> None:
        self._add_step("line", dx, dy)
        self.x += dx
        self.y += dy
        self.path_x, self.path_y = self.x, self.y

    def _draw_curve(self, *values: float) -> None:
        self._add_step("curve", *values)
        self.x += values[0] + values[2] + values[4]
        self.y += values[1] + values[3] + values[5]
        self.path_x, self.path_y = self.x, self.y

    def _add_step(self, *step: Any) -> None:
        self.glyph.path.append(step)

    def _draw_accented(self, accent_side: float, dx: float, dy: float, base: float, accent: float) -> None:
        """Draws a letter and then its accent, without hints: those of the two would not go together."""
        width, side = self.glyph.width, self.side
        for code, offset in ((base, (0.0, 0.0)), (accent, (side - accent_side + dx, dy))):
            name = STANDARD_CODES.get(int(code))
            if name not in self.font.glyphs:
                raise Unsupported("an accent without its letter")
            part = Glyph()
            drawing = _Drawing(self.font, part)
            drawing.follow_charstring(self.font.glyphs[name], 1)
            if part.path and part.path[0][0] == "move":
                _, x, y = part.path[0]
                part.path[0] = ("move", x + offset[0] - self.path_x, y + offset[1] - self.path_y)
            self.glyph.path.extend(part.path)
            self.path_x, self.path_y = drawing.path_x + offset[0], drawing.path_y + offset[1]
        self.glyph.width = width
        self.glyph.hints.clear()
        self.ended = True
