"""Tells what was changed in a document after it was signed, by comparing the signed part of the file with the whole."""

import io

from pikepdf import Object, Pdf

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_stream, list_items

#: Entries that later signatures, their evidence and filled-in fields change.
HARMLESS = {
    "/Catalog": ("/AcroForm", "/DSS", "/Extensions", "/Metadata", "/Perms", "/Version"),
    "/Page": ("/Annots",),
}
FIELD_VALUES = ("/V", "/AP", "/AS", "/I", "/M", "/RV", "/MK", "/F")
FORM_ENTRIES = ("/Fields", "/SigFlags", "/DR", "/NeedAppearances", "/DA")


def find_changes(data: bytes, end: int) -> str:
    """Returns `none`, `additions` (signatures, form values, comments), or `content` for anything else."""
    if not data[end:].strip(b"\0\r\n\t "):
        return "none"
    try:
        # Pages must not be given what they inherit, which would look like a change.
        with (
            Pdf.open(io.BytesIO(data[:end]), inherit_page_attributes=False) as before,
            Pdf.open(io.BytesIO(data), inherit_page_attributes=False) as after,
        ):
            return "content" if _is_changed(before, after) else "additions"
    except MALFORMED:
        return "content"


def _is_changed(before: Pdf, after: Pdf) -> bool:
    if len(before.pages) != len(after.pages):
        return True
    if any(old.obj.objgen != new.obj.objgen for old, new in zip(before.pages, after.pages)):
        return True
    form = get_dict(before.Root, "/AcroForm")
    for old in before.objects:
        if not isinstance(old, Object):
            continue
        new = after.get_object(old.objgen)
        if _write(old) != _write(new) and not _is_harmless(old, new, form):
            return True
    return False


def _write(item: Value) -> bytes:
    written = item.unparse(resolved=True) if isinstance(item, Object) else repr(item).encode()
    return written + item.read_raw_bytes() if is_stream(item) else written


def _is_harmless(old: Value, new: Value, form: Value) -> bool:
    if is_array(old) and is_array(new):
        return _has_all(old, new)
    if not is_dict(old) or not is_dict(new) or is_stream(old):
        kind = old.get("/Type") if is_stream(old) else None
        return kind in ("/Metadata", "/XRef", "/ObjStm")
    kind = str(old.get("/Type", ""))
    if form is not None and form.is_indirect and old.objgen == form.objgen:
        allowed: tuple = FORM_ENTRIES
    elif "/FT" in old or old.get("/Subtype") == "/Widget" or "/Producer" in old or "/CreationDate" in old:
        allowed = (*FIELD_VALUES, "/ModDate", "/Producer")
    else:
        allowed = HARMLESS.get(kind, ())
    if "/Annots" in allowed and not _has_all(old.get("/Annots"), new.get("/Annots")):
        return False
    keys = set(old.keys()) | set(new.keys())
    return all(key in allowed or _name(old.get(key)) == _name(new.get(key)) for key in keys)


def _has_all(old: Value, new: Value) -> bool:
    """Lists of fields and annotations may grow, and must lose nothing."""
    return set(map(_name, list_items(old))) <= set(map(_name, list_items(new)))


def _name(item: Value) -> object:
    return item.unparse() if isinstance(item, Object) else item
