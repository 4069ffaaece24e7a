"""Draws form fields and annotations into their pages, where they can no longer be changed."""

from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.flattening import flatten_document
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    labels = read_labels(source.pdf, request.get("labels"))
    count, missing = flatten_document(source, request["fields"], request["annotations"], labels)
    if missing and labels is None:
        return {**describe_missing(missing), "repaired": source.repaired, "signed": signed}
    return {**save_changed(source, request["output"]), "signed": signed, "flattened": count}
