"""Splits strings of composite fonts into codes, and finds the character (CID) of each, which its width depends on."""

import os
import re
from dataclasses import dataclass, field

from ...objects import MALFORMED, Value, is_name, is_stream

#: Debian's package of Adobe's code maps, which Poppler brings.
FOLDER = "/usr/share/poppler/cMap"
MAX_NESTED = 5
MAX_RANGES = 200_000
SECTION = re.compile(rb"begin(codespacerange|cidrange|cidchar)(.*?)end\1", re.DOTALL)
TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\d+)")
USED = re.compile(rb"/([\w-]+)\s+usecmap")
WRITING_MODE = re.compile(rb"/WMode\s+(\d)\s+def")


@dataclass
class CodeMap:
    #: The number of bytes, the first and the last code.
    spaces: list[tuple[int, int, int]] = field(default_factory=list)
    #: Characters by the number of bytes and the code.
    chars: dict[tuple[int, int], int] = field(default_factory=dict)
    ranges: list[tuple[int, int, int, int]] = field(default_factory=list)
    is_vertical: bool = False
    is_identity: bool = False

    def split(self, raw: bytes) -> list[tuple[bytes, int | None]]:
        """Lists the codes of a string, each with its character where the map has one."""
        found: list[tuple[bytes, int | None]] = []
        at = 0
        while at < len(raw):
            size = self._find_size(raw, at)
            code = raw[at : at + size]
            found.append((code, self._find_char(code)))
            at += size
        return found

    def _find_size(self, raw: bytes, at: int) -> int:
        if self.is_identity:
            return 2
        for size in (1, 2, 3, 4):
            code = raw[at : at + size]
            for length, first, last in self.spaces:
                if length == size == len(code) and _is_between(code, first, last):
                    return size
        return min((length for length, _, _ in self.spaces), default=2)

    def _find_char(self, code: bytes) -> int | None:
        number = int.from_bytes(code, "big")
        if self.is_identity:
            return number
        key = (len(code), number)
        if key not in self.chars:
            for length, first, last, char in self.ranges:
                if length == len(code) and first <= number <= last:
                    self.chars[key] = char + number - first
                    break
        return self.chars.get(key)


def _is_between(code: bytes, first: int, last: int) -> bool:
    size = len(code)
    return all(
        low <= byte <= high for byte, low, high in zip(code, first.to_bytes(size, "big"), last.to_bytes(size, "big"))
    )


def read_code_map(encoding: Value) -> CodeMap | None:
    """Reads the code map of a font; None if it is unknown."""
    try:
        if is_name(encoding):
            name = str(encoding)[1:]
            if name in ("Identity-H", "Identity-V"):
                return CodeMap(is_identity=True, is_vertical=name.endswith("V"))
            return _read_named(name, 0)
        if is_stream(encoding):
            found = CodeMap()
            used = encoding.get("/UseCMap")
            if is_name(used):
                found = read_code_map(used) or found
            data = encoding.read_bytes()
            _fill(found, data, 0)
            if encoding.get("/WMode") == 1:
                found.is_vertical = True
            return found if found.spaces else None
    except (*MALFORMED, OSError):
        return None
    return None


def _read_named(name: str, depth: int) -> CodeMap | None:
    if depth > MAX_NESTED or not re.fullmatch(r"[\w-]+", name):
        return None
    for collection in sorted(os.listdir(FOLDER)):
        path = os.path.join(FOLDER, collection, name)
        if os.path.isfile(path):
            with open(path, "rb") as file:
                found = CodeMap()
                _fill(found, file.read(), depth)
                return found
    return None


def _fill(found: CodeMap, data: bytes, depth: int) -> None:
    used = USED.search(data)
    base = _read_named(used[1].decode(), depth + 1) if used else None
    if base is not None:
        found.spaces, found.ranges = [*base.spaces], [*base.ranges]
        found.chars = {**base.chars}
    mode = WRITING_MODE.search(data)
    found.is_vertical = mode is not None and mode[1] == b"1"
    ranges: list[tuple[int, int, int, int]] = []
    for kind, body in SECTION.findall(data):
        tokens = TOKEN.findall(body)
        if kind == b"codespacerange":
            for (first, _), (last, _) in zip(tokens[0::2], tokens[1::2]):
                low, high = _read_code(first), _read_code(last)
                found.spaces.append((len(low), int.from_bytes(low, "big"), int.from_bytes(high, "big")))
        elif kind == b"cidrange":
            for (first, _), (last, _), (_, char) in zip(tokens[0::3], tokens[1::3], tokens[2::3]):
                low, high = _read_code(first), _read_code(last)
                ranges.append((len(low), int.from_bytes(low, "big"), int.from_bytes(high, "big"), int(char or 0)))
        else:
            for (code, _), (_, char) in zip(tokens[0::2], tokens[1::2]):
                raw = _read_code(code)
                found.chars[(len(raw), int.from_bytes(raw, "big"))] = int(char or 0)
    # The map's own ranges come before those it takes over, which they may replace.
    found.ranges = (ranges + found.ranges)[:MAX_RANGES]


def _read_code(digits: bytes) -> bytes:
    return bytes.fromhex(re.sub(rb"\s", b"", digits).decode())
