"""Turns pages by quarter turns; everything else stays as it was."""

from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import read_rotation


def run(request: dict) -> dict:
    source = open_source(request)
    if "turns" in request:
        turns = {turn["index"]: turn["angle"] for turn in request["turns"]}
    else:
        turns = dict.fromkeys(list_chosen(request["spans"], len(source.pages)), request["angle"])
    for index, angle in turns.items():
        page = source.pages[index]
        page["/Rotate"] = (read_rotation(page) + angle) % 360
    return save_changed(source, request["output"])
