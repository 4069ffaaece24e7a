"""Lines of text that fields cannot show in fonts of their own, set by another engine."""

from pikepdf import Page, Pdf


def describe_missing(missing: list) -> dict:
    """Describes the lines that must be set before the task can be done."""
    return {"missing": [{"text": text, "colour": list(colour)} for text, colour in missing]}


def read_labels(pdf: Pdf, groups: list | None) -> dict | None:
    """Reads the lines that were set, each a form and its size, by text and colour."""
    if groups is None:
        return None
    found = {}
    for group in groups:
        with Pdf.open(group["path"]) as pages:
            for text, size, page in zip(group["texts"], group["sizes"], pages.pages):
                found[(text, tuple(group["colour"]))] = (pdf.copy_foreign(Page(page).as_form_xobject()), size)
    return found
