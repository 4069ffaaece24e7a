"""Reads Type 1 font programs, as documents embed them, with fontTools."""

import re
from typing import Any

from fontTools.misc.psCharStrings import T1CharString, T1OutlineExtractor
from fontTools.misc.psLib import PSInterpreter, unpack_item

EEXEC_KEY, CHARSTRING_KEY = 55665, 4330
# A document may bring a font program that loops or that asks for all memory.
MAX_STEPS = 200_000
MAX_ITEMS = 100_000
MAX_CALLS = 10_000


class Unsupported(ValueError):
    """A font that is better left as it is."""


class _Interpreter(PSInterpreter):
    def __init__(self) -> None:
        # Names and strings are bytes; the encoding keeps each as it is.
        super().__init__("latin-1")
        self.steps = 0

    def _count_step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise Unsupported("a program that does not end")

    def _check_size(self) -> None:
        if self.stack and self.stack[-1].type == "integertype" and self.stack[-1].value > MAX_ITEMS:
            raise Unsupported("a string or array that is too long")

    def handle_object(self, object: Any) -> None:
        self._count_step()
        super().handle_object(object)

    def call_procedure(self, proc: Any) -> None:
        self._count_step()
        super().call_procedure(proc)

    def ps_string(self) -> None:
        self._check_size()
        super().ps_string()

    def ps_array(self) -> None:
        self._check_size()
        super().ps_array()


def read_type1(data: bytes) -> dict:
    """Reads the font dictionary, with its glyphs and subroutines as charstrings."""
    interpreter = _Interpreter()
    interpreter.interpret(_decrypt_program(data))
    fonts = list(interpreter.dictstack[0]["FontDirectory"].value.values())
    if len(fonts) != 1 or "WeightVector" in fonts[0].value:
        raise Unsupported("no font, several fonts or a multiple master font")
    font = unpack_item(fonts[0])
    random_bytes = font["Private"].get("lenIV", 4)
    subroutines: list = []

    def decrypt(code: str) -> Type1Glyph:
        encrypted = code.encode("latin-1") if isinstance(code, str) else code
        plain = encrypted if random_bytes < 0 else _decrypt(encrypted, CHARSTRING_KEY)[random_bytes:]
        return Type1Glyph(plain, subrs=subroutines)

    subroutines += [decrypt(code) if code is not None else None for code in font["Private"].get("Subrs", [])]
    font["CharStrings"] = {name: decrypt(code) for name, code in font["CharStrings"].items()}
    if ".notdef" not in font["CharStrings"]:
        raise Unsupported("no glyph for missing characters")
    return font


def _decrypt_program(data: bytes) -> bytes:
    clear, mark, encrypted = data.partition(b"currentfile eexec")
    if not mark:
        raise Unsupported("no encrypted part")
    encrypted = encrypted.lstrip(b" \t\r\n")
    if re.match(rb"[0-9A-Fa-f\s]{8}", encrypted):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", encrypted)
        encrypted = bytes.fromhex(digits[: len(digits) // 2 * 2].decode())
    private, _end, _ = _decrypt(encrypted, EEXEC_KEY)[4:].partition(b"currentfile closefile")
    return clear + private


def _decrypt(data: bytes, key: int) -> bytes:
    """Replaces fontTools' own function, which takes ten times as long."""
    plain = bytearray(len(data))
    for at, byte in enumerate(data):
        plain[at] = byte ^ (key >> 8)
        key = ((byte + key) * 52845 + 22719) & 0xFFFF
    return bytes(plain)


class Type1Glyph(T1CharString):
    def draw(self, pen: Any) -> None:
        """Draws the outline; `width` and `hints` hold what was found on the way."""
        extractor = _OutlineExtractor(pen, self.subrs)
        extractor.execute(self)
        self.width, self.hints = extractor.width, extractor.hints


class _OutlineExtractor(T1OutlineExtractor):
    """Gathers stem hints too, which fontTools leaves out."""

    def __init__(self, pen: Any, subroutines: list) -> None:
        super().__init__(pen, subroutines)
        self.calls = 0
        #: (place in the path, (horizontal stems, vertical stems)); a stem is its position and its extent.
        self.hints: list[tuple[int, tuple[set, set]]] = []
        self.origin_y = 0.0

    def op_hsbw(self, _index: int) -> None:
        self._begin_glyph(self.operandStack[0], 0, self.operandStack[1])

    def op_sbw(self, _index: int) -> None:
        self._begin_glyph(*self.operandStack[:3])

    def _begin_glyph(self, x: float, y: float, width: float) -> None:
        self.popall()
        self.sbx, self.origin_y, self.width = x, y, width
        self.currentPoint = x, y

    def op_hstem(self, _index: int) -> None:
        self._add_stems(0, self.origin_y)

    def op_vstem(self, _index: int) -> None:
        self._add_stems(1, self.sbx)

    op_hstem3, op_vstem3 = op_hstem, op_vstem

    def _add_stems(self, which: int, origin: float) -> None:
        values = self.popall()
        if not self.hints:
            self._begin_hints()
        for position, extent in zip(values[0::2], values[1::2]):
            self.hints[-1][1][which].add((position + origin, extent))

    def _begin_hints(self) -> None:
        self.hints.append((len(getattr(self.pen, "_commands", ())), (set(), set())))

    def op_callsubr(self, _index: int) -> None:
        self.calls += 1
        if self.calls > MAX_CALLS:
            raise Unsupported("subroutines that call each other without end")
        super().op_callsubr(_index)

    def op_callothersubr(self, _index: int) -> None:
        number, count = self.operandStack[-1], int(self.operandStack[-2])
        super().op_callothersubr(_index)
        if number == 3:
            self._begin_hints()
        elif number in (12, 13):
            # Counter hints have no counterpart among stems.
            del self.operandStack[len(self.operandStack) - count :]
        elif number > 3:
            raise Unsupported(f"subroutine {number} of the interpreter")
