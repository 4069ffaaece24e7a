"""
Draws the appearances of form fields that have none, or one that is out of date: viewers draw them from what the fields
hold, so flattening has to do the same. Another engine sets lines with letters that a field's font lacks: `missing` lists
them, and a second drawer is given them as `labels`.
"""

from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf

from ..objects import MALFORMED, Value, get_dict, get_int, is_array, is_dict, is_name, is_number, is_string, list_items
from ..text import decode_text
from .amended_appearance import amend_appearance, find_amendable_appearance
from .field_box import Box, read_box, read_inherited
from .field_text import Lettering, break_lines, choose_lettering, convert_to_rgb, find_fonts, write_colour, write_string
from .marks import has_appearance, has_appearance_of_state
from .terminal_fields import list_states

MULTILINE, PASSWORD, RADIO, PUSH, COMBO, COMB = 1 << 12, 1 << 13, 1 << 15, 1 << 16, 1 << 17, 1 << 24
#: Font sizes as viewers choose them where a field names none.
LARGEST_OF_MANY, SMALLEST = 12, 4
#: The largest share of its box's height that a line of a given size may have.
TALLEST = 1.1
#: Larger sizes than this are tried once only.
TALLEST_OF_MANY = 72
LEADING = 1.15
#: The share of a label's height between its foot and its baseline.
LABEL_FOOT = 0.215
SELECTED = "0.6 0.757 0.855 rg\n"


class AppearanceDrawer:
    def __init__(self, pdf: Pdf, form: Value, labels: dict | None) -> None:
        self.pdf = pdf
        self.form = form
        self.fonts = find_fonts(form)
        self.stale = form is not None and form.get("/NeedAppearances") is True
        #: Lines set by another engine, by text and colour: a form and its size at a font size of 100.
        self.labels = labels or {}
        self.missing: dict = {}
        #: True if a text is cut off at the edge of its field, because it would be too small to read otherwise.
        self.has_cut_text = False

    def draw_widget(self, widget: Value, is_changed: bool = False) -> None:
        """Draws the appearance of a field that has none, or whose appearance is out of date, as after its value was changed."""
        try:
            flags = _read_flags(widget)
            kind = read_inherited(widget, "/FT")
            is_text = kind == "/Tx" or (kind == "/Ch" and flags & COMBO)
            is_redrawn = (self.stale or is_changed) and kind in ("/Tx", "/Ch")
            if has_appearance(widget) and not is_redrawn and not _lacks_drawings(widget, kind):
                return
            box = read_box(widget)
            old = find_amendable_appearance(widget, box)
            if old is not None:
                box = box.fit_into(list_items(old["/BBox"]))
            parts = _Parts(self, box, self.read_inherited(widget, "/DA"))
            if kind == "/Btn":
                _draw_button(parts, widget, flags)
            elif is_text:
                _draw_text(parts, widget, flags)
            elif kind == "/Ch":
                _draw_list(parts, widget)
            if old is not None:
                amend_appearance(old, parts.drawing, parts.box, parts.resources)
            else:
                self._give_appearance(widget, parts, round=kind == "/Btn" and bool(flags & RADIO))
        except MALFORMED:
            return

    def draw_states(self, widget: Value, states: list[str]) -> None:
        """Draws all appearances of a button that has none: of its states, and of being off."""
        drawn = Dictionary()
        for name in (*states, "/Off"):
            widget["/AS"] = Name(name)
            if "/AP" in widget:
                del widget["/AP"]
            self.draw_widget(widget)
            if has_appearance(widget):
                drawn[name] = widget["/AP"]["/N"]
        widget["/AP"] = Dictionary(N=drawn)

    def read_inherited(self, widget: Value, key: str) -> Value:
        """Reads an entry of a field or, if it has none, of the whole form."""
        value = read_inherited(widget, key)
        return self.form.get(key) if value is None and self.form is not None else value

    def find_label(self, text: str, letters: Lettering) -> Any:
        return self.labels.get((text, convert_to_rgb(letters.colour)))

    def _give_appearance(self, widget: Value, parts: "_Parts", round: bool) -> None:
        box = parts.box
        appearance = self.pdf.make_stream((box.draw(round) + parts.drawing).encode("ascii"))
        appearance["/Type"], appearance["/Subtype"] = Name.XObject, Name.Form
        appearance["/BBox"] = Array([0, 0, box.width, box.height])
        if box.matrix:
            appearance["/Matrix"] = Array(box.matrix)
        appearance["/Resources"] = parts.resources
        widget["/AP"] = Dictionary(N=appearance)


