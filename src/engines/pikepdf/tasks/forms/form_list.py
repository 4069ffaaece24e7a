"""Lists the fields of a form: their names, kinds, values, choices and places."""

from parts.forms.field_appearances import COMB, MULTILINE, PASSWORD
from parts.forms.field_box import read_inherited
from parts.forms.filling import EDITABLE, MULTISELECT
from parts.forms.terminal_fields import (
    find_kind,
    list_choices,
    list_export_names,
    list_states,
    list_terminal_fields,
    list_widgets,
    read_flags,
    read_full_name,
    read_state,
)
from parts.forms.xfa import refuse_xfa
from parts.geometry import compute_box, move_point
from parts.objects import MALFORMED, Value, is_dict, is_number, is_string, list_items, list_numbers
from parts.source import Source, open_source
from parts.text import decode_text
from parts.visible import measure_visible, read_user_unit

READ_ONLY, REQUIRED = 1, 2


def run(request: dict) -> dict:
    source = open_source(request)
    fields = list_terminal_fields(source.root)
    refuse_xfa(source, fields)
    pages = {
        annotation.objgen: index
        for index, page in enumerate(source.pages)
        for annotation in list_items(page.get("/Annots"))
        if is_dict(annotation) and annotation.is_indirect
    }
    listed = [_describe(source, field, pages) for field in fields]
    return {
        "fields": listed,
        "pages": len(source.pages),
        "repaired": source.repaired,
        "signed": source.signed,
    }


def _describe(source: Source, field: Value, pages: dict) -> dict:
    kind, flags = find_kind(field), read_flags(field)
    label, most = field.get("/TU"), read_inherited(field, "/MaxLen")
    facts: dict = {"name": read_full_name(field), "type": kind, "value": _read_value(field, kind)}
    if is_string(label):
        facts["label"] = decode_text(bytes(label))
    if kind in ("dropdown", "list"):
        facts["choices"] = [{"value": value, "label": shown} for value, shown in list_choices(field)]
        facts["editable"] = bool(flags & EDITABLE) and kind == "dropdown"
        facts["multiple"] = bool(flags & MULTISELECT)
    if kind in ("radio", "checkbox"):
        states = [state[1:] for widget in list_widgets(field) for state in list_states(widget)]
        facts["choices"] = [{"value": value} for value in list_export_names(field) or dict.fromkeys(states)]
    if kind == "text":
        facts |= {"multiline": bool(flags & MULTILINE), "comb": bool(flags & COMB), "secret": bool(flags & PASSWORD)}
        if is_number(most):
            facts["maxLength"] = int(most)
    facts |= {"readOnly": bool(flags & READ_ONLY), "required": bool(flags & REQUIRED)}
    facts["boxes"] = [box for widget in list_widgets(field) if (box := _measure(source, widget, pages)) is not None]
    return facts


def _read_value(field: Value, kind: str) -> bool | str | list[str] | None:
    if kind == "checkbox":
        return read_state(field) is not None
    if kind == "radio":
        return read_state(field)
    value = read_inherited(field, "/V")
    several = [decode_text(bytes(item)) for item in list_items(value) if is_string(item)]
    if several:
        return several
    if is_dict(value) and value._type_name == "stream":
        return decode_text(value.read_bytes())
    return decode_text(bytes(value)).replace("\r\n", "\n").replace("\r", "\n") if is_string(value) else None


def _measure(source: Source, widget: Value, pages: dict) -> dict | None:
    try:
        index = pages.get(widget.objgen)
        x0, y0, x1, y1 = list_numbers(widget.get("/Rect"))
        if index is None:
            return None
        page = source.pages[index]
        unit = read_user_unit(page)
        matrix = measure_visible(page).from_top
        left, top, right, bottom = compute_box([move_point(matrix, x0, y0), move_point(matrix, x1, y1)])
        sides = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        return {"page": index + 1, **{name: round(value * unit, 2) for name, value in sides.items()}}
    except MALFORMED:
        return None
