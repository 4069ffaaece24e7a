"""Fills a form: one document for each set of values."""

import os

from parts.forms.field_appearances import AppearanceDrawer
from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.filling import fill_fields
from parts.forms.flattening import flatten_document
from parts.forms.form_data import read_form_data
from parts.forms.terminal_fields import list_terminal_fields, list_widgets
from parts.forms.xfa import drop_xfa, refuse_xfa
from parts.objects import Value, get_dict
from parts.outcome import Failure, report_progress
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    rows = [read_form_data(request["data"])] if "data" in request else request["rows"]
    missing: dict = {}
    files: list = []
    facts: dict = {
        "repaired": False,
        "signed": False,
        "withoutXfa": False,
        "calculated": False,
        "cut": False,
        "files": files,
    }
    for number, values in enumerate(rows):
        path = os.path.join(request["folder"], f"filled-{number}.pdf")
        made = _fill(request, values, path, missing)
        for key in ("repaired", "signed", "withoutXfa", "calculated", "cut"):
            facts[key] = facts[key] or made[key]
        files.append({"path": path, "pages": made["pages"], "filled": made["filled"]})
        report_progress(number + 1, len(rows))
    if missing and request.get("labels") is None:
        return {**describe_missing(list(missing)), "repaired": facts["repaired"], "signed": facts["signed"]}
    return facts


def _fill(request: dict, values: dict, path: str, missing: dict) -> dict:
    source = open_source(request)
    fields = list_terminal_fields(source.root)
    refuse_xfa(source, fields)
    form = get_dict(source.root, "/AcroForm")
    if form is None or not fields:
        raise Failure("form_missing", "no fields", 0)
    labels = read_labels(source.pdf, request.get("labels"))
    drawer = AppearanceDrawer(source.pdf, form, labels)
    signed = source.signed
    filled = fill_fields(fields, values, drawer)
    if drawer.stale:
        # Programs that ignore this mark would show the old appearances of the other fields, so all are drawn.
        for field in fields:
            for widget in list_widgets(field):
                drawer.draw_widget(widget)
        del form["/NeedAppearances"]
    facts = {"filled": filled, "withoutXfa": drop_xfa(source), "calculated": any(map(_is_calculated, fields))}
    missing.update(drawer.missing)
    facts["cut"] = drawer.has_cut_text
    if request["flatten"]:
        _, more = flatten_document(source, True, False, labels)
        missing.update(dict.fromkeys(more))
    return {**save_changed(source, path, progress=None), **facts, "signed": signed}


def _is_calculated(field: Value) -> bool:
    return get_dict(get_dict(field, "/AA"), "/C") is not None
