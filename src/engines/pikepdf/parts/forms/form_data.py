"""Reads the values of form fields from the formats in which programs exchange them: FDF and XFDF."""

import io
from xml.parsers import expat

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, is_dict, is_name, is_stream, is_string, list_items
from ..outcome import Failure
from ..text import decode_text

MAX_DEPTH = 32


def read_form_data(text: str) -> dict:
    """Reads the values by the full names of their fields."""
    try:
        return _read_fdf(text) if text.lstrip("\ufeff \t\r\n").startswith("%FDF") else _read_xfdf(text)
    except (*MALFORMED, expat.ExpatError) as error:
        raise Failure("form_data_unreadable", str(error), 0) from None


def _read_fdf(text: str) -> dict:
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        data = text.encode()
    # The two formats have the same syntax, but for the first line and the table of objects, which is rebuilt.
    start = data.index(b"%FDF")
    pdf = Pdf.open(io.BytesIO(b"%PDF-1.7\n" + data[start:].partition(b"\n")[2]), inherit_page_attributes=False)
    values: dict = {}
    stack = [(field, "", 0) for field in reversed(list_items((get_dict(pdf.Root, "/FDF") or {}).get("/Fields")))]
    while stack:
        field, above, depth = stack.pop()
        if not is_dict(field) or depth > MAX_DEPTH:
            continue
        own = field.get("/T")
        name = ".".join(part for part in (above, decode_text(bytes(own)) if is_string(own) else "") if part)
        stack.extend((kid, name, depth + 1) for kid in reversed(list_items(field.get("/Kids"))))
        value = field.get("/V")
        if name and value is not None:
            several = [_read_value(item) for item in list_items(value)]
            values[name] = several or _read_value(value)
    return values


def _read_value(value: Value) -> str:
    if is_name(value):
        return str(value)[1:]
    if is_stream(value):
        return decode_text(value.read_bytes())
    return decode_text(bytes(value)) if is_string(value) else str(value)


class _Xfdf:
    def __init__(self) -> None:
        self.values: dict = {}
        self.names: list[str] = []
        self.is_root_known = False
        self.text: list[str] | None = None

    def start(self, tag: str, attributes: dict) -> None:
        tag = tag.rpartition(":")[2]
        if not self.is_root_known and tag != "xfdf":
            raise ValueError("no XFDF")
        self.is_root_known = True
        if tag == "field":
            if len(self.names) > MAX_DEPTH:
                raise ValueError("fields nested too deep")
            self.names.append(attributes.get("name", ""))
        elif tag in ("value", "value-richtext"):
            self.text = []
        elif tag in ("p", "br") and self.text:
            # A formatted text is read without its formatting.
            self.text.append("\n")

    def end(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag == "field":
            self.names.pop()
        elif tag in ("value", "value-richtext") and self.text is not None:
            name, text = ".".join(part for part in self.names if part), "".join(self.text)
            before = self.values.get(name)
            if tag == "value-richtext":
                self.values.setdefault(name, text)
                self.text = None
                return
            several = before if isinstance(before, list) else [before]
            self.values[name] = text if before is None else [*several, text]
            self.text = None

    def add(self, text: str) -> None:
        if self.text is not None:
            self.text.append(text)


def _refuse_entities(*_declared: object) -> None:
    raise ValueError("XFDF with a document type")


def _read_xfdf(text: str) -> dict:
    reader, parser = _Xfdf(), expat.ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.add
    parser.StartDoctypeDeclHandler = _refuse_entities
    parser.Parse(text.lstrip("\ufeff \t\r\n").encode(), True)
    return reader.values
