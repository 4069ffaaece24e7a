"""Chooses the empty signature field of a form that is to be signed, and reads what the signature in it must lock."""

from pikepdf import Array, Dictionary, Name, Pdf, String

from ..forms.field_box import read_inherited
from ..forms.terminal_fields import list_signature_fields, read_full_name
from ..objects import Value, get_dict, is_dict, is_string, list_items
from ..outcome import Failure


def choose_field(pdf: Pdf, name: str | None, has_box: bool) -> Value:
    """
    Chooses the empty field of this name. Without a name it is the only empty one, unless there is a box for a new one; None
    if a new one is needed.
    """
    fields = [field for field in list_signature_fields(pdf.Root) if field.is_indirect]
    if name is None:
        empty = [field for field in fields if not _is_signed(field)]
        return empty[0] if len(empty) == 1 and not has_box else None
    named = [field for field in fields if read_full_name(field) == name]
    if not named:
        raise Failure("signature_field_missing", "no such field", 0, name)
    if _is_signed(named[0]):
        raise Failure("signature_field_signed", "the field is signed", 0, name)
    return named[0]


def _is_signed(field: Value) -> bool:
    return is_dict(read_inherited(field, "/V"))


def make_lock(pdf: Pdf, field: Value) -> Value:
    """Makes the entry of a signature that locks the fields which its own field names (FieldMDP); None if it names none."""
    lock = get_dict(field, "/Lock")
    action = lock.get("/Action") if lock is not None else None
    if action not in ("/All", "/Include", "/Exclude"):
        return None
    terms = Dictionary(Type=Name.TransformParams, Action=Name(str(action)), V=Name("/1.2"))
    if action != "/All":
        terms["/Fields"] = Array([String(bytes(name)) for name in list_items(lock.get("/Fields")) if is_string(name)])
    reference = Dictionary(Type=Name.SigRef, TransformMethod=Name.FieldMDP, TransformParams=terms, Data=pdf.Root)
    return Array([reference])
