"""
Erases areas from the content of pages: glyphs from strings, pixels from pictures, the parts of shapes that lie in them. What is
hidden goes as well. Forms that are changed become copies of the page's own, since other pages may draw them too.
"""

from collections.abc import Sequence
from typing import Any

from pikepdf import Array, Dictionary, Operator, Pdf, unparse_content_stream

from ..content import is_inline_image, read_operators
from ..geometry import CORNERS, UNCHANGED, Box, Matrix, compute_box, move_point, multiply
from ..objects import MALFORMED, Value, get_dict, is_dict, is_name, is_number, is_stream, is_string, list_items
from .areas import Areas
from .fonts.glyph_fonts import GlyphFont
from .hidden_layers import HiddenLayers
from .paths import PAINTING, PathCutter
from .pictures import Pictures
from .resources import Resources
from .shown_text import erase_glyphs
from .text_state import State

DEEPEST = 24
#: Entries of marked content that repeat in words what is shown.
SPOKEN = ("/ActualText", "/Alt", "/E")
SHOWING = ("Tj", "TJ", "'", '"')


class Eraser:
    """Erases from one page."""

    def __init__(self, pdf: Pdf, areas: Areas, hidden: HiddenLayers, pictures: Pictures, fonts: dict) -> None:
        self.pdf = pdf
        self.areas = areas
        self.hidden = hidden
        self.pictures = pictures
        self.fonts = fonts
        self.removed = 0
        #: Numbers of marked content from which something was erased.
        self.touched: set[int] = set()

    def erase_page(self, page: Value, strip_actual_text: bool) -> bool:
        """Rewrites the content of a page; returns whether anything of it had to change."""
        self.strip_actual_text = strip_actual_text
        content = _Content(self, page, get_dict(page, "/Resources"), State(UNCHANGED), 0)
        data = content.rewrite()
        if data is None:
            return False
        page["/Contents"] = self.pdf.make_stream(data)
        page["/Resources"] = content.resources.entries
        return True

    def find_font(self, font: Value) -> GlyphFont:
        if not is_dict(font) or not font.is_indirect:
            return GlyphFont(font if is_dict(font) else None)
        if font.objgen not in self.fonts:
            self.fonts[font.objgen] = GlyphFont(font)
        return self.fonts[font.objgen]


