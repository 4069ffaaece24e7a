"""Finds the fields of a form that have a value of their own, with their names, kinds and widgets."""

from ..objects import Value, get_dict, is_dict, is_name, is_number, is_string, list_items
from ..text import decode_text
from .field_box import MAX_DEPTH, read_inherited

MAX_FIELDS = 100_000
RADIO, PUSH, COMBO = 1 << 15, 1 << 16, 1 << 17


def list_terminal_fields(root: Value) -> list[Value]:
    """Lists the fields that have a value of their own, in the order of the form."""
    form = get_dict(root, "/AcroForm")
    stack = list(reversed(list_items(form.get("/Fields")))) if form is not None else []
    seen: set = set()
    found: list = []
    while stack and len(found) < MAX_FIELDS:
        field = stack.pop()
        if not is_dict(field) or (field.is_indirect and field.objgen in seen):
            continue
        seen.add(field.objgen)
        named = [kid for kid in list_items(field.get("/Kids")) if is_dict(kid) and "/T" in kid]
        if named:
            stack.extend(reversed(named))
        else:
            found.append(field)
    return found


def list_signature_fields(root: Value) -> list[Value]:
    return [field for field in list_terminal_fields(root) if read_inherited(field, "/FT") == "/Sig"]


def list_signatures(root: Value) -> tuple[list[tuple[Value, Value]], int]:
    """Lists the signature fields that are signed, each with its signature, and returns how many are not."""
    fields = list_signature_fields(root)
    signed = [(field, value) for field in fields if is_dict(value := read_inherited(field, "/V"))]
    return signed, len(fields) - len(signed)


def read_full_name(field: Value) -> str:
    """Reads a field's name after the names of the fields above it, with dots between them."""
    names: list[str] = []
    node = field
    for _ in range(MAX_DEPTH):
        if node is None:
            break
        name = node.get("/T")
        if is_string(name):
            names.insert(0, decode_text(bytes(name)))
        node = get_dict(node, "/Parent")
    return ".".join(names)


def read_flags(field: Value) -> int:
    value = read_inherited(field, "/Ff")
    return int(value) if is_number(value) else 0


def find_kind(field: Value) -> str:
    """Tells what a field is to its user."""
    kind, flags = str(read_inherited(field, "/FT")), read_flags(field)
    if kind == "/Btn":
        return "button" if flags & PUSH else "radio" if flags & RADIO else "checkbox"
    if kind == "/Ch":
        return "dropdown" if flags & COMBO else "list"
    return {"/Tx": "text", "/Sig": "signature"}.get(kind, "other")


def list_widgets(field: Value) -> list[Value]:
    """Lists the places of a field on pages: itself, or those below it."""
    kids = [kid for kid in list_items(field.get("/Kids")) if is_dict(kid)]
    return kids or [field]


def list_states(widget: Value) -> list[str]:
    """Lists the states other than off that a button has appearances for."""
    appearances = get_dict(get_dict(widget, "/AP"), "/N")
    if appearances is None or appearances._type_name == "stream":
        return []
    return [name for name in appearances if name != "/Off"]


def list_export_names(field: Value) -> list[str]:
    """Lists the texts that stand for the states of a button's widgets, one each; empty if the states speak for themselves."""
    return [decode_text(bytes(option)) for option in list_items(read_inherited(field, "/Opt")) if is_string(option)]


def list_choices(field: Value) -> list[tuple[str, str]]:
    """Lists the choices of a field, each as the value it stands for and the text that is shown."""
    found = []
    for option in list_items(read_inherited(field, "/Opt")):
        pair = list_items(option) or [option, option]
        if len(pair) == 2 and all(is_string(part) for part in pair):
            found.append((decode_text(bytes(pair[0])), decode_text(bytes(pair[1]))))
    return found


def read_state(field: Value) -> str | None:
    """Reads the state of a button, as its name or the text that stands for it; None if it is off."""
    value = read_inherited(field, "/V")
    if not is_name(value) or value == "/Off":
        return None
    for widget, name in zip(list_widgets(field), list_export_names(field)):
        if str(value) in list_states(widget):
            return name
    return str(value)[1:]
