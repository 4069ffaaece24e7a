"""
Makes emoji visible. Old versions of LibreOffice embed the font of emoji without its pictures, so nothing is seen; here
that font becomes one whose glyphs draw the pictures. The text stays as it is.
"""

import re

from find_emoji_font import FAMILY
from pikepdf import Array, Dictionary, Name, Pdf

from parts.fonts.emoji_font import EmojiFont, open_emoji_font
from parts.objects import Value, get_dict, is_dict, list_numbers
from parts.saving import save_pdf
from parts.source import open_source

BASE_FONT = "+" + FAMILY.replace(" ", "")
#: Poppler guesses from the width of an m how large the letters of drawings are, and thus where their line is.
WIDTH_OF_M = 600
CODES = 256
MAPPING = re.compile(rb"<([0-9A-F]{2})>\s*<([0-9A-F]+)>")


def run(request: dict) -> dict:
    source = open_source(request)
    fonts = [item for item in source.pdf.objects if is_dict(item) and _lacks_pictures(item)]
    emoji = open_emoji_font() if fonts else None
    if emoji is None:
        return {"drawn": 0}
    pictures: dict[str, Value] = {}
    drawn = sum(_draw_glyphs(source.pdf, font, emoji, pictures) for font in fonts)
    save_pdf(source.pdf, request["output"])
    return {"drawn": drawn}


def _lacks_pictures(font: Value) -> bool:
    return (
        font.get("/Type") == "/Font"
        and font.get("/Subtype") == "/TrueType"
        and str(font.get("/BaseFont", "")).endswith(BASE_FONT)
    )


def _draw_glyphs(pdf: Pdf, font: Value, emoji: EmojiFont, pictures: dict[str, Value]) -> int:
    """Turns a font into one of drawings, and returns their number."""
    texts = _read_texts(font)
    widths = list_numbers(font.get("/Widths"))
    drawings = Dictionary()
    for code, width in enumerate(widths):
        content = f"{width} 0 d0".encode()
        for name in emoji.find(texts.get(code, "")):
            content += _place_picture(pdf, name, emoji, pictures)
        drawings[f"/e{code}"] = pdf.make_stream(content)
    names = [f"/e{code}" for code in range(len(widths))]
    if len(widths) < CODES:
        names.append("/m")
        drawings["/m"] = pdf.make_stream(f"{WIDTH_OF_M} 0 d0".encode())
        font["/Widths"] = Array([*widths, WIDTH_OF_M])
        font["/LastChar"] = len(widths)
    font["/Subtype"] = Name.Type3
    font["/FontBBox"] = Array([*emoji.box])
    font["/FontMatrix"] = Array([0.001, 0, 0, 0.001, 0, 0])
    font["/CharProcs"] = drawings
    font["/Encoding"] = Dictionary(Type=Name.Encoding, Differences=Array([0, *map(Name, names)]))
    font["/Resources"] = Dictionary(XObject=Dictionary({f"/{name}": picture for name, picture in pictures.items()}))
    for key in ("/BaseFont", "/FontDescriptor"):
        del font[key]
    return sum(bool(emoji.find(text)) for text in texts.values())


def _read_texts(font: Value) -> dict[int, str]:
    """Reads the text of each code."""
    mapping = get_dict(font, "/ToUnicode")
    lines = MAPPING.findall(mapping.read_bytes()) if mapping is not None else []
    return {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be", "replace") for code, text in lines}


def _place_picture(pdf: Pdf, name: str, emoji: EmojiFont, pictures: dict[str, Value]) -> bytes:
    if name not in pictures:
        drawn = emoji.draw(name)
        size = {"Width": drawn.width, "Height": drawn.height, "BitsPerComponent": 8}
        frame = {"Type": Name.XObject, "Subtype": Name.Image, **size}
        mask = pdf.make_stream(drawn.opacity, **frame, ColorSpace=Name.DeviceGray)
        pictures[name] = pdf.make_stream(drawn.colours, **frame, ColorSpace=Name.DeviceRGB, SMask=mask)
    left, bottom, right, top = emoji.box
    return f" q {right - left} 0 0 {top - bottom} {left} {bottom} cm /{name} Do Q".encode()
