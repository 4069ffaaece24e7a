"""Lists what is drawn on pages besides text, and their links."""

from parts.drawing.drawings import Drawings
from parts.drawing.links import list_links
from parts.objects import Value
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    return {"pages": [_read_page(source.pages[number - 1]) for number in request["pages"]]}


def _read_page(page: Value) -> dict:
    drawings = Drawings()
    drawings.read_page(page)
    return {"rules": drawings.rules, "images": drawings.pictures, "links": list_links(page)}
