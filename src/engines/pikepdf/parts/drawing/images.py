"""Images that can be made smaller: photographs and scans in eight bits, kept as JPEG, or deflated if they are grey or RGB."""

import zlib
from dataclasses import dataclass

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_int, is_array, is_dict, is_name, list_items

SMALLEST = 8 << 10
#: The number of channels of CMYK.
CMYK = 4
# Images that take more than this when decoded are left as they are.
MAX_BYTES = 400 << 20
LOSSLESS = ("/FlateDecode", "/LZWDecode", "/RunLengthDecode", "/ASCII85Decode", "/ASCIIHexDecode")


@dataclass
class Picture:
    image: Value
    width: int
    height: int
    channels: int
    jpeg: bool
    size: int

    def read_data(self) -> bytes:
        """Reads the JPEG file, or rows of plain samples."""
        filters = [str(name) for name in _list_filters(self.image)]
        raw = self.image.read_raw_bytes()
        if filters == ["/DCTDecode"]:
            return raw
        # qpdf takes several times as long to inflate large images, but knows every other filter.
        if self.jpeg or (filters == ["/FlateDecode"] and "/DecodeParms" not in self.image):
            # No more is inflated than the picture can hold, however much the stream would grow to.
            return zlib.decompressobj().decompress(raw, self.width * self.height * self.channels)
        return self.image.read_bytes()


def find_pictures(pdf: Pdf) -> list[Picture]:
    found = []
    for item in pdf.objects:
        try:
            if is_dict(item) and item._type_name == "stream" and item.get("/Subtype") == "/Image":
                picture = _read_picture(item)
                if picture:
                    found.append(picture)
        except MALFORMED:
            continue
    return found


def _read_picture(image: Value) -> Picture | None:
    # Masks by colour or stencil, inverted samples and soft masks with a matte need exact samples, so these images are
    # left alone. The samples of CMYK in JPEG files are usually inverted, and stay so.
    keys = image.keys()
    channels = _count_channels(image.get("/ColorSpace"))
    if "/ImageMask" in keys or ("/Decode" in keys and channels != CMYK) or is_array(image.get("/Mask")):
        return None
    mask = image.get("/SMask")
    if is_dict(mask) and "/Matte" in mask:
        return None
    size = get_int(image, "/Length")
    width, height = get_int(image, "/Width"), get_int(image, "/Height")
    if size < SMALLEST or get_int(image, "/BitsPerComponent") != 8 or channels is None:
        return None
    if width < 1 or height < 1 or width * height * channels > MAX_BYTES:
        return None
    filters = [str(name) for name in _list_filters(image)]
    jpeg = bool(filters) and filters[-1] == "/DCTDecode"
    if jpeg and filters not in (["/DCTDecode"], ["/FlateDecode", "/DCTDecode"]):
        return None
    if not jpeg and (channels == CMYK or any(name not in LOSSLESS for name in filters)):
        return None
    return Picture(image, width, height, channels, jpeg, size)


def _list_filters(image: Value) -> list:
    value = image.get("/Filter")
    return [value] if is_name(value) else list_items(value)


def _count_channels(space: Value) -> int | None:
    if is_name(space):
        return {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": CMYK}.get(str(space))
    parts = list_items(space)
    if not parts:
        return None
    kind = str(parts[0])
    if kind == "/ICCBased" and len(parts) > 1:
        count = get_int(parts[1], "/N")
        return count if count in (1, 3, CMYK) else None
    return {"/CalGray": 1, "/CalRGB": 3}.get(kind)
