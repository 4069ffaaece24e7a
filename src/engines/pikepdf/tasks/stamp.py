"""Puts texts that another engine set on pages: one for all (a watermark), or one for each (page numbers)."""

from pikepdf import Dictionary, Name, Pdf

from parts.drawing.stamping import (
    compute_fitting_scale,
    compute_turned_size,
    list_centres,
    make_opacity,
    stamp_page,
    write_placement,
)
from parts.objects import MALFORMED, Value
from parts.outcome import Failure, report_progress
from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import measure_in_points


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    indexes = list(dict.fromkeys(list_chosen(request["spans"], len(source.pages))))
    labels = Pdf.open(request["labels"])
    forms = [_make_form(pdf, label) for label in labels.pages]
    state = make_opacity(pdf, request["opacity"])
    angle = request["angle"]
    for number, index in enumerate(indexes):
        page = source.pages[index]
        label = number if len(forms) > 1 else 0
        size, form = request["sizes"][label], forms[label]
        try:
            shown = measure_in_points(page)
            scale = compute_fitting_scale(size, angle, shown) if request["fit"] else 1.0
            turned = compute_turned_size(size[0] * scale, size[1] * scale, angle)
            places = list_centres(turned, shown, request["position"], request["margin"])
            matrices = [write_placement(size, scale, angle, place, shown) for place in places]
            stamp_page(page, form, state, matrices, request["behind"])
        except MALFORMED as error:
            raise Failure("unreadable_input", f"page {index + 1}: {error}", 0) from None
        report_progress(number, 2 * len(indexes))
    return {**save_changed(source, request["output"]), "stamped": len(indexes)}


def _make_form(pdf: Pdf, label: Value) -> Value:
    form = pdf.copy_foreign(label.as_form_xobject())
    # A group of its own keeps a faint text from being darker where its letters overlap.
    form["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency)
    return form
