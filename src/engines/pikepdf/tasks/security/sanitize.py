"""Removes what a document holds besides the pages that a reader sees."""

from parts.sanitizing.actions import remove_links, remove_scripts
from parts.sanitizing.traces import remove_comments, remove_embedded_files, remove_metadata
from parts.saving import save_changed
from parts.source import open_source

COUNTED = {
    "scripts": remove_scripts,
    "attachments": remove_embedded_files,
    "comments": remove_comments,
    "links": remove_links,
}


def run(request: dict) -> dict:
    source = open_source(request)
    removed = {kind: remove(source) for kind, remove in COUNTED.items() if kind in request["remove"]}
    if "metadata" in request["remove"]:
        remove_metadata(source)
    return {**save_changed(source, request["output"]), "removed": removed}
