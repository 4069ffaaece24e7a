"""Checks the signatures of a document."""

from parts.forms.field_box import read_inherited
from parts.forms.terminal_fields import list_terminal_fields, read_full_name
from parts.objects import is_dict
from parts.outcome import report_progress
from parts.signing.verification import check_signature
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    with open(request["inputs"][0]["path"], "rb") as file:
        data = file.read()
    fields = [field for field in list_terminal_fields(source) if read_inherited(field, "/FT") == "/Sig"]
    values = [(field, value) for field in fields if is_dict(value := read_inherited(field, "/V"))]
    found = []
    for done, (field, value) in enumerate(values):
        found.append({"field": read_full_name(field), **check_signature(data, value)})
        report_progress(done, len(values))
    facts = {"pages": len(source.pages), "repaired": source.repaired, "signed": source.signed}
    return {"signatures": found, "emptyFields": len(fields) - len(values), **facts}
