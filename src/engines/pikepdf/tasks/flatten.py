"""Form fields and annotations drawn into their pages, where they can no longer be changed."""

from parts.objects import MALFORMED, dict_at, indirect, is_dict, items_of
from parts.outcome import Failure, progress
from parts.saving import save_changed
from parts.source import open_source
from pikepdf import Array

#: Annotations that are ways to go elsewhere or windows that open, not marks on the page.
NOT_DRAWN = ("/Link", "/Popup")


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    form = dict_at(source.root, "/AcroForm")
    form = None if form is None else indirect(pdf, form)
    signed = source.signed
    kept: dict[int, list] = {}
    count = 0
    for index, page in enumerate(source.pages):
        annotations = [a for a in items_of(page.get("/Annots")) if is_dict(a)]
        drawn = [a for a in annotations if _is_drawn(a, request)]
        kept[index] = [a for a in annotations if not _is_drawn(a, request) and not _is_gone(a, request)]
        count += len(drawn)
        if annotations:
            page["/Annots"] = Array(drawn)
    try:
        if form is not None and request["fields"]:
            pdf.generate_appearance_streams()
            if "/NeedAppearances" in form:
                del form["/NeedAppearances"]
        pdf.flatten_annotations("all")
    except MALFORMED as error:
        raise Failure("unreadable_input", f"flatten: {error}", 0) from None
    for index, page in enumerate(source.pages):
        if kept[index]:
            page["/Annots"] = Array(kept[index])
        elif "/Annots" in page:
            del page["/Annots"]
        progress(index, 2 * len(source.pages))
    if request["fields"]:
        if "/AcroForm" in source.root:
            del source.root["/AcroForm"]
    elif form is not None:
        # Flattening anything takes the whole form away.
        source.root["/AcroForm"] = form
    return {**save_changed(source, request["output"]), "signed": signed, "flattened": count}


def _is_drawn(annotation, request: dict) -> bool:
    kind = annotation.get("/Subtype")
    if kind == "/Widget":
        return request["fields"]
    return request["annotations"] and kind not in NOT_DRAWN


def _is_gone(annotation, request: dict) -> bool:
    return request["annotations"] and annotation.get("/Subtype") == "/Popup"
