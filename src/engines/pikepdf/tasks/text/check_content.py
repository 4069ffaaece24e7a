"""Counts the pages of a document, and refuses one that another engine should not be started on."""

from parts.bounds import check_content
from parts.pages import list_chosen
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    chosen = dict.fromkeys(list_chosen(request["spans"], len(source.pages)))
    check_content([source.pages[index] for index in chosen], request["maxPageBytes"])
    return {"pages": len(chosen)}