def _lacks_drawings(widget: Value, kind: Value) -> bool:
    """Returns True for a button whose states have no drawings at all, so that viewers draw it by themselves."""
    states = list_states(widget) if kind == "/Btn" else []
    return bool(states) and not any(has_appearance_of_state(widget, state) for state in [*states, "/Off"])


class _Parts:
    """The parts that are drawn in one box."""

    def __init__(self, drawer: AppearanceDrawer, box: Box, default: Value) -> None:
        self.drawer = drawer
        self.box = box
        self.default_appearance = bytes(default) if is_string(default) else b""
        self.drawing = ""
        self.resources = Dictionary(Font=Dictionary(), XObject=Dictionary())

    def choose_lettering(self, text: str) -> Lettering:
        return choose_lettering(self.default_appearance, self.drawer.fonts, text)

    def measure(self, text: str, letters: Lettering, size: float) -> float:
        """Measures a text in points, as set by another engine where the font lacks a letter of it."""
        label = None if letters.spell(text) is not None else self.drawer.find_label(text, letters)
        return letters.measure(text) * size if label is None else label[1][0] * size / 100

    def add_lines(self, lines: list[tuple[str, float, float]], letters: Lettering, size: float, share: float) -> None:
        """Adds lines of text, each with the left edge of its room and its baseline; a `share` of 0 puts it left, 1 right."""
        box, border = self.box, self.box.border
        shown = "".join(self._write_line(text, x, y, letters, size, share) for text, x, y in lines if text)
        clip = f"{border:.3f} {border:.3f} {box.width - 2 * border:.3f} {box.height - 2 * border:.3f} re W n\n"
        self.drawing += f"/Tx BMC\nq\n{clip}{shown}Q\nEMC\n"

    def _write_line(self, text: str, x: float, y: float, letters: Lettering, size: float, share: float) -> str:
        room = self.box.width - 2 * x
        codes = letters.spell(text)
        if codes is not None:
            self.resources["/Font"][letters.name] = letters.font
            left = x + share * (room - letters.measure(text) * size)
            return f"{write_colour(letters.colour)}BT {letters.name} {size:.3f} Tf {left:.3f} {y:.3f} Td {write_string(codes)} Tj ET\n"
        label = self.drawer.find_label(text, letters)
        if label is None:
            self.drawer.missing[(text, convert_to_rgb(letters.colour))] = None
            return ""
        form, (width, height) = label
        scale = min(size / 100, room / width if width else 1)
        name = f"/Label{len(self.resources['/XObject'].keys())}"
        self.resources["/XObject"][name] = form
        left = x + share * (room - width * scale)
        return f"q {scale:.5f} 0 0 {scale:.5f} {left:.3f} {y - height * scale * LABEL_FOOT:.3f} cm {name} Do Q\n"


def _read_flags(widget: Value) -> int:
    value = read_inherited(widget, "/Ff")
    return int(value) if is_number(value) else 0


def _draw_text(parts: _Parts, widget: Value, flags: int) -> None:
    text = _read_value(widget)
    if read_inherited(widget, "/FT") == "/Ch":
        text = dict(_list_options(widget)).get(text, text)
    if flags & PASSWORD:
        text = "*" * len(text)
    alignment = parts.drawer.read_inherited(widget, "/Q")
    share = int(alignment) / 2 if is_number(alignment) else 0
    letters, box = parts.choose_lettering(text), parts.box
    most = read_inherited(widget, "/MaxLen")
    if flags & MULTILINE:
        room = box.width - 2 * box.inset
        size = _find_fitting_size(parts, text, letters, room)
        lines = break_lines(text, letters, size, room)
        top = box.height - box.inset - size
        parts.add_lines(
            [(line, box.inset, top - at * size * LEADING) for at, line in enumerate(lines)], letters, size, share
        )
        return
    text = " ".join(text.split("\n"))
    if flags & COMB and is_number(most) and int(most) > 0:
        cell = box.width / int(most)
        widest = max((parts.measure(letter, letters, 1) for letter in text), default=0.0)
        size = _find_filling_size(parts, letters, widest, cell, text)
        base = box.height / 2 - 0.4 * size
        cells = [
            (letter, (at + 0.5) * cell - parts.measure(letter, letters, size) / 2, base)
            for at, letter in enumerate(text)
        ]
        parts.add_lines(cells, letters, size, 0)
        return
    size = _find_filling_size(parts, letters, letters.measure(text), box.width - 2 * box.inset, text)
    parts.add_lines([(text, box.inset, box.height / 2 - 0.4 * size)], letters, size, share)


