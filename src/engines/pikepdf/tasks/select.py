"""Keeps pages of a document: those named (`extract`), all but those named (`remove`), or all in another order (`reorder`)."""

from parts.composing.subset import Whole, write_subset
from parts.forms.xfa import has_xfa
from parts.outcome import Failure, report_progress
from parts.pages import list_chosen
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    named = list_chosen(request["spans"], len(source.pages))
    indexes = CHOICES[request["choice"]](named, len(source.pages))
    sound = write_subset(Whole(source), indexes, request["output"], True, lambda percent: report_progress(percent, 100))
    return {
        "pages": len(indexes),
        "repaired": source.repaired or not sound,
        "signed": source.signed,
        "withoutXfa": has_xfa(source),
    }


def _remove_pages(named: list[int], count: int) -> list[int]:
    gone = set(named)
    if len(gone) == count:
        raise Failure("no_page_left", "no page would remain", 0)
    return [index for index in range(count) if index not in gone]


def _reorder_pages(named: list[int], count: int) -> list[int]:
    if len(set(named)) < len(named):
        raise Failure("page_named_twice", "a page is named twice", 0)
    return named + _list_others(named, count)


def _list_others(named: list[int], count: int) -> list[int]:
    placed = set(named)
    return [index for index in range(count) if index not in placed]


CHOICES = {"extract": lambda named, _count: named, "remove": _remove_pages, "reorder": _reorder_pages}