class _Content:
    """One content stream that is rewritten."""

    def __init__(self, eraser: Eraser, holder: Value, resources: Value, state: State, depth: int) -> None:
        self.eraser = eraser
        self.holder = holder
        self.resources = Resources(resources if resources is not None else Dictionary())
        self.depth = depth
        self.state = state
        self.saved: list[State] = []
        self.out: list = []
        self.is_changed = False
        #: Open marked content: where it begins in `out`, whether it is hidden, and its number.
        self.open: list[tuple[int, bool, int | None]] = []
        self.path = PathCutter(eraser.areas)

    @property
    def is_hidden(self) -> bool:
        return any(hidden for _, hidden, _ in self.open)

    def rewrite(self) -> bytes | None:
        """Returns the content without what is erased; None where nothing is."""
        for instruction in read_operators(self.holder):
            if is_inline_image(instruction):
                self._erase_inline_image(instruction)
                continue
            operands, operator = instruction
            try:
                self._take(str(operator), operands, instruction)
            except MALFORMED:
                # Viewers skip an operator whose operands make no sense, so what it would draw is nowhere.
                self.is_changed = True
        return unparse_content_stream(self.out) if self.is_changed else None

    def _take(self, name: str, operands: Sequence[Value], instruction: Any) -> None:
        if self.path.takes(name):
            self.path.add(name, operands, instruction, self.state.matrix)
        elif name in PAINTING:
            self._paint_path(name, instruction)
        elif name in SHOWING:
            self._show(name, operands, instruction)
        elif name == "Do":
            self._draw(operands, instruction)
        elif name in ("BDC", "BMC"):
            self._begin_marked(operands, instruction)
        elif name == "EMC":
            if self.open:
                self.open.pop()
            self.out.append(instruction)
        elif name == "sh" and self.is_hidden:
            self._note_removed()
        elif name == "gs":
            self._set_state(operands, instruction)
        else:
            self._track(name, operands)
            self.out.append(instruction)

    def _track(self, name: str, operands: Sequence[Value]) -> None:
        """Follows the operators that say where things stand."""
        state = self.state
        if name == "q":
            self.saved.append(state.copy())
        elif name == "Q":
            if self.saved:
                text, line = state.text, state.line
                self.state = self.saved.pop()
                self.state.text, self.state.line = text, line
        elif name == "Tf":
            fonts = self.resources.find("/Font")
            state.font = self.eraser.find_font(fonts.get(str(operands[0])) if fonts is not None else None)
            state.size = float(operands[1])
        else:
            state.follow(name, operands)

    def _set_state(self, operands: Sequence[Value], instruction: Any) -> None:
        states = self.resources.find("/ExtGState")
        entries = get_dict(states, str(operands[0])) if operands else None
        if entries is not None:
            font = list_items(entries.get("/Font"))
            if len(font) == 2 and is_number(font[1]):
                self.state.font, self.state.size = self.eraser.find_font(font[0]), float(font[1])
            if is_number(entries.get("/LW")):
                self.state.line_width = float(entries["/LW"])
            group = get_dict(get_dict(entries, "/SMask"), "/G")
            changed = self._erase_form(group) if group is not None else None
            if changed is not None:
                mask = Dictionary({**dict(entries["/SMask"].items()), "/G": changed})
                own = Dictionary({**dict(entries.items()), "/SMask": mask})
                self.out.append(([self.resources.add("/ExtGState", own)], Operator("gs")))
                return
        self.out.append(instruction)

    def _note_removed(self) -> None:
        self.is_changed = True
        self.eraser.removed += 1
        self.eraser.touched |= {number for _, _, number in self.open if number is not None}
        for at, _, _ in self.open:
            self._strip_actual_text(at)

    # Text

    def _show(self, name: str, operands: Sequence[Value], instruction: Any) -> None:
        state = self.state
        if name in ("'", '"'):
            if name == '"':
                state.word_space, state.letter_space = (float(value) for value in operands[:2])
            state.move_line(0, -state.leading)
        shown = list_items(operands[0]) if name == "TJ" else [operands[-1]]
        kept = erase_glyphs(shown, state, self.eraser.areas, self.is_hidden)
        if kept is None:
            self.out.append(instruction)
            return
        if name == '"':
            self.out.append(([operands[0]], Operator("Tw")))
            self.out.append(([operands[1]], Operator("Tc")))
        if name in ("'", '"'):
            self.out.append(([], Operator("T*")))
        self.out.append(([Array(kept)], Operator("TJ")))
        self._note_removed()

    # Shapes

    def _paint_path(self, name: str, instruction: Any) -> None:
        scale = abs(self.state.matrix[0] * self.state.matrix[3] - self.state.matrix[1] * self.state.matrix[2]) ** 0.5
        written, is_cut = self.path.paint(
            name, instruction, self.state.matrix, self.state.line_width * scale, self.is_hidden
        )
        self.out.extend(written)
        if is_cut:
            self._note_removed()

    # Pictures and forms

    def _draw(self, operands: Sequence[Value], instruction: Any) -> None:
        drawn = self.resources.find("/XObject")
        item = drawn.get(str(operands[0])) if drawn is not None and operands and is_name(operands[0]) else None
        if is_stream(item) and (self.is_hidden or self.eraser.hidden.hide(item.get("/OC"))):
            self._note_removed()
            return
        changed: Value = None
        if is_stream(item) and item.get("/Subtype") == "/Image":
            if self._is_touched(compute_box(move_point(self.state.matrix, x, y) for x, y in CORNERS)):
                changed = self.eraser.pictures.erase(item, self.state.matrix, self.eraser.areas.all)
                if changed is None:
                    self._note_removed()
                    return
                if changed is item:
                    changed = None
        elif is_stream(item):
            changed = self._erase_form(item)
        if changed is None:
            self.out.append(instruction)
            return
        self.out.append(([self.resources.add("/XObject", changed)], Operator("Do")))
        self._note_removed()

    def _is_touched(self, box: Box) -> bool:
        return bool(self.eraser.areas.list_overlapping(box))

    def _erase_form(self, form: Value) -> Value:
        """Returns a copy of a form with something erased; None where nothing is."""
        if self.depth >= DEEPEST or not is_stream(form):
            return None
        own = [float(value) for value in list_items(form.get("/Matrix")) if is_number(value)]
        matrix: Matrix = multiply(own, self.state.matrix) if len(own) == 6 else self.state.matrix
        state = self.state.copy()
        state.matrix = matrix
        inner = _Content(
            self.eraser, form, get_dict(form, "/Resources") or self.resources.entries, state, self.depth + 1
        )
        # The form may be drawn within marked content of the page, which then says what the form shows.
        data = inner.rewrite()
        if data is None:
            return None
        copy = self.eraser.pdf.make_stream(data)
        for key, value in form.items():
            if key not in ("/Length", "/Filter", "/DecodeParms", "/Resources", "/PieceInfo", "/Metadata"):
                copy[key] = value
        copy["/Resources"] = inner.resources.entries
        return copy

    def _erase_inline_image(self, instruction: Any) -> None:
        if self.is_hidden:
            self._note_removed()
            return
        if not self._is_touched(compute_box(move_point(self.state.matrix, x, y) for x, y in CORNERS)):
            self.out.append(instruction)
            return
        image = instruction.iimage.make_image(self.eraser.pdf, self.resources.find("/ColorSpace"))
        changed = self.eraser.pictures.erase(image, self.state.matrix, self.eraser.areas.all)
        if changed is not None:
            self.out.append(([self.resources.add("/XObject", changed)], Operator("Do")))
        self._note_removed()

    # Marked content

    def _begin_marked(self, operands: Sequence[Value], instruction: Any) -> None:
        entries = self._find_entries(operands[1]) if len(operands) > 1 else None
        is_hidden = bool(operands) and operands[0] == "/OC" and self.eraser.hidden.hide(entries)
        number = entries.get("/MCID") if is_dict(entries) else None
        self.out.append(instruction)
        self.open.append((len(self.out) - 1, is_hidden, int(number) if is_number(number) else None))
        if self.eraser.strip_actual_text:
            self._strip_actual_text(len(self.out) - 1)

    def _find_entries(self, listed: Value) -> Value:
        """Returns the entries of marked content, which may be listed by a name among the resources."""
        if not is_name(listed):
            return listed
        properties = self.resources.find("/Properties")
        return properties.get(str(listed)) if properties is not None else None

    def _strip_actual_text(self, at: int) -> None:
        """Removes the words that repeat what is shown from the marked content that begins there."""
        operands = list(self.out[at][0])
        if len(operands) < 2:
            return
        entries = self._find_entries(operands[1])
        # Texts of entries among the resources are replaced with those of all other objects.
        is_inline = not is_name(operands[1])
        if not is_dict(entries) or not any(
            key in SPOKEN or (is_inline and key != "/Lang" and is_string(entries.get(key))) for key in entries
        ):
            return
        plain = {key: value for key, value in entries.items() if key in ("/MCID", "/Lang", "/Type", "/Subtype")}
        for key in SPOKEN:
            if key in entries and not is_inline:
                del entries[key]
        self.out[at] = ([operands[0], Dictionary(plain)], Operator("BDC"))
        self.is_changed = True
