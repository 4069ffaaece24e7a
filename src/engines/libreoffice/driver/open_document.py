"""Opens documents in the office, with the password if one is needed and the filter that reads them."""

from typing import Any

import unohelper
from com.sun.star.task import XInteractionHandler
from layout import drop_comments
from office_process import Office
from properties import make_property

# LibreOffice's filter that reads the tables of a page as a workbook.
TABLES_OF_PAGE = "HTML (StarCalc)"


class Asked(unohelper.Base, XInteractionHandler):
    """Answers LibreOffice's questions to a person: gives the password once, and refuses everything else."""

    def __init__(self, password: str | None) -> None:
        self.password, self.wanted, self.tried = password, False, False

    def handle(self, request: Any) -> None:
        choices = request.getContinuations()
        for choice in choices:
            if hasattr(choice, "setPassword"):
                self.wanted = True
                if self.password is not None and not self.tried:
                    self.tried = True
                    choice.setPassword(self.password)
                    choice.select()
                    return
        for choice in choices:
            if "XInteractionAbort" in str(choice):
                choice.select()
                return


def load(office: Office, url: str, asked: Asked, reader: str | None = None) -> Any:
    """Reads a document without a window, with the filter `reader` if it is given. Returns None if no filter knows it."""
    # MacroExecutionMode NEVER_EXECUTE, UpdateDocMode NO_UPDATE.
    given = [
        make_property("URL", url),
        make_property("Hidden", True),
        make_property("MacroExecutionMode", 0),
        make_property("UpdateDocMode", 0),
        make_property("InteractionHandler", asked),
    ]
    kinds, filters = (
        office.create("com.sun.star.document.TypeDetection"),
        office.create("com.sun.star.document.FilterFactory"),
    )
    kind, found = kinds.queryTypeByDescriptor(tuple(given), True)
    if not kind:
        return None
    known = {each.Name: each.Value for each in found}
    preferred = known.get("FilterName") or {each.Name: each.Value for each in kinds.getByName(kind)}["PreferredFilter"]
    # A page would become a web document, which has filters of its own.
    name = reader or preferred
    service = {each.Name: each.Value for each in filters.getByName(name)}["DocumentService"]
    document = office.create(service)
    given = [each for each in found if each.Name != "FilterName"] + [make_property("FilterName", name)]
    if name == TABLES_OF_PAGE:
        # English, and no guesses about dates. Without options LibreOffice asks a person for them.
        given.append(make_property("FilterOptions", "1033 false"))
    document.load(tuple(given))
    return document


def open_window(office: Office, document: Any) -> list[str]:
    """Opens a window that nobody sees. Returns the name of a warning if there were comments, which it cannot show."""
    has_comments = drop_comments(document)
    office.desktop.loadComponentFromURL(
        "private:object", "_blank", 0, (make_property("Model", document), make_property("Hidden", True))
    )
    return ["comments_left_out"] if has_comments else []


def show(office: Office, document: Any) -> list[str]:
    """Opens a window that nobody sees, because printing needs one. Returns what is not printed."""
    left_out = []
    # The document is shown as if its tracked changes were accepted, as it is in every other format.
    if document.supportsService("com.sun.star.text.TextDocument"):
        document.ShowChanges = False
        if document.getRedlines().createEnumeration().hasMoreElements():
            left_out.append("changes_accepted")
    return [*open_window(office, document), *left_out, *find_hidden_slides(document)]


def has_objects(document: Any) -> bool:
    """Tells whether a text has embedded objects, as which formulas and charts are read."""
    return document.supportsService("com.sun.star.text.TextDocument") and document.getEmbeddedObjects().hasElements()


def find_hidden_slides(document: Any) -> list[str]:
    """Returns the name of a warning if a presentation has hidden slides, which are neither printed nor read."""
    if not document.supportsService("com.sun.star.presentation.PresentationDocument"):
        return []
    pages = document.getDrawPages()
    are_all_visible = all(pages.getByIndex(index).Visible for index in range(pages.getCount()))
    return [] if are_all_visible else ["hidden_slides"]
