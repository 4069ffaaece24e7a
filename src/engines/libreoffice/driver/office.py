"""
Keeps one LibreOffice running: requests are JSON lines on standard input, answers JSON lines on standard output. A
request is {"id", "input", "reader", "output", "filter", "data", "password", "paper", "sheet"}, or {"id", "draw"} with pairs of a
picture that only LibreOffice draws and the path of the drawing. An answer is {"id", "ok": true, "leftOut"}, with the names of
warnings, or {"id", "ok": false, "reason", "detail"}.
"""

import contextlib
import json
import os
import sys
import zipfile
import zlib
from functools import partial
from typing import Any

# Python is started without the folder of its script on the path.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(1, os.path.join(sys.path[0], "..", "..", "fonts"))
from cell_pictures import place_pictures
from columns import widen_columns
from draw_pictures import draw_pictures, draw_shape
from fields import freeze_fields
from layout import (
    choose_sheet,
    drop_running_titles,
    end_with_paragraph,
    fit_rows,
    fit_sheets,
    format_booleans,
    hide_sheets,
    set_paper,
)
from office_process import Office
from open_document import TABLES_OF_PAGE, Asked, find_hidden_slides, has_objects, load, open_window, show
from properties import make_property, make_property_list
from slides import write_slides

# Filters that leave embedded objects out if the document has no window, which would say how large they are.
OLD_WORD = "MS Word 97"
WORD = ("MS Word 2007 XML", OLD_WORD, "Rich Text Format")


def answer(office: Office, request: dict[str, Any]) -> dict[str, Any]:
    """Carries out a request, with the folders it names within reach."""
    if "draw" in request:
        draw_pictures(office, request["draw"])
        return {"ok": True}
    leave = office.admit(os.path.dirname(request["input"]), os.path.dirname(request["output"]))
    try:
        return convert(office, request)
    finally:
        leave()


def convert(office: Office, request: dict[str, Any]) -> dict[str, Any]:
    """Writes a document with another filter, prepared as the request says."""
    # A file that cannot be read here is left to the office, which reads more and says better what is wrong.
    with contextlib.suppress(
        OSError, ValueError, KeyError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error
    ):
        freeze_fields(request["input"], request["filter"].endswith("_pdf_Export"))
    asked = Asked(request.get("password"))
    try:
        document = load(office, f"file://{request['input']}", asked, request.get("reader"))
    except Exception:
        if not asked.wanted or office.process.poll() is not None:
            raise
        document = None
    if document is None:
        if asked.wanted:
            return {"ok": False, "reason": "password_required", "detail": "a password is wanted"}
        return {"ok": False, "reason": "unreadable_input", "detail": "LibreOffice could not open it"}
    try:
        if request["filter"] == "slides":
            draw = partial(draw_shape, office) if request.get("pictures") else None
            has_comments = write_slides(document, request["output"], draw)
            commented = ["comments_left_out"] if has_comments else []
            return {"ok": True, "leftOut": [*find_hidden_slides(document), *commented]}
        left_out = show(office, document) if request["filter"].endswith("_pdf_Export") else []
        if request["filter"] in WORD and has_objects(document):
            left_out = open_window(office, document)
        if request["input"].endswith(".doc") and hasattr(document, "TextFields"):
            # Results of references and numbers of captions are not read, and calculated only for a window.
            document.TextFields.refresh()
        if request["filter"] == OLD_WORD:
            end_with_paragraph(document)
        if request.get("booleans"):
            format_booleans(document)
        if request.get("hidden"):
            hide_sheets(document, request["hidden"])
        if request.get("calculate"):
            document.calculateAll()
        if request.get("cellPictures"):
            place_pictures(office, document, request["cellPictures"])
        if request.get("reader") == TABLES_OF_PAGE:
            drop_running_titles(document)
        if request.get("paper"):
            set_paper(document, request["paper"])
        if request.get("fit"):
            widen_columns(document)
            if request.get("fitRows"):
                fit_rows(document)
            fit_sheets(document, request["fit"] == "turn")
        if request.get("sheet") is not None and not choose_sheet(document, request["sheet"]):
            return {"ok": False, "reason": "sheet_missing", "detail": "no such sheet"}
        if request.get("title") and not document.DocumentProperties.Title:
            document.DocumentProperties.Title = request["title"]
        store = [make_property("FilterName", request["filter"]), make_property("Overwrite", True)]
        if request.get("data"):
            store.append(make_property("FilterData", make_property_list(request["data"])))
        document.storeToURL(f"file://{request['output']}", tuple(store))
        return {"ok": True, "leftOut": left_out}
    finally:
        with contextlib.suppress(Exception):
            document.close(True)


def serve(office: Office) -> None:
    """Answers requests until there are no more, or the office is gone."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            told = answer(office, request)
        except Exception as error:
            gone = "disposed" in str(error) or not office.is_alive()
            reason = "crashed" if gone else "unreadable_input"
            told = {"ok": False, "reason": reason, "detail": f"{type(error).__name__}: {error}"[:2000]}
        print(json.dumps({"id": request["id"], **told}), flush=True)
        # Some documents crash the office when they are closed, after their output was written.
        if told.get("reason") == "crashed" or not office.is_alive():
            return


def main() -> None:
    office = Office(sys.argv[1])
    try:
        office.start()
        print(json.dumps({"ready": True}), flush=True)
        serve(office)
    finally:
        # Nobody is left to ask the office anything, and it must not outlive this process.
        office.process.kill()


main()
