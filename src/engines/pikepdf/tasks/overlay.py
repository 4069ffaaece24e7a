"""Puts pages of one document over or under the pages of another: its first on all of them, or each on the page of its turn."""

from pikepdf import Array, Dictionary, Name, Page

from parts.drawing.stamping import Stamp, compute_turned_size, list_centres, stamp_pages
from parts.geometry import Point, compute_box, invert, move_point
from parts.objects import MALFORMED, Value
from parts.outcome import Failure
from parts.pages import list_chosen
from parts.saving import save_changed
from parts.source import Source, open_source
from parts.visible import Visible, measure_in_points


def run(request: dict) -> dict:
    source = open_source(request)
    stamp = open_source(request, 1)
    indexes = list(dict.fromkeys(list_chosen(request["spans"], len(source.pages))))
    forms = _make_forms(source, stamp, min(len(stamp.pages), len(indexes)) if request["each"] else 1)

    def choose(number: int, shown: Visible) -> Stamp:
        # The pages that follow have the last one, as the letters of a firm do.
        form, size = forms[min(number, len(forms) - 1)]
        scale = _choose_scale(request, size, shown)
        turned = compute_turned_size(size[0] * scale, size[1] * scale, request["angle"])
        return form, size, scale, _list_places(request, turned, shown)

    stamp_pages(source, indexes, request, choose)
    made = save_changed(source, request["output"])
    return {**made, "repaired": made["repaired"] or stamp.repaired}


def _list_places(request: dict, turned: tuple[float, float], shown: Visible) -> list[Point]:
    if request["box"] is not None:
        left, top, width, height = request["box"]
        return [(left + width / 2, shown.height - top - height / 2)]
    if request["corner"] is None:
        return list_centres(turned, shown, request["position"], request["margin"])
    left, top = request["corner"]
    return [(left + turned[0] / 2, shown.height - top - turned[1] / 2)]


def _choose_scale(request: dict, size: tuple[float, float], shown: Visible) -> float:
    if request["scale"] is not None:
        return request["scale"]
    wide, high = compute_turned_size(size[0], size[1], request["angle"])
    if request["box"] is not None:
        return min(request["box"][2] / wide, request["box"][3] / high)
    return min(1.0, shown.width / wide, shown.height / high)


def _make_forms(source: Source, stamp: Source, count: int) -> list[tuple[Value, tuple[float, float]]]:
    """Makes forms of the first pages of the stamp as they are shown: cut, turned, and with annotations. Returns them with their sizes."""
    try:
        stamp.pdf.generate_appearance_streams()
        stamp.pdf.flatten_annotations("screen")
        return [_make_form(source, page) for page in stamp.pages[:count]]
    except MALFORMED as error:
        raise Failure("unreadable_input", f"stamp: {error}", 1) from None


def _make_form(source: Source, page: Value) -> tuple[Value, tuple[float, float]]:
    shown = measure_in_points(page)
    form = source.pdf.copy_foreign(Page(page).as_form_xobject(False))
    corners = [move_point(shown.matrix, *corner) for corner in ((0, 0), (shown.width, shown.height))]
    form["/BBox"] = Array(list(compute_box(corners)))
    form["/Matrix"] = Array(list(invert(shown.matrix)))
    # A group of its own keeps a faint stamp from being darker where its parts overlap.
    form["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency)
    return form, (shown.width, shown.height)
