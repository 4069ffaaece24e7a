"""Tells what was changed in a document after it was signed, by comparing the signed part of the file with the whole."""

import io
from dataclasses import dataclass, field

from pikepdf import Object, Pdf

from ..forms.field_box import read_inherited
from ..forms.terminal_fields import read_full_name
from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_stream, list_items
from .shown_objects import find_shown

#: Entries of the catalog that later signatures, their evidence and filled-in fields change; the form is compared on its own.
CATALOG_ENTRIES = ("/AcroForm", "/DSS", "/Extensions", "/Metadata", "/Perms", "/Version")
FIELD_VALUES = ("/V", "/AP", "/AS", "/I", "/M", "/RV", "/MK", "/F")
FORM_ENTRIES = ("/Fields", "/SigFlags", "/DR", "/NeedAppearances", "/DA")
INFO_ENTRIES = ("/ModDate", "/Producer")


@dataclass(slots=True)
class Changes:
    #: Anything but what the others name.
    in_content: bool = False
    #: Form values and further signatures.
    in_fields: bool = False
    #: New comments.
    in_comments: bool = False
    #: The full names of the fields whose values are others.
    fields: set[str] = field(default_factory=set)
    #: Whether anything follows the signed part.
    any: bool = True

    @property
    def kind(self) -> str:
        """Returns `none`, `additions` (signatures, form values, comments), or `content` for anything else."""
        return "content" if self.in_content else "additions" if self.any else "none"


def find_changes(data: bytes, end: int) -> Changes:
    if not data[end:].strip(b"\0\r\n\t "):
        return Changes(any=False)
    try:
        # Pages must not be given what they inherit, which would look like a change.
        with (
            Pdf.open(io.BytesIO(data[:end]), inherit_page_attributes=False) as before,
            Pdf.open(io.BytesIO(data), inherit_page_attributes=False) as after,
        ):
            return _Comparison(before, after).compare()
    except MALFORMED:
        return Changes(in_content=True)


class _Comparison:
    def __init__(self, before: Pdf, after: Pdf) -> None:
        self.before = before
        self.after = after
        self.changes = Changes()
        self.shown = find_shown(before)
        form = get_dict(before.Root, "/AcroForm")
        self.form = form.objgen if form is not None and form.is_indirect else None
        self.info = _number(before.trailer.get("/Info"))
        self.metadata = _number(before.Root.get("/Metadata"))
        self.pages = {page.obj.objgen for page in before.pages}
        lists = [page.obj.get("/Annots") for page in before.pages]
        lists += [form.get("/Fields")] if form is not None else []
        evidence = get_dict(before.Root, "/DSS")
        lists += [evidence.get(key) for key in evidence] if evidence is not None else []
        self.growing = {_number(item) for item in lists if is_array(item)} - {None}

    def compare(self) -> Changes:
        self.changes.in_content = (
            [page.obj.objgen for page in self.before.pages] != [page.obj.objgen for page in self.after.pages]
            or not self._allows_entries(self.before.Root, self.after.Root, CATALOG_ENTRIES)
            or not self._allows_form()
            or not all(self._allows_object(old) for old in self.before.objects if isinstance(old, Object))
        )
        for old, new in zip(self.before.pages, self.after.pages):
            self._note_annotations(old.obj, new.obj)
        return self.changes

    def _note_annotations(self, old: Value, new: Value) -> None:
        known = set(map(_write_reference, list_items(old.get("/Annots"))))
        for annotation in list_items(new.get("/Annots")):
            if _write_reference(annotation) not in known:
                is_field = is_dict(annotation) and annotation.get("/Subtype") == "/Widget"
                self.changes.in_fields |= is_field
                self.changes.in_comments |= not is_field

    def _allows_form(self) -> bool:
        """Checks the form wherever it stands: a form of another kind (XFA) would be shown instead of the pages."""
        old, new = get_dict(self.before.Root, "/AcroForm"), get_dict(self.after.Root, "/AcroForm")
        if new is None:
            return old is None
        if old is None:
            return "/XFA" not in new
        return self._allows_entries(old, new, FORM_ENTRIES) and _has_all(old.get("/Fields"), new.get("/Fields"))

    def _allows_object(self, old: Value) -> bool:
        new = self.after.get_object(old.objgen)
        if _write(old) == _write(new):
            return True
        if old.objgen in self.shown:
            return False
        if is_stream(old):
            is_table = old.get("/Type") in ("/XRef", "/ObjStm") and "/BBox" not in old
            return is_table or (old.objgen == self.metadata and is_stream(new))
        if is_array(old) and is_array(new):
            return old.objgen in self.growing and _has_all(old, new)
        if not is_dict(old) or not is_dict(new) or is_stream(new):
            return False
        return self._allows_dictionary(old, new)

    def _allows_dictionary(self, old: Value, new: Value) -> bool:
        # The catalog and the form are compared on their own.
        if old.objgen in (self.before.Root.objgen, self.form):
            return True
        if old.objgen in self.pages:
            return _has_all(old.get("/Annots"), new.get("/Annots")) and self._allows_entries(old, new, ("/Annots",))
        if old.objgen == self.info:
            return self._allows_entries(old, new, INFO_ENTRIES)
        if "/FT" in old or old.get("/Subtype") == "/Widget":
            self.changes.in_fields = True
            return self._allows_values(old, new)
        return False

    def _allows_values(self, old: Value, new: Value) -> bool:
        if read_inherited(old, "/FT") != "/Sig":
            self.changes.fields.add(read_full_name(old))
            return self._allows_entries(old, new, FIELD_VALUES)
        # A field may be signed, but nothing of a signature may be exchanged, such as what its signer allowed.
        return read_inherited(old, "/V") is None and self._allows_entries(old, new, FIELD_VALUES)

    def _allows_entries(self, old: Value, new: Value, allowed: tuple[str, ...]) -> bool:
        keys = set(old.keys()) | set(new.keys())
        return all(key in allowed or _write_reference(old.get(key)) == _write_reference(new.get(key)) for key in keys)


def _number(item: Value) -> tuple | None:
    return item.objgen if isinstance(item, Object) and item.is_indirect else None


def _write(item: Value) -> bytes:
    written = item.unparse(resolved=True) if isinstance(item, Object) else repr(item).encode()
    return written + item.read_raw_bytes() if is_stream(item) else written


def _has_all(old: Value, new: Value) -> bool:
    """Lists of fields and annotations may grow, and must lose nothing."""
    return set(map(_write_reference, list_items(old))) <= set(map(_write_reference, list_items(new)))


def _write_reference(item: Value) -> object:
    return item.unparse() if isinstance(item, Object) else item
