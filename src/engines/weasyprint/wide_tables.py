"""
Fits tables that are too wide for the paper and would be cut off at its edge: their letters are made smaller, and then
their words are broken where they must be.
"""

from collections.abc import Iterator
from typing import Any

from weasyprint.formatting_structure.boxes import TableBox

SMALLEST = 0.6


def find_wide_tables(document: Any) -> Any:
    """Finds tables that are wider than their page, and how many times too wide each is. Tables within them are left out."""
    found: dict = {}
    for page in document.pages:
        sheet = page._page_box
        edge = sheet.width + sheet.margin_left + sheet.padding_left + sheet.border_left_width
        left = edge - sheet.width
        open_boxes = [sheet]
        while open_boxes:
            box = open_boxes.pop()
            if isinstance(box, TableBox) and box.element is not None and box.position_x + box.width > edge + 1:
                room = max(edge - max(left, box.position_x), 1)
                found[box.element] = max(found.get(box.element, 0), box.width / room)
            elif hasattr(box, "all_children"):
                open_boxes.extend(box.all_children())
    return found


def drop_width(element: Any, _times: float) -> Iterator[Any]:
    """Drops the width that a table asks for, which may be all that makes it too wide."""
    yield element, "width:100%;min-width:0"


def shrink(element: Any, times: float) -> Iterator[Any]:
    """Makes the letters of a table smaller, and where that does not suffice lets its words break."""
    # The space between cells stays as wide as it is, so the letters shrink a little more.
    share = 0.93 / times
    yield element, f"font-size:{max(SMALLEST, share):.2f}em"
    if share < SMALLEST:
        for cell in element.iter():
            if cell.tag in ("td", "th"):
                yield cell, "overflow-wrap:anywhere;white-space:normal;width:auto;min-width:0;padding:1px"


def fit_tables(document: Any, render: Any) -> Any:
    """Lays a document out again until its tables fit, as far as they can."""
    for step in (drop_width, shrink):
        tables = find_wide_tables(document)
        if not tables:
            break
        for table, times in tables.items():
            for element, style in step(table, times):
                element.set("style", f"{element.get('style') or ''};{style}")
        document = render()
    return document
