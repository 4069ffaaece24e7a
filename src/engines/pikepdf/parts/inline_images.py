"""Pictures that stand within a content stream, in the place of pikepdf's own class for them, which needs Pillow."""

from pikepdf import Array, Dictionary, Name, Pdf

from .objects import Value, get_dict, is_name, is_number, list_items

KEYS = {
    "/W": "/Width",
    "/H": "/Height",
    "/BPC": "/BitsPerComponent",
    "/IM": "/ImageMask",
    "/CS": "/ColorSpace",
    "/F": "/Filter",
    "/DP": "/DecodeParms",
    "/D": "/Decode",
    "/I": "/Interpolate",
}
WRITTEN = {*KEYS, *KEYS.values(), "/L", "/Length", "/Intent"}
VALUES = {
    "/G": "/DeviceGray",
    "/RGB": "/DeviceRGB",
    "/CMYK": "/DeviceCMYK",
    "/I": "/Indexed",
    "/AHx": "/ASCIIHexDecode",
    "/A85": "/ASCII85Decode",
    "/LZW": "/LZWDecode",
    "/Fl": "/FlateDecode",
    "/RL": "/RunLengthDecode",
    "/CCF": "/CCITTFaxDecode",
    "/DCT": "/DCTDecode",
}


class InlineImage:
    def __init__(self, *, image_data: Value, image_object: Value) -> None:
        self._data = image_data
        self._entries = list(image_object)

    def unparse(self) -> bytes:
        """Writes the picture as it stands in a content stream, without entries that have no meaning."""
        pairs = zip(self._entries[0::2], self._entries[1::2])
        known = [pair for pair in pairs if str(pair[0]) in WRITTEN]
        entries = b" ".join(_unparse(entry) for pair in known for entry in pair)
        return b"BI\n" + entries + b"\nID\n" + self._data._inline_image_raw_bytes() + b"EI"

    def make_image(self, pdf: Pdf, spaces: Value) -> Value:
        """Makes an image object of the picture; `spaces` are the colour spaces it may name."""
        image = pdf.make_stream(self._data._inline_image_raw_bytes())
        image["/Type"], image["/Subtype"] = Name.XObject, Name.Image
        for key, value in zip(self._entries[0::2], self._entries[1::2]):
            name = KEYS.get(str(key), str(key))
            image[name] = _expand(value)
        space = image.get("/ColorSpace")
        if is_name(space) and spaces is not None and str(space) in spaces:
            image["/ColorSpace"] = spaces[str(space)]
        return image


def _expand(value: Value) -> Value:
    if is_name(value):
        return Name(VALUES.get(str(value), str(value)))
    items = list_items(value)
    if items:
        return Array([_expand(item) for item in items])
    entries = get_dict(Dictionary(Held=value), "/Held")
    return value if entries is None else Dictionary(dict(entries.items()))


def _unparse(value: Value) -> bytes:
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if is_number(value):
        return str(value).encode("ascii")
    return value.unparse(resolved=True)
