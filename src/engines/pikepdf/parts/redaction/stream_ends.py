"""Cuts off bytes behind the data of streams, which no reader looks at."""

import zlib

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, get_int, is_array, is_name, is_stream, list_items

FLATE = "/FlateDecode"
PIECE = 1 << 20
#: Predictors from this one on put a byte before each row.
ROWS_MARKED = 10
CHANNELS = {
    "/DeviceGray": 1, "/CalGray": 1, "/DeviceRGB": 3, "/CalRGB": 3, "/Lab": 3, "/DeviceCMYK": 4, "/Indexed": 1,
    "/Separation": 1,
}  # fmt: skip


def cut_stream_ends(pdf: Pdf) -> None:
    for item in pdf.objects:
        try:
            if is_stream(item):
                _cut_end(item)
        except (*MALFORMED, zlib.error):
            continue


def _cut_end(stream: Value) -> None:
    """Cuts off what follows the end of compressed data, and the last row of a picture whose pixels are in order."""
    named = stream.get("/Filter")
    filters = [named] if is_name(named) else list_items(named)
    if filters and filters[0] != FLATE:
        return
    raw = stream.read_raw_bytes()
    length = len(raw)
    parameters = stream.get("/DecodeParms")
    if filters:
        length, rest = _measure(raw)
        if rest:
            stream.write(raw[:-rest], filter=named, decode_parms=parameters)
    if stream.get("/Subtype") == "/Image" and len(filters) <= 1:
        size = _compute_size(stream)
        if size is not None and length - _count_marks(stream, length) > size:
            stream.write(stream.read_bytes()[:size])


def _measure(raw: bytes) -> tuple[int, int]:
    """Returns the number of unpacked bytes, and of those behind the end of the packed ones."""
    decoder = zlib.decompressobj()
    length = 0
    while raw and not decoder.eof:
        length += len(decoder.decompress(raw, PIECE))
        raw = decoder.unconsumed_tail
    return length, len(decoder.unused_data)


def _compute_size(image: Value) -> int | None:
    """Computes the number of bytes that the pixels of a picture take; None if it cannot be told."""
    is_mask = image.get("/ImageMask") is True
    channels = 1 if is_mask else _count_channels(image.get("/ColorSpace"))
    bits = 1 if is_mask else get_int(image, "/BitsPerComponent")
    size = (get_int(image, "/Width") * (channels or 0) * bits + 7) // 8 * get_int(image, "/Height")
    return size if size > 0 else None


def _count_channels(space: Value) -> int | None:
    if is_name(space):
        return CHANNELS.get(str(space))
    parts = list_items(space)
    if len(parts) < 2 or not is_name(parts[0]):
        return None
    if parts[0] == "/ICCBased":
        return get_int(parts[1], "/N") if is_stream(parts[1]) else None
    if parts[0] == "/DeviceN":
        return len(parts[1]) if is_array(parts[1]) else None
    return CHANNELS.get(str(parts[0]))


def _count_marks(image: Value, length: int) -> int:
    """Counts the bytes among the unpacked ones that say how a row is to be read."""
    parameters = get_dict(image, "/DecodeParms")
    if parameters is None or get_int(parameters, "/Predictor", 1) < ROWS_MARKED:
        return 0
    bits = get_int(parameters, "/Colors", 1) * get_int(parameters, "/BitsPerComponent", 8)
    row = (get_int(parameters, "/Columns", 1) * bits + 7) // 8 + 1
    return -(-length // row)
