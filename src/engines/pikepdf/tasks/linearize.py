"""Lays a document out so that its first page shows before the rest has arrived."""

from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    return save_changed(open_source(request), request["output"], linearize=True)
