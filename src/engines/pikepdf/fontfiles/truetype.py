"""Reduces TrueType font programs to what a document needs of them."""

import struct
from collections.abc import Callable, Iterator

from .type1 import Unsupported

#: What draws glyphs by number.
DRAWING = (b"head", b"hhea", b"hmtx", b"maxp", b"loca", b"glyf", b"cvt ", b"fpgm", b"prep")
#: What finds glyphs by code or name, which fonts of single-byte codes need.
FINDING = (b"cmap", b"post", b"OS/2", b"name")
HAS_WORDS, HAS_SCALE, HAS_MORE, HAS_TWO_SCALES, HAS_MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80
CHECKSUM_MAGIC = 0xB1B0AFBA


def read_tables(data: bytes) -> dict[bytes, bytes]:
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        raise Unsupported("not a TrueType font")
    tables = {}
    for at in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, offset, length = struct.unpack(">4sLLL", data[12 + 16 * at : 28 + 16 * at])
        tables[tag] = data[offset : offset + length]
        if len(tables[tag]) < length:
            raise Unsupported("a table that is cut off")
    if any(tag not in tables for tag in (b"head", b"hhea", b"hmtx", b"maxp", b"loca", b"glyf")):
        raise Unsupported("a table is missing")
    return tables


def reduce_font(data: bytes, glyphs: set[int] | None) -> bytes:
    """Keeps the tables that draw, and only these glyphs; without a choice of glyphs also the tables that find them."""
    tables = read_tables(data)
    kept = DRAWING if glyphs is not None else DRAWING + FINDING
    tables = {tag: table for tag, table in tables.items() if tag in kept}
    if glyphs is not None:
        _blank_others(tables, glyphs)
    return _write_file(tables)


def _blank_others(tables: dict[bytes, bytes], glyphs: set[int]) -> None:
    """Empties the glyphs that are not wanted; all keep their numbers."""
    count = struct.unpack(">H", tables[b"maxp"][4:6])[0]
    long_offsets = struct.unpack(">h", tables[b"head"][50:52])[0] == 1
    size = 4 if long_offsets else 2
    raw = tables[b"loca"][: (count + 1) * size]
    if len(raw) < (count + 1) * size:
        raise Unsupported("too few glyph offsets")
    stored = struct.unpack(f">{count + 1}{'L' if long_offsets else 'H'}", raw)
    offsets = [offset if long_offsets else 2 * offset for offset in stored]
    outlines = tables[b"glyf"]

    def read_outline(glyph: int) -> bytes:
        return outlines[offsets[glyph] : offsets[glyph + 1]]

    wanted = _include_parts({glyph for glyph in glyphs if glyph < count} | {0}, read_outline, count)
    new, places = bytearray(), [0]
    for glyph in range(count):
        if glyph in wanted:
            data = read_outline(glyph)
            new += data + bytes(-len(data) % 4)
        places.append(len(new))
    tables[b"glyf"] = bytes(new) or b"\x00"
    if len(new) < 0x20000:
        tables[b"loca"] = struct.pack(f">{count + 1}H", *(place // 2 for place in places))
    else:
        tables[b"loca"] = struct.pack(f">{count + 1}L", *places)
    head = bytearray(tables[b"head"])
    head[50:52] = struct.pack(">h", 0 if len(new) < 0x20000 else 1)
    tables[b"head"] = bytes(head)
    tables[b"hmtx"] = _blank_metrics(tables, wanted)


def _include_parts(glyphs: set[int], read_outline: Callable[[int], bytes], count: int) -> set[int]:
    wanted, waiting = set(), list(glyphs)
    while waiting:
        glyph = waiting.pop()
        if glyph in wanted or glyph >= count:
            continue
        wanted.add(glyph)
        waiting.extend(_list_parts(read_outline(glyph)))
    return wanted


def _list_parts(data: bytes) -> Iterator[int]:
    """Lists the glyphs that a composite one is made of."""
    if len(data) < 10 or struct.unpack(">h", data[:2])[0] >= 0:
        return
    at = 10
    while at + 4 <= len(data):
        flags, glyph = struct.unpack(">HH", data[at : at + 4])
        yield glyph
        at += 4 + (4 if flags & HAS_WORDS else 2)
        at += 2 if flags & HAS_SCALE else 4 if flags & HAS_TWO_SCALES else 8 if flags & HAS_MATRIX else 0
        if not flags & HAS_MORE:
            return


def _blank_metrics(tables: dict[bytes, bytes], wanted: set[int]) -> bytes:
    full = struct.unpack(">H", tables[b"hhea"][34:36])[0]
    metrics = bytearray(tables[b"hmtx"])
    # The last full entry holds for all glyphs after it, so it stays.
    for glyph in range(min(full - 1, len(metrics) // 4)):
        if glyph not in wanted:
            metrics[4 * glyph : 4 * glyph + 4] = bytes(4)
    return bytes(metrics)


def _write_file(tables: dict[bytes, bytes]) -> bytes:
    tags = sorted(tables)
    power = len(tags).bit_length() - 1
    head = struct.pack(">4sHHHH", b"\x00\x01\x00\x00", len(tags), 16 << power, power, 16 * len(tags) - (16 << power))
    directory, body = b"", b""
    start = 12 + 16 * len(tags)
    tables = {**tables, b"head": tables[b"head"][:8] + bytes(4) + tables[b"head"][12:]}
    for tag in tags:
        data = tables[tag]
        directory += struct.pack(">4sLLL", tag, _compute_checksum(data), start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    file = bytearray(head + directory + body)
    at = start + sum(len(tables[tag]) + -len(tables[tag]) % 4 for tag in tags if tag < b"head")
    file[at + 8 : at + 12] = struct.pack(">L", (CHECKSUM_MAGIC - _compute_checksum(bytes(file))) & 0xFFFFFFFF)
    return bytes(file)


def _compute_checksum(data: bytes) -> int:
    data += bytes(-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}L", data)) & 0xFFFFFFFF
