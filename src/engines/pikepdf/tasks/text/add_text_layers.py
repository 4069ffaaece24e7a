"""Adds invisible text to pages, so that scans can be searched; everything else stays as it was."""

from parts.drawing.text_layer import add_text
from parts.fonts.glyphless import make_glyphless_font
from parts.objects import MALFORMED
from parts.outcome import Failure
from parts.saving import save_pdf
from parts.source import open_source
from parts.visible import read_rotation


def run(request: dict) -> dict:
    source = open_source(request)
    font = None
    for layer in request["pages"]:
        page = source.pages[layer["index"]]
        try:
            if layer.get("content"):
                font = font or make_glyphless_font(source.pdf)
                with open(layer["content"], "rb") as file:
                    add_text(page, file.read(), (layer["width"], layer["height"]), font)
            if layer.get("turn"):
                page["/Rotate"] = (read_rotation(page) + layer["turn"]) % 360
        except MALFORMED as error:
            raise Failure("unreadable_input", f"page {layer['index'] + 1}: {error}", 0) from None
    save_pdf(source.pdf, request["output"])
    return {"pages": len(source.pages)}
