"""Removes what a document holds besides the pages that a reader sees."""

from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.flattening import flatten_document
from parts.sanitizing.actions import remove_links, remove_scripts
from parts.sanitizing.layers import remove_hidden_layers
from parts.sanitizing.traces import remove_comments, remove_embedded_files, remove_metadata
from parts.saving import save_changed
from parts.source import open_source

COUNTED = {
    "layers": remove_hidden_layers,
    "scripts": remove_scripts,
    "attachments": remove_embedded_files,
    "comments": remove_comments,
    "links": remove_links,
}


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    removed = {}
    if "fields" in request["remove"]:
        labels = read_labels(source.pdf, request.get("labels"))
        removed["fields"], missing = flatten_document(source, True, False, labels)
        if missing and labels is None:
            return {**describe_missing(missing), "repaired": source.repaired, "signed": signed}
    removed |= {kind: remove(source) for kind, remove in COUNTED.items() if kind in request["remove"]}
    if "metadata" in request["remove"]:
        remove_metadata(source)
    return {**save_changed(source, request["output"]), "signed": signed, "removed": removed}
