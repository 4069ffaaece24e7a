"""Adds pictures to a Word file: their parts, and the elements that draw them."""

import struct
import xml.etree.ElementTree as tree

from word_names import R, W

WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
PIC = "{http://schemas.openxmlformats.org/drawingml/2006/picture}"
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
DEFAULT_TYPE = "{http://schemas.openxmlformats.org/package/2006/content-types}Default"
#: The element with the size of a drawing.
EXTENT = WP + "extent"
#: A pixel of a screen in the unit of Word's drawings.
PIXEL = 9525
#: The widest a picture is drawn, in pixels: six inches.
MAX_WIDE = 6 * 96


def read_size(data: bytes) -> tuple[str, int, int] | None:
    """Reads the kind of a PNG, GIF or JPEG and its size in pixels. Returns None if it is none of them."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) > 24:
        width, height = struct.unpack(">II", data[16:24])
        return "png", width, height
    if data[:4] == b"GIF8" and len(data) > 10:
        width, height = struct.unpack("<HH", data[6:10])
        return "gif", width, height
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return "jpeg", width, height
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


class Pictures:
    """Collects the pictures of chunks, which become parts of the file."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}

    def add(self, data: bytes, drawn: dict[str, str] | None = None) -> tree.Element | None:
        """
        Keeps a picture, and returns the element that draws it in a paragraph: as large as `drawn` says, else by its
        pixels. Returns None if its kind is not known.
        """
        size = read_size(data)
        if size is None or 0 in size:
            return None
        kind, width, height = size
        number = len(self.parts) + 1
        self.parts[f"media/chunk{number}.{kind}"] = data
        shown = min(width, MAX_WIDE)
        extent = drawn or {"cx": str(shown * PIXEL), "cy": str(max(1, height * shown // width) * PIXEL)}
        named = {"id": str(10_000 + number), "name": f"Picture {number}"}
        drawing = tree.Element(W + "drawing")
        inline = tree.SubElement(drawing, WP + "inline")
        tree.SubElement(inline, EXTENT, extent)
        tree.SubElement(inline, WP + "docPr", named)
        graphic = tree.SubElement(inline, A + "graphic")
        data_of = tree.SubElement(graphic, A + "graphicData", {"uri": PIC[1:-1]})
        picture = tree.SubElement(data_of, PIC + "pic")
        about = tree.SubElement(picture, PIC + "nvPicPr")
        tree.SubElement(about, PIC + "cNvPr", named)
        tree.SubElement(about, PIC + "cNvPicPr")
        fill = tree.SubElement(picture, PIC + "blipFill")
        tree.SubElement(fill, A + "blip", {R + "embed": f"rIdChunk{number}"})
        tree.SubElement(tree.SubElement(fill, A + "stretch"), A + "fillRect")
        shape = tree.SubElement(picture, PIC + "spPr")
        place = tree.SubElement(shape, A + "xfrm")
        tree.SubElement(place, A + "off", {"x": "0", "y": "0"})
        tree.SubElement(place, A + "ext", extent)
        tree.SubElement(shape, A + "prstGeom", {"prst": "rect"})
        return drawing

    def add_relations(self, relations: bytes) -> bytes:
        """Adds a relation for each picture, by which the document names it."""
        root = tree.fromstring(relations)
        for number, name in enumerate(self.parts, 1):
            kind = R[1:-1] + "/image"
            tree.SubElement(root, RELATION, {"Id": f"rIdChunk{number}", "Type": kind, "Target": name})
        tree.register_namespace("", RELATION[1:].split("}")[0])
        return tree.tostring(root, encoding="UTF-8", xml_declaration=True)

    def add_types(self, types: bytes) -> bytes:
        """Adds the media types of the pictures where the file does not name them yet."""
        root = tree.fromstring(types)
        known = {each.get("Extension", "").lower() for each in root}
        for kind in sorted({name.rpartition(".")[2] for name in self.parts} - known):
            root.insert(0, tree.Element(DEFAULT_TYPE, {"Extension": kind, "ContentType": f"image/{kind}"}))
        tree.register_namespace("", DEFAULT_TYPE[1:].split("}")[0])
        return tree.tostring(root, encoding="UTF-8", xml_declaration=True)
