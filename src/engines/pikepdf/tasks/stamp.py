"""Texts set by another engine, put on pages: one for all (a watermark), or one for each (page numbers)."""

from pikepdf import Dictionary, Name, Pdf

from parts.drawing.stamping import centres, drawing, fitting_scale, opacity, stamp, turned_size
from parts.objects import MALFORMED, Value
from parts.outcome import Failure, progress
from parts.pages import chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import visible


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    indexes = list(dict.fromkeys(chosen(request["spans"], len(source.pages))))
    labels = Pdf.open(request["labels"])
    forms = [_form(pdf, label) for label in labels.pages]
    state = opacity(pdf, request["opacity"])
    angle = request["angle"]
    for number, index in enumerate(indexes):
        page = source.pages[index]
        label = number if len(forms) > 1 else 0
        size, form = request["sizes"][label], forms[label]
        try:
            shown = visible(page)
            scale = fitting_scale(size, angle, shown) if request["fit"] else 1.0
            turned = turned_size(size[0] * scale, size[1] * scale, angle)
            places = centres(turned, shown, request["position"], request["margin"])
            matrices = [drawing(size, scale, angle, place, shown) for place in places]
            stamp(page, form, state, matrices, request["behind"])
        except MALFORMED as error:
            raise Failure("unreadable_input", f"page {index + 1}: {error}", 0) from None
        progress(number, 2 * len(indexes))
    return {**save_changed(source, request["output"]), "stamped": len(indexes)}


def _form(pdf: Pdf, label: Value) -> Value:
    form = pdf.copy_foreign(label.as_form_xobject())
    # A group of its own: where letters overlap, a faint text must not be darker.
    form["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency)
    return form
