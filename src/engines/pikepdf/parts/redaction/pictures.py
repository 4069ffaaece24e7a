"""
Erases parts of pictures. The pixels are changed by another engine: a first pass writes out each picture that an area touches,
as a document that shows nothing else; a second pass puts the changed pixels in its place.
"""

import os
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from ..geometry import Box, Matrix, compute_box, invert, move_point
from ..objects import MALFORMED, Value, get_int, is_array, is_name, is_stream, list_items
from .areas import overlaps

#: Pictures of more pixels are erased as a whole.
MAX_PIXELS = 100_000_000
UNIT: Box = (0.0, 0.0, 1.0, 1.0)
LOSSY = ("/DCTDecode", "/DCT", "/JPXDecode")
#: Entries that say how a picture is used, not what it shows.
KEPT = ("/Type", "/Subtype", "/Intent", "/Interpolate", "/StructParent", "/OC")


class Pictures:
    def __init__(self, pdf: Pdf, folder: str, made: list[dict] | None) -> None:
        self.pdf = pdf
        self.folder = folder
        self.made = made
        self.planned: list[dict] = []

    def erase(self, image: Value, matrix: Matrix, areas: list[Box]) -> Value:
        """Returns the picture to draw instead: itself where no pixel is touched, None if nothing can be kept of it."""
        regions = _find_regions(matrix, areas)
        if not regions:
            return image
        number = len(self.planned)
        parts = self._write_parts(image, number) if self.made is None else []
        self.planned.append({"regions": regions, "parts": parts})
        made = self.made[number] if self.made is not None else None
        return self._replace(image, made["parts"]) if made and made["parts"] else None

    def _write_parts(self, image: Value, number: int) -> list[dict]:
        """Writes the picture, and what says which of its pixels show."""
        found = []
        try:
            is_stencil = image.get("/ImageMask") is True
            listed = [("/Image", image, "stencil" if is_stencil else "picture")]
            if is_stream(image.get("/SMask")):
                listed.append(("/SMask", image["/SMask"], "mask"))
            if is_stream(image.get("/Mask")):
                listed.append(("/Mask", image["/Mask"], "stencil"))
            for key, stream, kind in listed:
                path = os.path.join(self.folder, f"image-{number}-{key[1:]}.pdf")
                width, height = _write_alone(stream, kind, path)
                found.append(
                    {
                        "path": path,
                        "key": key,
                        "kind": kind,
                        "width": width,
                        "height": height,
                        "isLossy": any(name in LOSSY for name in _list_filters(stream)),
                        "isInverted": [str(value) for value in list_items(stream.get("/Decode"))][:1] == ["1"],
                    }
                )
        except MALFORMED:
            return []
        return found

    def _replace(self, image: Value, parts: list[dict]) -> Value:
        streams = {part["key"]: _make_image(self.pdf, part) for part in parts}
        new = streams["/Image"]
        for key in KEPT:
            if key in image:
                new[key] = image[key]
        for key in ("/SMask", "/Mask"):
            if key in streams:
                new[key] = streams[key]
        if image.get("/ImageMask") is True and is_array(image.get("/Decode")):
            new["/Decode"] = image["/Decode"]
        mask = image.get("/Mask")
        if "/Mask" in streams and is_array(mask.get("/Decode")):
            streams["/Mask"]["/Decode"] = mask["/Decode"]
        return new


def _find_regions(matrix: Matrix, areas: list[Box]) -> list[list[float]]:
    """Finds the areas on a picture, as shares of its width and height from its upper left corner."""
    try:
        inverse = invert(matrix)
    except ZeroDivisionError:
        return [[0.0, 0.0, 1.0, 1.0]]
    found = []
    for x0, y0, x1, y1 in areas:
        corners = [move_point(inverse, x, y) for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1))]
        left, bottom, right, top = compute_box(corners)
        if overlaps((left, bottom, right, top), UNIT):
            found.append([max(0.0, left), max(0.0, 1 - top), min(1.0, right), min(1.0, 1 - bottom)])
    return found


def _list_filters(stream: Value) -> list[str]:
    value = stream.get("/Filter")
    return [str(name) for name in (list_items(value) if is_array(value) else [value]) if is_name(name)]


def _write_alone(stream: Value, kind: str, path: str) -> tuple[int, int]:
    """Writes a document of one page that shows the samples of a picture, a pixel to a point."""
    width, height = get_int(stream, "/Width"), get_int(stream, "/Height")
    if not 0 < width * height <= MAX_PIXELS or width < 1:
        raise ValueError("a picture without pixels, or with too many")
    alone = pikepdf.new()
    image: Any = alone.copy_foreign(stream)
    for key in ("/SMask", "/Mask", "/OC", "/Metadata", "/Alternates", "/OPI", "/Matte", "/StructParent"):
        if key in image:
            del image[key]
    if kind == "stencil":
        for key in ("/ImageMask", "/Decode"):
            if key in image:
                del image[key]
        image["/ColorSpace"], image["/BitsPerComponent"] = Name.DeviceGray, 1
    page = alone.add_blank_page(page_size=(max(width, 3), max(height, 3)))
    page.obj["/MediaBox"] = Array([0, 0, width, height])
    page.obj["/Resources"] = Dictionary(XObject=Dictionary(Image=image))
    page.obj["/Contents"] = alone.make_stream(f"q {width} 0 0 {height} 0 0 cm /Image Do Q".encode())
    alone.save(path)
    return width, height


def _make_image(pdf: Pdf, part: dict) -> Value:
    with open(part["path"], "rb") as file:
        data = file.read()
    image = pdf.make_stream(b"")
    image.write(data, filter=Name.DCTDecode if part["encoding"] == "jpeg" else Name.FlateDecode)
    image["/Type"], image["/Subtype"] = Name.XObject, Name.Image
    image["/Width"], image["/Height"], image["/BitsPerComponent"] = part["width"], part["height"], part["bits"]
    if part["kind"] == "stencil":
        image["/ImageMask"] = True
    else:
        image["/ColorSpace"] = Name.DeviceRGB if part["channels"] == 3 else Name.DeviceGray
    return image
