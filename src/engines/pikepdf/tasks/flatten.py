"""Form fields and annotations drawn into their pages, where they can no longer be changed."""

from parts.flattening import flatten
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    count = flatten(source, request["fields"], request["annotations"])
    return {**save_changed(source, request["output"]), "signed": signed, "flattened": count}
