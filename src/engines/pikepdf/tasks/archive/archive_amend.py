"""Repairs an archive that LibreOffice or WeasyPrint wrote where it breaks rules, and tells which it still breaks."""

from pikepdf import Array

from parts.archive.amending import complete_mark, stop_interpolation
from parts.archive.archival import FORBIDDEN_ACTIONS, FORBIDDEN_ANNOTATIONS, find_problems
from parts.objects import Value, get_dict, is_dict, list_items
from parts.saving import save_pdf
from parts.source import open_pdf, open_source


def run(request: dict) -> dict:
    source = open_source(request)
    for page in source.pages:
        marks = [mark for mark in list_items(page.get("/Annots")) if is_dict(mark)]
        allowed = [mark for mark in marks if _is_allowed(mark)]
        for mark in allowed:
            complete_mark(source.pdf, mark)
        if len(allowed) < len(marks):
            page["/Annots"] = Array(allowed)
    stop_interpolation(source.pdf)
    save_pdf(source.pdf, request["output"])
    found = find_problems(open_pdf(request["output"], None)[0])
    return {"pages": len(source.pages), "repaired": False, "signed": False, "problems": found[:20]}


def _is_allowed(mark: Value) -> bool:
    action = get_dict(mark, "/A")
    return str(mark.get("/Subtype")) not in FORBIDDEN_ANNOTATIONS and (
        action is None or str(action.get("/S")) not in FORBIDDEN_ACTIONS
    )
