"""Checks the signatures of a document."""

from parts.forms.terminal_fields import list_signatures, read_full_name
from parts.outcome import report_progress
from parts.signing.verification import check_signature
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    with open(request["inputs"][0]["path"], "rb") as file:
        data = file.read()
    values, empty = list_signatures(source.root)
    found = []
    for done, (field, value) in enumerate(values):
        found.append({"field": read_full_name(field), **check_signature(data, value)})
        report_progress(done, len(values))
    facts = {"pages": len(source.pages), "repaired": source.repaired, "signed": source.signed}
    return {"signatures": found, "emptyFields": empty, **facts}
