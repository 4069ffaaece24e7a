"""Encrypts a document with AES-256."""

import secrets
import unicodedata

from pikepdf import Encryption, Permissions

from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    user = _normalise_password(request.get("userPassword", ""))
    # An owner password is always set: without one, anybody who can open the document could lift its restrictions.
    owner = _normalise_password(request.get("ownerPassword") or secrets.token_urlsafe(32))
    may = request["permissions"]
    allow = Permissions(
        accessibility=True,
        extract=may["copy"],
        modify_annotation=may["annotate"],
        modify_assembly=may["assemble"],
        modify_form=may["fillForms"],
        modify_other=may["modify"],
        print_lowres=may["print"] != "none",
        print_highres=may["print"] == "high",
    )
    made = save_changed(source, request["output"], encryption=Encryption(user=user, owner=owner, R=6, allow=allow))
    # Its restrictions are not gone: the new ones take their place.
    return {**made, "restricted": False}


def _normalise_password(password: str) -> str:
    return unicodedata.normalize("NFKC", password)
