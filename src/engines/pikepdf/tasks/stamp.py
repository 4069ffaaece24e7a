"""Puts texts that another engine set on pages: one for all (a watermark), or one for each (page numbers)."""

from pikepdf import Dictionary, Name, Pdf

from parts.drawing.stamping import Stamp, compute_fitting_scale, compute_turned_size, list_centres, stamp_pages
from parts.objects import Value
from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import Visible


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    indexes = list(dict.fromkeys(list_chosen(request["spans"], len(source.pages))))
    labels = Pdf.open(request["labels"])
    forms = [_make_form(pdf, label) for label in labels.pages]

    def choose(number: int, shown: Visible) -> Stamp:
        label = number if len(forms) > 1 else 0
        size, angle = request["sizes"][label], request["angle"]
        scale = compute_fitting_scale(size, angle, shown) if request["fit"] else 1.0
        turned = compute_turned_size(size[0] * scale, size[1] * scale, angle)
        return forms[label], size, scale, list_centres(turned, shown, request["position"], request["margin"])

    stamp_pages(source, indexes, request, choose)
    return {**save_changed(source, request["output"]), "stamped": len(indexes)}


def _make_form(pdf: Pdf, label: Value) -> Value:
    form = pdf.copy_foreign(label.as_form_xobject())
    # A group of its own keeps a faint text from being darker where its letters overlap.
    form["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency)
    return form
