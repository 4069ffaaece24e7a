"""Describes the inks of colour spaces that mix several: an archive must describe each by itself."""

from math import prod

from pikepdf import Array, Dictionary, Name, Pdf

from ..objects import MALFORMED, Value, get_dict, get_int, is_array, is_name, list_items, list_numbers

PROCESS = {"/Cyan", "/Magenta", "/Yellow", "/Black", "/None"}


def list_undescribed(space: Value) -> list[str]:
    """Lists the inks that a mixing space names and does not describe."""
    if not is_mixing(space):
        return []
    attributes = space[4] if len(space) > 4 else Dictionary()
    known = get_dict(attributes, "/Colorants")
    names = [str(name) for name in list_items(space[1])]
    return [name for name in names if name not in PROCESS and (known is None or name not in known)]


def is_mixing(space: Value) -> bool:
    return is_array(space) and len(space) >= 4 and is_name(space[0]) and space[0] == "/DeviceN"


def describe_inks(pdf: Pdf) -> None:
    """Describes each ink by how the mixture shows it alone, unless the document describes it already."""
    spaces = [item for item in pdf.objects if is_array(item) and len(item) >= 4 and is_name(item[0])]
    alone = {str(space[1]): space for space in spaces if space[0] == "/Separation"}
    for space in spaces:
        try:
            for name in list_undescribed(space):
                if name not in alone:
                    alone[name] = pdf.make_indirect(_describe_ink(pdf, space, name))
                if len(space) < 5:
                    space.append(Dictionary())
                if "/Colorants" not in space[4]:
                    space[4]["/Colorants"] = Dictionary()
                space[4]["/Colorants"][name] = alone[name]
        except MALFORMED:
            continue


def _describe_ink(pdf: Pdf, space: Value, name: str) -> Value:
    """Describes one ink by the row along its axis in the table that turns mixtures into colours."""
    table = space[3]
    sizes = [int(size) for size in list_numbers(table["/Size"])]
    outputs = len(list_items(table["/Range"])) // 2
    width = get_int(table, "/BitsPerSample") // 8 * outputs
    if get_int(table, "/FunctionType", -1) != 0 or not width:
        raise ValueError("not a table of whole bytes")
    axis = [str(ink) for ink in list_items(space[1])].index(name)
    step = prod(sizes[:axis]) * width
    samples = table.read_bytes()
    row = b"".join(samples[at * step : at * step + width] for at in range(sizes[axis]))
    function = Dictionary(
        FunctionType=0,
        Domain=Array([0, 1]),
        Range=table["/Range"],
        Size=Array([sizes[axis]]),
        BitsPerSample=table["/BitsPerSample"],
    )
    return Array([Name.Separation, Name(name), space[2], pdf.make_stream(row, function)])
