"""Compresses streams as tightly as they go."""

import zlib
from collections.abc import Callable

from pikepdf import Name, Pdf

from ..objects import MALFORMED, Value, is_dict, is_name

SMALLEST = 64
LARGEST = 64 << 20
# Larger images hardly get smaller, and take long.
LARGEST_IMAGE = 1 << 20


def deflate_again(pdf: Pdf, progress: Callable[[int, int], None]) -> None:
    """
    Compresses again streams that were compressed without care. Images with a predictor are left: without it they would
    grow.
    """
    count = len(pdf.objects)
    for number, item in enumerate(pdf.objects):
        try:
            if is_dict(item) and item._type_name == "stream" and _is_plainly_deflated(item):
                raw = item.read_raw_bytes()
                if SMALLEST < len(raw) < LARGEST:
                    packed = _pack_again(raw, LARGEST_IMAGE if item.get("/Subtype") == "/Image" else LARGEST)
                    if len(packed) < len(raw):
                        item.write(packed, filter=Name.FlateDecode)
        except MALFORMED:
            continue
        progress(number, count)


def _pack_again(raw: bytes, most: int) -> bytes:
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(raw, most)
    if unpacker.unconsumed_tail or not unpacker.eof:
        return raw
    return zlib.compress(data, 9)


def _is_plainly_deflated(stream: Value) -> bool:
    keys = stream.keys()
    if "/Filter" not in keys or "/DecodeParms" in keys:
        return False
    name = stream.get("/Filter")
    return is_name(name) and name == "/FlateDecode"
