"""Finds, adds and removes files that a document carries."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from hashlib import md5

from pikepdf import Array, Dictionary, Name, Pdf, String

from .bounds import require_small
from .objects import (
    MALFORMED,
    Value,
    get_dict,
    get_int,
    is_dict,
    is_name,
    is_stream,
    is_string,
    list_items,
    make_name_tree,
    walk_tree,
)
from .outcome import Failure
from .source import Source
from .text import decode_text, encode_text

#: The most bytes that are unpacked to measure a file that does not state its size.
MAX_MEASURED = 64 << 20


@dataclass
class Attachment:
    name: str
    #: The file specification, and the stream with the file.
    spec: Value
    stream: Value
    #: The index of the page with the mark that shows it; None for a file of the whole document.
    page: int | None

    def describe(self) -> dict:
        params = get_dict(self.stream, "/Params")
        relationship = self.spec.get("/AFRelationship")
        kind = self.stream.get("/Subtype")
        return {
            "name": self.name,
            "bytes": self.measure(),
            "description": _read_text(self.spec, "/Desc"),
            "contentType": str(kind)[1:] if is_name(kind) else None,
            "relationship": str(relationship)[1:] if is_name(relationship) else None,
            "created": _read_text(params, "/CreationDate"),
            "modified": _read_text(params, "/ModDate"),
            "page": None if self.page is None else self.page + 1,
        }

    def measure(self) -> int | None:
        params = get_dict(self.stream, "/Params")
        if params is not None and "/Size" in params:
            return get_int(params, "/Size")
        try:
            require_small(self.stream, MAX_MEASURED)
            return len(self.stream.read_bytes())
        except (Failure, *MALFORMED):
            return None

    def read(self, most: int) -> bytes:
        require_small(self.stream, most)
        return self.stream.read_bytes()


def _read_text(holder: Value, key: str) -> str | None:
    value = holder.get(key) if holder is not None else None
    return decode_text(bytes(value)) if is_string(value) else None


def _read_spec(spec: Value, name: str, page: int | None) -> Attachment | None:
    files = get_dict(spec, "/EF") if is_dict(spec) else None
    if files is None:
        return None
    stream = next((files.get(key) for key in ("/UF", "/F", "/Unix", "/DOS", "/Mac") if is_stream(files.get(key))), None)
    if stream is None:
        return None
    shown = _read_text(spec, "/UF") or _read_text(spec, "/F") or name
    # Some writers give a path of the machine on which the file was added.
    return Attachment(shown.replace("\\", "/").split("/")[-1].strip("\0 ") or "attachment", spec, stream, page)


def list_attachments(source: Source) -> list[Attachment]:
    """Lists the files of the document and of marks on its pages, each once."""
    found: list[Attachment] = []
    seen: set[tuple[int, int]] = set()
    for spec, name, page in _walk_specs(source):
        try:
            attachment = _read_spec(spec, name, page)
        except MALFORMED:
            source.note_repair()
            continue
        if attachment is not None and attachment.stream.objgen not in seen:
            seen.add(attachment.stream.objgen)
            found.append(attachment)
    return found


def _walk_specs(source: Source) -> Iterator[tuple[Value, str, int | None]]:
    for key, spec in _walk_names(source.root):
        yield spec, decode_text(bytes(key)) if is_string(key) else "", None
    for spec in list_items(source.root.get("/AF")):
        yield spec, "", None
    for index, page in enumerate(source.pages):
        for mark in list_items(page.get("/Annots")):
            if is_dict(mark) and mark.get("/Subtype") == "/FileAttachment":
                yield mark.get("/FS"), "", index


def _walk_names(root: Value) -> Iterator[tuple[Value, Value]]:
    names = get_dict(root, "/Names")
    if names is not None:
        yield from walk_tree(names.get("/EmbeddedFiles"), "/Names")


def _write_names(pdf: Pdf, pairs: list[tuple[bytes, Value]]) -> None:
    names = get_dict(pdf.Root, "/Names")
    if names is None:
        names = pdf.Root["/Names"] = pdf.make_indirect(Dictionary())
    if not pairs:
        if "/EmbeddedFiles" in names:
            del names["/EmbeddedFiles"]
        return
    free: dict[bytes, Value] = {}
    for key, spec in pairs:
        unique, number = key, 2
        while unique in free:
            unique, number = key + b" %d" % number, number + 1
        free[unique] = spec
    names["/EmbeddedFiles"] = make_name_tree(pdf, free)


def _list_pairs(root: Value) -> list[tuple[bytes, Value]]:
    return [(bytes(key), spec) for key, spec in _walk_names(root) if is_string(key)]


def add_attachment(pdf: Pdf, name: str, data: bytes, kind: str, relationship: str, description: str = "") -> Value:
    """Adds a file to the document and associates it, as PDF/A-3 asks for."""
    params = Dictionary(Size=len(data), CheckSum=String(md5(data, usedforsecurity=False).digest()))
    stream = pdf.make_stream(data, Type=Name.EmbeddedFile, Subtype=Name("/" + kind), Params=params)
    text = String(encode_text(name))
    spec = Dictionary(
        Type=Name.Filespec, F=text, UF=text, EF=Dictionary(F=stream, UF=stream), AFRelationship=Name("/" + relationship)
    )
    if description:
        spec["/Desc"] = String(encode_text(description))
    spec = pdf.make_indirect(spec)
    _write_names(pdf, [*_list_pairs(pdf.Root), (encode_text(name), spec)])
    pdf.Root["/AF"] = Array([*list_items(pdf.Root.get("/AF")), spec])
    return spec


def copy_attachments(original: Source, pdf: Pdf, most: int, leave_out: Container[str] = ()) -> None:
    """Adds the files of one document to another, except those whose name, in small letters, is to be left out."""
    for kept in list_attachments(original):
        if kept.name.lower() in leave_out:
            continue
        told = kept.describe()
        try:
            data = kept.read(most)
        except MALFORMED as error:
            raise Failure("unreadable_input", f"attachment: {error}", 1) from None
        kind, relationship = told["contentType"] or "application/octet-stream", told["relationship"] or "Unspecified"
        add_attachment(pdf, kept.name, data, kind, relationship, told["description"] or "")


def remove_attachments(source: Source, removed: Container[tuple[int, int]]) -> None:
    """Removes the files with these streams from every list that shows them."""

    def is_kept(spec: Value) -> bool:
        try:
            found = _read_spec(spec, "", None)
        except MALFORMED:
            return True
        return found is None or found.stream.objgen not in removed

    _write_names(source.pdf, [(key, spec) for key, spec in _list_pairs(source.root) if is_kept(spec)])
    holders = [source.root, *source.pages]
    for holder in holders:
        if "/AF" in holder:
            holder["/AF"] = Array([spec for spec in list_items(holder.get("/AF")) if is_kept(spec)])
    for page in source.pages:
        marks = list_items(page.get("/Annots"))
        kept = [mark for mark in marks if not is_dict(mark) or "/FS" not in mark or is_kept(mark.get("/FS"))]
        if len(kept) < len(marks):
            page["/Annots"] = Array(kept)
