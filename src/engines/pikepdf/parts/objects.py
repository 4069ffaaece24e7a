"""Reading PDF objects that may not be what they should be."""

import zlib
from collections.abc import Callable, Iterator
from typing import Any

from pikepdf import Array, DataDecodingError, Dictionary, Name, Object, Pdf, PdfError, String


class Malformed(ValueError):
    """The error for content of a document that is not what it must be."""


#: Exceptions that a document is to blame for, wherever they are raised.
UNREADABLE = (Malformed, PdfError, DataDecodingError, zlib.error)
#: Further exceptions that pikepdf and qpdf raise when an object is missing or not of the kind asked for. TypeError and
#: AttributeError are not among them: those are faults of ours, since the content of a document is checked before it is
#: used.
MALFORMED = (*UNREADABLE, ValueError, KeyError, IndexError, RuntimeError, ArithmeticError)

#: Any value in a document: an object, a number or None. `is_dict` and similar functions tell which.
Value = Any

MAX_TREE_NODES = 100_000
MAX_XMP_BYTES = 4 << 20


# Types are compared by name: comparing pikepdf's enumeration takes several times as long, and these functions are called
# all the time.
def is_dict(value: Value) -> bool:
    return isinstance(value, Object) and value._type_name in ("dictionary", "stream")


def is_array(value: Value) -> bool:
    return isinstance(value, Object) and value._type_name == "array"


def is_name(value: Value) -> bool:
    return isinstance(value, Object) and value._type_name == "name"


def is_string(value: Value) -> bool:
    return isinstance(value, Object) and value._type_name == "string"


def is_number(value: Value) -> bool:
    return value is not None and not isinstance(value, (bool, Object))


def get_dict(holder: Value, key: str) -> Value:
    """Gets the dictionary or stream that an entry holds; None if it holds none, or the holder is none itself."""
    # Getting an entry that is missing costs three times what testing for it does, and most of those asked for are missing.
    value = holder.get(key) if is_dict(holder) and key in holder else None
    return value if is_dict(value) else None


def require_number(value: Value) -> float:
    """Returns a value that must be a number, and raises `Malformed` for any other."""
    if not is_number(value):
        raise Malformed(f"{type(value).__name__} where a number belongs")
    return float(value)


def list_numbers(array: Value) -> list[float]:
    """Lists the elements of an array of numbers; none if it is no array."""
    return [require_number(value) for value in list_items(array)]


def list_items(array: Value) -> list:
    # Iterating a pikepdf array costs three times what asking for its elements does.
    return [array[at] for at in range(len(array))] if is_array(array) else []


def is_stream(value: Value) -> bool:
    return isinstance(value, Object) and value._type_name == "stream"


def read_xmp(root: Value) -> bytes:
    """Reads the beginning of the XMP of a document, without the zero bytes that its letters have in UTF-16."""
    try:
        metadata = root.get("/Metadata")
        data = metadata.read_bytes()[:MAX_XMP_BYTES] if is_stream(metadata) else b""
    except MALFORMED:
        return b""
    return data.replace(b"\0", b"")


def list_streams(contents: Value) -> list:
    """Lists the streams of a page's contents, which may be one or several."""
    parts = list_items(contents) if is_array(contents) else [contents]
    return [part for part in parts if is_stream(part)]


def get_int(holder: Value, key: str, default: int = 0) -> int:
    value = holder.get(key)
    return int(value) if is_number(value) else default


def ensure_indirect(pdf: Pdf, value: Object) -> Object:
    return value if value.is_indirect else pdf.make_indirect(value)


def copy_value(target: Pdf, source: Pdf, value: Value) -> Value:
    """Copies a value into another document. Pages it refers to must have been copied before, or they become null."""
    if not isinstance(value, Object) or target is source:
        return value
    kind = value._type_name
    if kind == "name":
        return Name(str(value))
    if kind == "string":
        return String(bytes(value))
    return target.copy_foreign(ensure_indirect(source, value))


def walk_tree(root: Value, leaf_key: str) -> Iterator[tuple[Value, Value]]:
    """Yields the (key, value) pairs of a name tree (`/Names`) or number tree (`/Nums`), whatever its shape."""
    stack, seen = [root], set()
    while stack:
        node = stack.pop()
        if not is_dict(node):
            continue
        if node.is_indirect:
            if node.objgen in seen:
                continue
            seen.add(node.objgen)
        if len(seen) > MAX_TREE_NODES:
            return
        stack.extend(reversed(list_items(node.get("/Kids"))))
        leaves = node.get(leaf_key)
        if is_array(leaves):
            for at in range(0, len(leaves) - 1, 2):
                yield leaves[at], leaves[at + 1]


def make_name_tree(pdf: Pdf, pairs: dict[bytes, Value]) -> Object:
    """Makes a name tree of one root and leaves of 64, sorted as readers require."""
    return _make_tree(pdf, sorted(pairs.items()), "/Names", String)


def make_number_tree(pdf: Pdf, pairs: dict[int, Value]) -> Object:
    return _make_tree(pdf, sorted(pairs.items()), "/Nums", int)


def _make_tree(pdf: Pdf, pairs: list, leaf_key: str, make_key: Callable[[Any], Any]) -> Object:
    leaves = []
    for at in range(0, len(pairs), 64):
        part = pairs[at : at + 64]
        flat = [entry for key, value in part for entry in (make_key(key), value)]
        leaf = Dictionary({leaf_key: Array(flat)})
        leaf["/Limits"] = Array([make_key(part[0][0]), make_key(part[-1][0])])
        leaves.append(leaf)
    if len(leaves) <= 1:
        return pdf.make_indirect(Dictionary({leaf_key: leaves[0][leaf_key] if leaves else Array()}))
    return pdf.make_indirect(Dictionary({"/Kids": Array([pdf.make_indirect(leaf) for leaf in leaves])}))
