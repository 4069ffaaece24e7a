"""Reads Google's font of emoji, which holds them as pictures."""

import io
from typing import Any, NamedTuple

from find_emoji_font import find_emoji_font


class Emoji(NamedTuple):
    """A picture."""

    width: int
    height: int
    colours: bytes
    opacity: bytes


class EmojiFont:
    """The installed font of emoji."""

    def __init__(self, path: str) -> None:
        from fontTools.ttLib import TTFont

        font: Any = TTFont(path, lazy=True)
        self.characters: dict[int, str] = font.getBestCmap()
        self.ligatures = _list_ligatures(font)
        self.pictures: Any = font["CBDT"].strikeData[0]
        #: The left, bottom, right and top of its pictures, which are all of one size, in thousandths of the font size.
        self.box = _measure_box(self.pictures, font["CBLC"].strikes[0].bitmapSizeTable.ppemX)

    def find(self, text: str) -> list[str]:
        """Names the glyphs of a text: a flag or a family is one glyph for several characters."""
        left = [self.characters[ord(sign)] for sign in text if ord(sign) in self.characters]
        found: list[str] = []
        while left:
            length = next((size for size in range(len(left), 1, -1) if tuple(left[:size]) in self.ligatures), 1)
            found.append(self.ligatures[tuple(left[:length])] if length > 1 else left[0])
            left = left[length:]
        return [name for name in found if name in self.pictures]

    def draw(self, name: str) -> Emoji:
        from PIL import Image

        with Image.open(io.BytesIO(self.pictures[name].imageData)) as picture:
            whole = picture.convert("RGBA")
        return Emoji(whole.width, whole.height, whole.convert("RGB").tobytes(), whole.getchannel("A").tobytes())


def open_emoji_font() -> EmojiFont | None:
    """Opens the font; returns None if it is not installed, or holds no pictures of this kind."""
    path = find_emoji_font()
    try:
        return EmojiFont(path) if path else None
    except (OSError, KeyError):
        return None


def _measure_box(pictures: Any, size: int) -> tuple[int, ...]:
    frame = next(iter(pictures.values())).metrics
    left, top = frame.BearingX, frame.BearingY
    corners = (left, top - frame.height, left + frame.width, top)
    return tuple(round(1000 * place / size) for place in corners)


def _list_ligatures(font: Any) -> dict[tuple[str, ...], str]:
    ligatures: dict[tuple[str, ...], str] = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for first, ways in getattr(getattr(table, "ExtSubTable", table), "ligatures", {}).items():
                ligatures.update({(first, *way.Component): way.LigGlyph for way in ways})
    return ligatures
