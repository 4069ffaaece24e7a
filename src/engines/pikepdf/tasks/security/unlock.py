"""Removes encryption and restrictions from a document, for anybody who has one of its passwords."""

from parts.outcome import Failure
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    encrypted = pdf.is_encrypted
    # Some documents open without a password; lifting their restrictions still takes the right one.
    if encrypted and not source.password_matched:
        raise Failure("password_required", "the password is not one of the document's", 0)
    return {**save_changed(source, request["output"]), "encrypted": encrypted}
