"""Refuses documents that unpack to more than any program should be given. What is measured is never held in memory."""

import base64
import binascii
import mmap
import re
import zlib
from collections.abc import Iterable, Iterator

from pikepdf import Pdf

from .objects import MALFORMED, Value, get_dict, is_array, is_dict, is_name, is_stream, list_items, list_streams
from .outcome import Failure

#: Filters that unpack; a chain of two of them can make terabytes of a few kilobytes.
UNPACKING = ("/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/RunLengthDecode", "/RL")
FLATE = ("/FlateDecode", "/Fl")
HEX = ("/ASCIIHexDecode", "/AHx")
BASE85 = ("/ASCII85Decode", "/A85")
#: The most that deflate can make of one byte.
DEFLATE_RATIO = 1032
CHUNK = 1 << 20
#: Forms, patterns and appearances of a page that are looked at.
MAX_PARTS = 10_000

# Dictionaries of streams always stand in the file as they are: chains can be found without reading every object. A filter may also
# be named by reference, or its letters by their codes.
CHAINED = re.compile(rb"/Filter\s*(?:\[\s*/[^\]/]*/|\d+\s+\d+\s+R)|/(?:F#|Fi#|Fil#|Filt#|Filte#|#46)")


class Budget:
    """The number of bytes that may still be unpacked."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            raise Failure("limit_exceeded", "a stream unpacks to more than is allowed")


def check_chains(path: str, pdf: Pdf, most: int) -> None:
    """Refuses a document in which a stream that is packed several times over unpacks to more than `most` bytes."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if not CHAINED.search(data):
            return
    for item in pdf.objects:
        if is_stream(item) and sum(name in UNPACKING for name in _list_filters(item)) > 1:
            _measure(item, Budget(most))


def check_content(pages: Iterable[Value], most: int) -> None:
    """Refuses pages whose content, with the forms, patterns and appearances that belong to it, unpacks to more than `most`."""
    checked: set[tuple[int, int]] = set()
    for page in pages:
        parts = _list_parts(page, checked)
        # A stream that could not exceed the limit even at the best ratio need not be unpacked.
        if sum(_read_length(part) for part in parts) * DEFLATE_RATIO <= most:
            continue
        budget = Budget(most)
        for part in parts:
            _measure(part, budget)


def require_small(stream: Value, most: int) -> None:
    """Refuses a stream that unpacks to more than `most` bytes."""
    _measure(stream, Budget(most))


def _read_length(stream: Value) -> int:
    length = stream.get("/Length")
    return length if isinstance(length, int) else 0


def _list_parts(page: Value, seen: set[tuple[int, int]]) -> list[Value]:
    """Lists the streams that are interpreted when a page is shown. One that was seen on an earlier page is not listed again."""
    found: list[Value] = []
    holders = [page]
    for stream in list_streams(page.get("/Contents")):
        _note(stream, seen, found)
    for mark in list_items(page.get("/Annots")):
        normal = get_dict(get_dict(mark, "/AP"), "/N")
        holders.extend(item for item in _list_values(normal) if _note(item, seen, found))
    while holders and len(found) < MAX_PARTS:
        resources = get_dict(holders.pop(), "/Resources")
        for kind in ("/XObject", "/Pattern"):
            drawn = [item for item in _list_values(get_dict(resources, kind)) if item.get("/Subtype") != "/Image"]
            holders.extend(item for item in drawn if _note(item, seen, found))
    return found


def _list_values(holder: Value) -> list[Value]:
    if is_stream(holder):
        return [holder]
    values = [holder.get(key) for key in list(holder.keys())] if is_dict(holder) else []
    return [value for value in values if is_stream(value)]


def _note(stream: Value, seen: set[tuple[int, int]], found: list[Value]) -> bool:
    if not is_stream(stream) or stream.objgen in seen:
        return False
    seen.add(stream.objgen)
    found.append(stream)
    return True


def _list_filters(stream: Value) -> list[str]:
    value = stream.get("/Filter")
    names = list_items(value) if is_array(value) else [value]
    return [str(name) for name in names if is_name(name)]


def _measure(stream: Value, budget: Budget) -> None:
    """Unpacks a stream piece by piece, through all its filters, until the budget is spent. Nothing is kept."""
    try:
        chunks: Iterator[bytes] = iter([stream.read_raw_bytes()])
        for name in _list_filters(stream):
            if name in FLATE:
                chunks = _inflate(chunks, budget)
            elif name in HEX or name in BASE85:
                chunks = iter([_decode_text(b"".join(chunks), name)])
            else:
                # Pictures and rare filters are left to programs that have limits of time and memory.
                break
        for chunk in chunks:
            budget.take(len(chunk))
    except (*MALFORMED, binascii.Error):
        return


def _inflate(chunks: Iterator[bytes], budget: Budget) -> Iterator[bytes]:
    unpacker = zlib.decompressobj()
    for chunk in chunks:
        while chunk and not unpacker.eof:
            unpacked = unpacker.decompress(chunk, CHUNK)
            budget.take(len(unpacked))
            yield unpacked
            chunk = unpacker.unconsumed_tail


def _decode_text(data: bytes, name: str) -> bytes:
    if name in HEX:
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.partition(b">")[0])
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
    return base64.a85decode(re.sub(rb"\s|~.*", b"", data, flags=re.DOTALL))
