"""Removes the invisible text that earlier recognition left on pages."""

from parts.drawing.text_layer import InvisibleText
from parts.objects import MALFORMED
from parts.saving import save_pdf
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    text = InvisibleText(source.pdf)
    removed = []
    for index in request["pages"]:
        try:
            if text.clear_page(source.pages[index]):
                removed.append(index)
        except MALFORMED:
            # A page whose content cannot be read stays as it is.
            continue
    if removed:
        save_pdf(source.pdf, request["output"])
    return {"removed": removed}
