"""Draws pictures that only an office knows, and shapes of a document, as PNG."""

import os
from typing import Any

from office_process import Office
from properties import make_property, make_property_list

# The resolution of a drawn picture, in dots per hundredth of a millimetre (250 to the inch), and its largest size.
DOTS_PER_UNIT, MAX_DOTS = 250 / 2540, 3000


def draw_pictures(office: Office, pictures: list) -> None:
    """Draws pictures as PNG, given as pairs of a source and an output. One that cannot be read is passed over."""
    leave = office.admit(*{os.path.dirname(path) for pair in pictures for path in pair})
    sheet = office.create("com.sun.star.drawing.DrawingDocument")
    try:
        sheet.initNew()
        provider = office.create("com.sun.star.graphic.GraphicProvider")
        for source, output in pictures:
            picture = provider.queryGraphic((make_property("URL", f"file://{source}"),))
            size = picture.Size100thMM if picture is not None else None
            if not size or not size.Width or not size.Height:
                continue
            # A picture alone is written in the resolution of a screen, but in a frame in the one that is asked for.
            frame = sheet.createInstance("com.sun.star.drawing.GraphicObjectShape")
            sheet.getDrawPages().getByIndex(0).add(frame)
            frame.Graphic = picture
            frame.setSize(size)
            draw_shape(office, frame, output)
    finally:
        leave()
        sheet.close(True)


def draw_shape(office: Office, shape: Any, output: str) -> None:
    """Draws one shape of a document as a PNG of its own."""
    size = shape.getSize()
    scale = min(DOTS_PER_UNIT, MAX_DOTS / max(size.Width, size.Height))
    dots = {f"Pixel{side}": max(1, int(getattr(size, side) * scale)) for side in ("Width", "Height")}
    writer = office.create("com.sun.star.drawing.GraphicExportFilter")
    writer.setSourceDocument(shape)
    writer.filter(
        (
            make_property("URL", f"file://{output}"),
            make_property("MediaType", "image/png"),
            make_property("FilterData", make_property_list(dots)),
        )
    )
