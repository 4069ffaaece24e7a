"""Empties the appearances of button states that are not selected: whatever they say is on no page, so nobody finds it there."""

from collections.abc import Iterator

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_stream, is_string, list_items
from ..source import Source

#: The bytes of one letter, such as a check mark. More may be a word.
LETTER = 2
DEEPEST = 8


def empty_unselected_states(source: Source) -> None:
    """Empties those that show words or pictures. A drawing with at most one letter, as of check marks, stays."""
    states = [state for page in source.pages for state in _list_states(page)]
    selected = {appearance.objgen for appearance, is_selected in states if is_selected}
    for appearance, _ in states:
        if appearance.objgen not in selected and _may_speak(appearance, 0):
            appearance.write(b"")


def _list_states(page: Value) -> Iterator[tuple[Value, bool]]:
    """Lists the appearances of the states on a page, each with whether it is shown."""
    for annotation in list_items(page.get("/Annots")):
        states = get_dict(get_dict(annotation, "/AP"), "/N") if is_dict(annotation) else None
        for name in states.keys() if states is not None and not is_stream(states) else ():
            appearance = states.get(name)
            if is_stream(appearance):
                yield appearance, annotation.get("/AS") == name


def _may_speak(content: Value, depth: int) -> bool:
    """Tells whether content shows words or a picture, itself or in a form that it draws."""
    try:
        operators = read_operators(content, "Tj TJ ' \" Do BI ID EI")
    except MALFORMED:
        return True
    shown = 0
    drawn = get_dict(get_dict(content, "/Resources"), "/XObject")
    for each in operators:
        if is_inline_image(each):
            return True
        operands, operator = each
        if str(operator) == "Do":
            form = get_dict(drawn, str(operands[0])) if operands else None
            if form is None:
                continue
            if form.get("/Subtype") != "/Form" or depth == DEEPEST or _may_speak(form, depth + 1):
                return True
        else:
            shown += sum(_count_bytes(operand) for operand in operands)
    return shown > LETTER


def _count_bytes(operand: Value) -> int:
    parts = list_items(operand) if is_array(operand) else [operand]
    return sum(len(bytes(part)) for part in parts if is_string(part))
