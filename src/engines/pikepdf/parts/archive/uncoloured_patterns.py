"""Turns the colours of patterns without colours of their own into grey: Ghostscript leaves them as they are."""

from pikepdf import Array, Name

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, get_dict, is_array, is_name, is_number, list_items
from ..redaction.contents import list_contents, write_content
from ..source import Source

#: How bright each of the colours of RGB is to the eye.
WEIGHTS = (0.299, 0.587, 0.114)
SETTING = ("scn", "SCN")


def grey_patterns(source: Source) -> None:
    for content in list(list_contents(source)):
        try:
            if _turn_spaces_grey(content):
                _turn_colours_grey(source, content)
        except MALFORMED:
            source.note_repair()


def _turn_spaces_grey(content: Value) -> bool:
    """Makes colours of patterns grey in the resources of a content; returns whether there were any."""
    spaces = get_dict(get_dict(content, "/Resources"), "/ColorSpace")
    found = False
    for name in spaces.keys() if spaces is not None else ():
        parts = list_items(spaces.get(name)) if is_array(spaces.get(name)) else []
        if len(parts) == 2 and parts[0] == "/Pattern" and parts[1] != "/DeviceGray":
            spaces[name] = Array([Name.Pattern, Name.DeviceGray])
            found = True
    return found


def _turn_colours_grey(source: Source, content: Value) -> None:
    operators = []
    for each in read_operators(content):
        if not is_inline_image(each) and str(each[1]) in SETTING:
            operands = list(each[0])
            numbers = [float(value) for value in operands[:-1] if is_number(value)]
            if operands and is_name(operands[-1]) and len(numbers) > 1:
                operators.append(([round(_compute_brightness(numbers), 4), operands[-1]], each[1]))
                continue
        operators.append(each)
    write_content(source, content, operators)


def _compute_brightness(numbers: list[float]) -> float:
    if len(numbers) == 4:
        numbers = [1 - min(1.0, ink + numbers[3]) for ink in numbers[:3]]
    return sum(weight * number for weight, number in zip(WEIGHTS, numbers))
