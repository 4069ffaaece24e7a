"""Turns pages by quarter turns, and straightens slanted ones. Everything else stays unchanged."""

from parts.layout.straightening import straighten_page
from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import read_rotation


def run(request: dict) -> dict:
    source = open_source(request)
    slants: dict[int, float] = {}
    if "turns" in request:
        turns = {turn["index"]: turn["angle"] for turn in request["turns"]}
        slants = {turn["index"]: turn["slant"] for turn in request["turns"] if turn["slant"]}
    else:
        turns = dict.fromkeys(list_chosen(request["spans"], len(source.pages)), request["angle"])
    for index, angle in turns.items():
        page = source.pages[index]
        page["/Rotate"] = (read_rotation(page) + angle) % 360
    for index, slant in slants.items():
        straighten_page(source.pages[index], slant)
    return save_changed(source, request["output"])