def _find_filling_size(parts: _Parts, letters: Lettering, wide: float, room: float, text: str) -> float:
    """Finds the size that the field asks for or that fills its box, or a smaller one if the text is wider."""
    asked = min(letters.size, TALLEST * parts.box.height)
    fitting = room / wide if wide else parts.box.height
    size = min(asked, fitting) if asked else float(int(min(0.67 * parts.box.height, fitting)))
    chosen = max(min(asked, SMALLEST) if asked else SMALLEST, size)
    # Text that is set by another engine is made as narrow as its room.
    if wide and chosen > fitting and letters.spell(text) is not None:
        parts.drawer.has_cut_text = True
    return chosen


def _find_fitting_size(parts: _Parts, text: str, letters: Lettering, room: float) -> float:
    """Finds the size that the field asks for, or the largest usual one, at which all lines fit."""
    height = parts.box.height - 2 * parts.box.inset

    def fits(size: float) -> bool:
        rows = len(break_lines(text, letters, size, room))
        # If the size was asked for, the lines may end at the last baseline; otherwise they fit with their descenders.
        needed = size * (1 + (rows - 1) * LEADING) - parts.box.inset if letters.size else rows * size * LEADING
        return needed <= height

    largest = letters.size or LARGEST_OF_MANY
    sizes = [largest, *range(min(int(largest), TALLEST_OF_MANY), SMALLEST - 1, -1)]
    found = next((size for size in sizes if fits(size)), None)
    if found is None:
        parts.drawer.has_cut_text = True
    return min(largest, SMALLEST) if found is None else found


def _read_value(widget: Value) -> str:
    value = read_inherited(widget, "/V")
    if is_array(value) and len(value):
        value = value[0]
    if is_dict(value) and value._type_name == "stream":
        return _read_plain(value.read_bytes())
    return _read_plain(bytes(value)) if is_string(value) else ""


def _read_plain(raw: bytes) -> str:
    return decode_text(raw).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")


def _list_options(widget: Value) -> list[tuple[str, str]]:
    """Lists the choices, each as the value it stands for and the text that is shown."""
    found = []
    for option in list_items(read_inherited(widget, "/Opt")):
        pair = list_items(option) if is_array(option) else [option, option]
        if len(pair) == 2 and all(is_string(part) for part in pair):
            found.append((_read_plain(bytes(pair[0])), _read_plain(bytes(pair[1]))))
    return found


def _draw_list(parts: _Parts, widget: Value) -> None:
    options = _list_options(widget)
    value = read_inherited(widget, "/V")
    chosen = {
        _read_plain(bytes(item)) for item in (list_items(value) if is_array(value) else [value]) if is_string(item)
    }
    letters, box = parts.choose_lettering("".join(shown for _, shown in options)), parts.box
    size = letters.size or LARGEST_OF_MANY
    top = get_int(widget, "/TI")
    base = box.height - box.inset - size
    lines = []
    for at, (stands_for, shown) in enumerate(options[max(0, top) :]):
        y = base - at * size * LEADING
        if y + size < 0:
            break
        if stands_for in chosen or shown in chosen:
            parts.drawing += f"q {SELECTED}{box.border:.3f} {y - 0.25 * size:.3f} {box.width - 2 * box.border:.3f} {size * LEADING:.3f} re f Q\n"
        lines.append((shown, box.inset, y))
    parts.add_lines(lines, letters, size, 0)


def _draw_button(parts: _Parts, widget: Value, flags: int) -> None:
    described = get_dict(widget, "/MK")
    sign = described.get("/CA") if described is not None else None
    box = parts.box
    if flags & PUSH:
        text = _read_plain(bytes(sign)) if is_string(sign) else ""
        letters = parts.choose_lettering(text)
        size = _find_filling_size(parts, letters, letters.measure(text), box.width - 2 * box.inset, text)
        parts.add_lines([(text, box.inset, box.height / 2 - 0.4 * size)], letters, size, 0.5)
        return
    state = widget.get("/AS") if "/AS" in widget else read_inherited(widget, "/V")
    if not is_name(state) or state == "/Off":
        return
    code = bytes(sign)[:1] if is_string(sign) and len(bytes(sign)) else b"l" if flags & RADIO else b"4"
    size = 0.8 * min(box.width, box.height)
    parts.resources["/Font"]["/Signs"] = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.ZapfDingbats)
    colour = write_colour(choose_lettering(parts.default_appearance, None, "").colour)
    place = f"{box.width / 2 - 0.39 * size:.3f} {box.height / 2 - 0.35 * size:.3f}"
    parts.drawing += f"q {colour}BT /Signs {size:.3f} Tf {place} Td {write_string(code)} Tj ET Q\n"
