"""The images of a document worth making smaller, written out for another engine, with the size each needs to be."""

import os

from parts.images import pictures
from parts.objects import MALFORMED
from parts.placement import Placements
from parts.source import open_source

# An image a little finer than asked for gains little and loses much by being resampled.
WORTH_RESAMPLING = 1.25


def run(request: dict) -> dict:
    source = open_source(request)
    found = pictures(source.pdf)
    placements = Placements({picture.image.objgen for picture in found})
    for page in source.pages:
        placements.see(page)
    written = []
    for number, picture in enumerate(found):
        path = os.path.join(request["folder"], f"picture-{number}")
        try:
            data = picture.data()
        except MALFORMED:
            continue
        if not picture.jpeg and len(data) < picture.width * picture.height * picture.channels:
            continue
        with open(path, "wb") as file:
            file.write(data if picture.jpeg else data[: picture.width * picture.height * picture.channels])
        width, height = _needed(picture, placements.shown.get(picture.image.objgen), request["dpi"])
        written.append(
            {
                "object": list(picture.image.objgen),
                "path": path,
                "jpeg": picture.jpeg,
                "width": picture.width,
                "height": picture.height,
                "channels": picture.channels,
                "size": picture.size,
                "neededWidth": width,
                "neededHeight": height,
            }
        )
    return {"pictures": written, "repaired": source.repaired, "signed": source.signed, "pages": len(source.pages)}


def _needed(picture, shown, dpi: int) -> tuple[int, int]:
    if not shown or not all(shown):
        return picture.width, picture.height
    scale = max(shown[0] / 72 * dpi / picture.width, shown[1] / 72 * dpi / picture.height)
    if scale * WORTH_RESAMPLING >= 1:
        return picture.width, picture.height
    return max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
