"""Fills in form fields, and draws their appearances again."""

from typing import Any

from pikepdf import Array, Name, String

from ..objects import Value, is_number
from ..outcome import Failure
from ..text import encode_text
from .field_appearances import AppearanceDrawer
from .field_box import read_inherited
from .marks import has_appearance_of_state
from .terminal_fields import (
    find_kind,
    list_choices,
    list_export_names,
    list_states,
    list_widgets,
    read_flags,
    read_full_name,
)

MULTISELECT, EDITABLE = 1 << 21, 1 << 18
YES = ("true", "yes", "on", "1", "x")
NO = ("", "false", "no", "off", "0")


def fill_fields(fields: list[Value], values: dict[str, Any], drawer: AppearanceDrawer) -> int:
    """Fills the fields named, and returns how many there were."""
    by_name: dict[str, list[Value]] = {}
    for field in fields:
        by_name.setdefault(read_full_name(field), []).append(field)
    filled = 0
    for name, value in values.items():
        if name not in by_name:
            raise Failure("field_missing", f"no field {name}", 0, name)
        for field in by_name[name]:
            fill = FILLERS.get(find_kind(field))
            if fill is None:
                raise Failure("field_not_fillable", f"{name} is a {find_kind(field)}", 0, name)
            fill(field, value, drawer, name)
            filled += 1
    return filled


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _fill_text(field: Value, value: Any, drawer: AppearanceDrawer, name: str) -> None:
    if isinstance(value, list):
        raise Failure("value_not_single", f"{name} takes one value", 0, name)
    text = _write(value).replace("\r\n", "\n").replace("\r", "\n")
    most = read_inherited(field, "/MaxLen")
    if is_number(most) and int(most) > 0 and len(text) > int(most):
        raise Failure("value_too_long", f"{name} takes {int(most)} characters", 0, name)
    _keep_value(field, String(encode_text(text.replace("\n", "\r"))))
    _draw_all(field, drawer)


def _fill_choice(field: Value, value: Any, drawer: AppearanceDrawer, name: str) -> None:
    flags, choices = read_flags(field), list_choices(field)
    wanted = [_write(item) for item in (value if isinstance(value, list) else [value]) if _write(item) != ""]
    is_free = find_kind(field) == "dropdown" and flags & EDITABLE
    if len(wanted) > 1 and not flags & MULTISELECT:
        raise Failure("value_not_single", f"{name} takes one value", 0, name)
    found = [_find_choice(item, choices) for item in wanted]
    if None in found and not is_free:
        raise Failure("value_not_offered", f"{name} does not offer a value", 0, name)
    texts = [item if at is None else choices[at][0] for item, at in zip(wanted, found)]
    strings = [String(encode_text(text)) for text in texts]
    _keep_value(field, Array(strings) if len(strings) > 1 else strings[0] if strings else None)
    indexes = sorted(at for at in found if at is not None)
    if find_kind(field) == "list" and indexes:
        field["/I"] = Array(indexes)
    elif "/I" in field:
        del field["/I"]
    _draw_all(field, drawer)


def _find_choice(wanted: str, choices: list[tuple[str, str]]) -> int | None:
    for part in (0, 1):
        for at, choice in enumerate(choices):
            if choice[part] == wanted:
                return at
    return None


def _fill_button(field: Value, value: Any, drawer: AppearanceDrawer, name: str) -> None:
    widgets, names = list_widgets(field), list_export_names(field)
    states = [_list_own_states(widget, at, len(widgets)) for at, widget in enumerate(widgets)]
    chosen = _find_state(value, states, names)
    if chosen is None:
        raise Failure("value_not_offered", f"{name} has no such state", 0, name)
    _keep_value(field, Name(chosen))
    for widget, own in zip(widgets, states):
        if not all(has_appearance_of_state(widget, state) for state in own):
            drawer.draw_states(widget, own)
        widget["/AS"] = Name(chosen if chosen in own else "/Off")


def _list_own_states(widget: Value, at: int, count: int) -> list[str]:
    """Lists the states of a widget; one without any gets one of its own."""
    return list_states(widget) or [f"/{at}" if count > 1 else "/Yes"]


def _find_state(value: Any, states: list[list[str]], names: list[str]) -> str | None:
    """Finds the state that a value means: by its name, the text that stands for it, or yes and no."""
    text = _write(value)
    every = [state for own in states for state in own]
    if not isinstance(value, bool):
        if text in names and names.index(text) < len(states):
            return states[names.index(text)][0]
        if f"/{text}" in every:
            return f"/{text}"
    if text.lower() in NO:
        return "/Off"
    return every[0] if text.lower() in YES and len(set(every)) == 1 else None


def _keep_value(field: Value, value: Value) -> None:
    # A text with its own formatting would be shown instead of the new value.
    for key in ("/RV", "/V"):
        if key in field:
            del field[key]
    if value is not None:
        field["/V"] = value


def _draw_all(field: Value, drawer: AppearanceDrawer) -> None:
    for widget in list_widgets(field):
        drawer.draw_widget(widget, is_changed=True)


FILLERS = {
    "text": _fill_text,
    "dropdown": _fill_choice,
    "list": _fill_choice,
    "checkbox": _fill_button,
    "radio": _fill_button,
}
