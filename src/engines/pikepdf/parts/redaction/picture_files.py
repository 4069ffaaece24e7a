"""Removes what the files of pictures say besides their pixels: cameras, places, authors, thumbnails, and further pictures."""

import re
import zlib
from typing import Any

from pikepdf import Name

from ..objects import MALFORMED, Value, is_array, is_name, list_items

JPEG = ("/DCTDecode", "/DCT")
JPEG2000 = ("/JPXDecode",)
FLATE = ("/FlateDecode", "/Fl")
START_OF_SCAN = 0xDA
END = 0xD9
#: Segments that say how the pixels are decoded: JFIF, colour profiles and Adobe's. All other APP segments and comments go.
KEPT_SEGMENTS = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
#: The next marker in the data of a scan, where 0xFF is followed by a zero, and restarts have markers of their own.
MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
#: The length of a JFIF segment without the thumbnail that may follow.
JFIF_LENGTH = 16
BOXED_JPEG2000 = b"\0\0\0\x0cjP  \r\n\x87\n"
#: Boxes of JPEG 2000 that nobody needs to show the picture.
DESCRIBING_BOXES = (b"xml ", b"uuid", b"uinf")


def clean_picture(image: Value) -> None:
    """Rewrites the file of a picture without what it says besides its pixels, if it is a JPEG or a JPEG 2000."""
    filters = [str(name) for name in _list_or_wrap(image.get("/Filter")) if is_name(name)]
    if not filters or filters[-1] not in (*JPEG, *JPEG2000):
        return
    try:
        if len(filters) == 1:
            data = image.read_raw_bytes()
        elif len(filters) == 2 and filters[0] in FLATE:
            data = zlib.decompress(image.read_raw_bytes())
        else:
            return
        clean = strip_jpeg(data) if filters[-1] in JPEG else strip_jpeg2000(data)
    except (*MALFORMED, zlib.error, IndexError):
        return
    if clean != data:
        parameters: Any = _list_or_wrap(image.get("/DecodeParms"))[-1:]
        image.write(clean, filter=Name(filters[-1]), decode_parms=parameters[0] if parameters else None)


def _list_or_wrap(value: Value) -> list:
    return list_items(value) if is_array(value) else [value] if value is not None else []


def strip_jpeg(data: bytes) -> bytes:
    """Returns a JPEG without its descriptions and without what follows its end; from where it is broken, as it is."""
    if not data.startswith(b"\xff\xd8"):
        return data
    kept = [data[:2]]
    at = 2
    while at < len(data):
        if data[at] != 0xFF:
            return b"".join(kept) + data[at:]
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == END:
            kept.append(data[at : at + 2])
            break
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end < at + 4:
            return b"".join(kept) + data[at:]
        kept.append(_clean_segment(marker, data[at:end]))
        if marker == START_OF_SCAN:
            following = MARKER.search(data, end)
            scan_end = following.start() if following else len(data)
            kept.append(data[end:scan_end])
            end = scan_end
        at = end
    return b"".join(kept)


def _clean_segment(marker: int, segment: bytes) -> bytes:
    if marker == 0xFE:
        return b""
    if not 0xE0 <= marker <= 0xEF:
        return segment
    if not segment.startswith(KEPT_SEGMENTS.get(marker, b"none"), 4):
        return b""
    if marker == 0xE0:
        return segment[:2] + JFIF_LENGTH.to_bytes(2, "big") + segment[4:JFIF_LENGTH] + b"\0\0"
    return segment


def strip_jpeg2000(data: bytes) -> bytes:
    """Returns a JPEG 2000 file without the boxes that describe it."""
    if not data.startswith(BOXED_JPEG2000):
        return data
    kept = []
    at = 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if length == 1:
            length = int.from_bytes(data[at + 8 : at + 16], "big")
        end = at + length if length >= 8 else len(data)
        if data[at + 4 : at + 8] not in DESCRIBING_BOXES:
            kept.append(data[at:end])
        at = end
    return b"".join(kept)
