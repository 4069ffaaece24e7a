"""Judges changes after a signature by what its signer allowed: DocMDP for the document, FieldMDP for fields of its form."""

from dataclasses import dataclass

from ..objects import Value, get_dict, get_int, is_dict, is_string, list_items
from ..text import decode_text
from .changes import Changes

#: The changes that a certified document allows.
NO_CHANGES, FORM_FILLING, COMMENTING = 1, 2, 3


@dataclass(slots=True)
class Lock:
    """The fields that a signer locked: all, those listed, or all but those listed."""

    action: str
    names: list[str]

    def covers(self, field: str) -> bool:
        listed = any(field == name or field.startswith(f"{name}.") for name in self.names)
        return {"/All": True, "/Include": listed, "/Exclude": not listed}.get(self.action, False)


def judge_changes(changes: Changes, signature: Value) -> str | None:
    """Returns what is wrong with the changes after a signature; None if the signer allowed them."""
    if changes.in_content:
        return "The document was changed after it was signed."
    permission = _read_permission(signature)
    if permission == NO_CHANGES and (changes.in_fields or changes.in_comments):
        return "The signer allowed no changes, and form values, signatures or comments were added."
    if permission == FORM_FILLING and changes.in_comments:
        return "The signer allowed no comments, and some were added."
    locks = _read_locks(signature)
    broken = sorted(name for name in changes.fields if any(lock.covers(name) for lock in locks))
    if broken:
        return f"The signer locked form fields that were changed afterwards: {', '.join(broken)}."
    return None


def forbids_signatures(signature: Value) -> bool:
    """Returns whether the signer allowed no change at all, not even further signatures."""
    return _read_permission(signature) == NO_CHANGES


def _list_terms(signature: Value, method: str) -> list[Value]:
    references = [item for item in list_items(signature.get("/Reference")) if is_dict(item)]
    return [get_dict(item, "/TransformParams") for item in references if item.get("/TransformMethod") == method]


def _read_permission(signature: Value) -> int:
    """Reads what the signer of a certified document allows; everything if it is not certified."""
    for terms in _list_terms(signature, "/DocMDP"):
        return FORM_FILLING if terms is None else get_int(terms, "/P", FORM_FILLING)
    return COMMENTING


def _read_locks(signature: Value) -> list[Lock]:
    return [
        Lock(
            str(terms.get("/Action")),
            [decode_text(bytes(name)) for name in list_items(terms.get("/Fields")) if is_string(name)],
        )
        for terms in _list_terms(signature, "/FieldMDP")
        if terms is not None
    ]
