"""What is drawn on pages besides text, and where they link to."""

from parts.drawing.drawings import Drawings
from parts.drawing.links import links_on
from parts.objects import Value
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    return {"pages": [_drawn_on(source.pages[number - 1]) for number in request["pages"]]}


def _drawn_on(page: Value) -> dict:
    drawings = Drawings()
    drawings.read(page)
    return {"rules": drawings.rules, "images": drawings.pictures, "links": links_on(page)}
