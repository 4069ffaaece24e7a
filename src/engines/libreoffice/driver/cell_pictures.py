"""Places pictures that are values of cells, which LibreOffice reads as errors, on those cells."""

from typing import Any

import uno
from office_process import Office
from properties import make_property

# The distance from the edges of the cell, in hundredths of a millimetre.
GAP = 30


def make_size(width: float, height: float) -> Any:
    return uno.createUnoStruct("com.sun.star.awt.Size", max(1, int(width)), max(1, int(height)))


def place_pictures(office: Office, document: Any, pictures: list[dict[str, str]]) -> None:
    """Puts each picture into the middle of its cell, as large as it fits."""
    provider = office.create("com.sun.star.graphic.GraphicProvider")
    for picture in pictures:
        graphic = provider.queryGraphic((make_property("URL", f"file://{picture['path']}"),))
        if graphic is None or not document.Sheets.hasByName(picture["sheet"]):
            continue
        sheet = document.Sheets.getByName(picture["sheet"])
        cell = sheet.getCellRangeByName(picture["cell"])
        area = sheet.createCursorByRange(cell)
        area.collapseToMergedArea()
        given = graphic.Size100thMM if graphic.Size100thMM.Width > 0 else graphic.SizePixel
        room = make_size(area.Size.Width - 2 * GAP, area.Size.Height - 2 * GAP)
        scale = min(room.Width / max(1, given.Width), room.Height / max(1, given.Height))
        size = make_size(given.Width * scale, given.Height * scale)
        cell.setFormula("")
        shape = document.createInstance("com.sun.star.drawing.GraphicObjectShape")
        shape.Graphic = graphic
        sheet.DrawPage.add(shape)
        shape.setSize(size)
        left = area.Position.X + (area.Size.Width - size.Width) // 2
        top = area.Position.Y + (area.Size.Height - size.Height) // 2
        shape.setPosition(uno.createUnoStruct("com.sun.star.awt.Point", left, top))
        shape.Anchor = cell
        shape.ResizeWithCell = True
        shape.Description = picture["text"]
