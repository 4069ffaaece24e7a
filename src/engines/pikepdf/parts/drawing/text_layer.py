"""Adds invisible text to pages for recognised words, and removes it."""

from pikepdf import Operator, Pdf, unparse_content_stream

from ..content import add_resource, draw_over, read_operators
from ..geometry import multiply, write_matrix
from ..objects import Value, get_dict, is_dict, is_name, is_number
from ..visible import measure_visible

#: The name requests use for the font.
FONT = "/Text"
INVISIBLE = 3
DEEPEST_FORM = 8


def add_text(page: Value, content: bytes, size: tuple[float, float], font: Value) -> None:
    """Adds text-showing operators, whose places are measured on the page as shown, `size` large."""
    shown = measure_visible(page)
    matrix = multiply((shown.width / size[0], 0, 0, shown.height / size[1], 0, 0), shown.matrix)
    name = add_resource(page, "/Font", FONT, font)
    named = content.replace(f"{FONT} ".encode(), f"{name} ".encode())
    draw_over(page, f"q {write_matrix(matrix)} cm\n".encode() + named + b"Q\n")


class InvisibleText:
    """Takes invisible text off pages and the forms they draw; a form that several pages draw is cleared once."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        #: Pieces of text found in each form, by its number.
        self.counts: dict[tuple[int, int], int] = {}

    def clear_page(self, page: Value) -> int:
        """Takes invisible text off a page, and returns how many pieces there were."""
        content, count = self._clear_content(page, get_dict(page, "/Resources"), 0)
        if content is not None:
            page["/Contents"] = self.pdf.make_stream(content)
        return count

    def _clear_content(self, holder: Value, resources: Value, depth: int) -> tuple[bytes | None, int]:
        """Returns the content without invisible text, None if it had none, and how many pieces it and its forms had."""
        mode, dropped, inside = 0, 0, 0
        saved: list[int] = []
        kept: list = []
        for instruction in read_operators(holder):
            operands, operator = instruction
            word = str(operator)
            if word == "q":
                saved.append(mode)
            elif word == "Q":
                mode = saved.pop() if saved else mode
            elif word == "Tr" and operands and is_number(operands[0]):
                mode = int(operands[0])
            elif word == "Do" and operands and is_name(operands[0]) and depth < DEEPEST_FORM:
                inside += self._clear_form(str(operands[0]), resources, depth)
            elif mode == INVISIBLE and word in ("Tj", "TJ", "'", '"'):
                dropped += 1
                if word in ("'", '"'):
                    kept.append(([], Operator("T*")))
                continue
            kept.append(instruction)
        content = unparse_content_stream(kept) if dropped else None
        return content, dropped + inside

    def _clear_form(self, name: str, resources: Value, depth: int) -> int:
        drawn = get_dict(resources, "/XObject")
        form = drawn.get(name) if drawn is not None else None
        if not is_dict(form) or form._type_name != "stream" or form.get("/Subtype") != "/Form":
            return 0
        if form.objgen not in self.counts:
            self.counts[form.objgen] = 0
            content, count = self._clear_content(form, get_dict(form, "/Resources") or resources, depth + 1)
            if content is not None:
                form.write(content)
            self.counts[form.objgen] = count
        return self.counts[form.objgen]
