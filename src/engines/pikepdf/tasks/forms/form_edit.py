"""Changes the fields of a form: their names, labels and whether they are locked or required, or removes them."""

from pikepdf import Array, String

from parts.forms.fields import prune_field
from parts.forms.terminal_fields import list_terminal_fields, list_widgets, read_flags, read_full_name
from parts.forms.xfa import drop_xfa, refuse_xfa
from parts.objects import Value, get_dict, is_array, is_dict, list_items
from parts.outcome import Failure
from parts.saving import save_changed
from parts.source import Source, open_source
from parts.text import encode_text

#: The bits of a field's flags, by the names of the options.
FLAGS = {"readOnly": 1, "required": 2}
EVERY_FIELD = "*"


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    fields = list_terminal_fields(source.root)
    refuse_xfa(source, fields)
    if not fields:
        raise Failure("form_missing", "no fields", 0)
    by_name: dict[str, list[Value]] = {}
    for field in fields:
        by_name.setdefault(read_full_name(field), []).append(field)
    removed: list[Value] = []
    changed = 0
    for change in request["fields"]:
        name = change["name"]
        named = fields if name == EVERY_FIELD else by_name.get(name)
        if named is None:
            raise Failure("field_missing", f"no field {name}", 0, name)
        for field in named:
            if change.get("remove"):
                removed.append(field)
            else:
                _change(field, change, by_name)
        changed += len(named)
    if removed:
        _remove(source, removed)
    without_xfa = drop_xfa(source)
    made = save_changed(source, request["output"])
    return {**made, "signed": signed, "withoutXfa": without_xfa, "changed": changed}


def _change(field: Value, change: dict, by_name: dict) -> None:
    flags = read_flags(field)
    for option, bit in FLAGS.items():
        if option in change:
            flags = flags | bit if change[option] else flags & ~bit
            field["/Ff"] = flags
    if "label" in change:
        field["/TU"] = String(encode_text(change["label"]))
    if "rename" in change:
        above = change["name"].rpartition(".")[0]
        wanted = f"{above}.{change['rename']}" if above else change["rename"]
        if wanted != change["name"] and wanted in by_name:
            raise Failure("field_name_taken", f"there is a field {wanted}", 0, change["name"])
        field["/T"] = String(encode_text(change["rename"]))


def _remove(source: Source, removed: list[Value]) -> None:
    """Takes fields out of the form, and their widgets off the pages."""
    gone = {part.objgen for field in removed for part in (field, *list_widgets(field))}
    alive: set = set()
    for page in source.pages:
        annotations = [item for item in list_items(page.get("/Annots")) if is_dict(item)]
        kept = [item for item in annotations if item.objgen not in gone or not item.is_indirect]
        if len(kept) < len(annotations):
            page["/Annots"] = Array(kept)
        alive |= {item.objgen for item in kept}
    form = get_dict(source.root, "/AcroForm")
    if form is None:
        return
    seen: set = set()
    form["/Fields"] = Array(
        [field for field in list_items(form.get("/Fields")) if is_dict(field) and prune_field(field, alive, seen)]
    )
    if is_array(form.get("/CO")):
        form["/CO"] = Array([field for field in list_items(form["/CO"]) if field.objgen not in gone])
