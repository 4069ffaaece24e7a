"""
Writes out the images of a document that are worth making smaller, for another engine, with the size that each needs.
A document without any is packed tightly at once.
"""

import hashlib
import os
from typing import Any

from parts.drawing.images import find_pictures
from parts.drawing.placement import Placements
from parts.objects import MALFORMED
from parts.packing.packing import save_packed
from parts.source import Source, open_source

# An image a little finer than asked for gains little and loses much by being resampled.
WORTH_RESAMPLING = 1.25


def run(request: dict) -> dict:
    source = open_source(request)
    written = _write_pictures(source, request)
    if not written:
        return {"pictures": [], "packed": True, **save_packed(source, request["output"])}
    facts = {"repaired": source.repaired, "signed": source.signed, "pages": len(source.pages)}
    return {"pictures": written, "packed": False, **facts}


def _write_pictures(source: Source, request: dict) -> list[dict]:
    found = _group_same(find_pictures(source.pdf))
    placements = Placements({objgen for _, objects in found for objgen in objects})
    for page in source.pages:
        placements.see_page(page)
    written = []
    for number, (picture, objects) in enumerate(found):
        path = os.path.join(request["folder"], f"picture-{number}")
        try:
            data = picture.read_data()
        except MALFORMED:
            continue
        if not picture.jpeg and len(data) < picture.width * picture.height * picture.channels:
            continue
        with open(path, "wb") as file:
            file.write(data if picture.jpeg else data[: picture.width * picture.height * picture.channels])
        shown = [placements.shown[objgen] for objgen in objects if objgen in placements.shown]
        largest = _find_largest_size(shown)
        width, height = _compute_needed_size(picture, largest, request["dpi"])
        written.append(
            {
                "objects": [list(objgen) for objgen in objects],
                "path": path,
                "jpeg": picture.jpeg,
                "width": picture.width,
                "height": picture.height,
                "channels": picture.channels,
                "size": picture.size,
                "neededWidth": width,
                "neededHeight": height,
                "resolution": _compute_resolution(picture, largest),
            }
        )
    return written


def _group_same(found: list) -> list[tuple]:
    """Lists each picture once, with all the objects that hold it: a letterhead may be stored again for every page."""
    objects: dict = {}
    firsts: list[tuple] = []
    for picture in found:
        try:
            raw = hashlib.sha256(picture.image.read_raw_bytes()).digest()
        except MALFORMED:
            continue
        key = (raw, picture.width, picture.height, picture.channels)
        if key not in objects:
            objects[key] = []
            firsts.append((picture, objects[key]))
        objects[key].append(picture.image.objgen)
    return firsts


def _find_largest_size(shown: list) -> tuple[float, float] | None:
    return (max(width for width, _ in shown), max(height for _, height in shown)) if shown else None


def _compute_resolution(picture: Any, shown: tuple[float, float] | None) -> float:
    """Computes the dots per inch of a picture; one that no page shows counts as one of 72."""
    if not shown or not all(shown):
        return 72.0
    return 72 * min(picture.width / shown[0], picture.height / shown[1])


def _compute_needed_size(picture: Any, shown: tuple[float, float] | None, dpi: int) -> tuple[int, int]:
    if not shown or not all(shown):
        return picture.width, picture.height
    scale = max(shown[0] / 72 * dpi / picture.width, shown[1] / 72 * dpi / picture.height)
    if scale * WORTH_RESAMPLING >= 1:
        return picture.width, picture.height
    return max(1, round(picture.width * scale)), max(1, round(picture.height * scale))
