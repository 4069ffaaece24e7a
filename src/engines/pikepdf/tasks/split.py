"""Splits one document into many: by page, by ranges, by number of pages, or at its bookmarks."""

import os

from parts.attachments import list_attachments
from parts.composing.compose import prune_shared_resources
from parts.composing.subset import Whole, write_subset
from parts.forms.xfa import has_xfa
from parts.outcome import Failure, report_progress
from parts.pages import list_chosen
from parts.source import open_source
from parts.text import decode_text

MAX_FILES = 10_000


def run(request: dict) -> dict:
    source = open_source(request)
    parts = PARTS[request["mode"]](request, Whole(source), len(source.pages))
    whole = Whole(source, len(parts))
    if len(parts) > MAX_FILES:
        raise Failure("limit_exceeded", f"{len(parts)} files", 0)
    if len(parts) > 1:
        prune_shared_resources(source.pdf, source.pages)
    files, sound = [], True
    for number, (indexes, title) in enumerate(parts):
        path = os.path.join(request["folder"], f"part-{number}.pdf")
        sound = write_subset(whole, indexes, path, everything=False) and sound
        files.append(
            {"path": path, "pages": len(indexes), "first": indexes[0] + 1, "last": indexes[-1] + 1, "title": title}
        )
        report_progress(number + 1, len(parts))
    return {
        "files": files,
        "repaired": source.repaired or not sound,
        "signed": source.signed,
        "withoutXfa": has_xfa(source),
        "untagged": not whole.tagged,
        "attached": len(list_attachments(source)),
    }


def _split_each_page(_request: dict, _whole: Whole, count: int) -> list:
    return [([index], None) for index in range(count)]


def _split_every(request: dict, _whole: Whole, count: int) -> list:
    step = request["every"]
    return [(list(range(at, min(at + step, count))), None) for at in range(0, count, step)]


def _split_ranges(request: dict, _whole: Whole, count: int) -> list:
    return [(list_chosen([span], count), None) for span in request["spans"]]


def _split_at_bookmarks(request: dict, whole: Whole, count: int) -> list:
    titles: dict[int, str] = {}
    level = [(item, 1) for item in whole.outline]
    while level:
        item, depth = level.pop(0)
        if item.destination:
            titles.setdefault(item.destination.page, decode_text(item.title))
        if depth < request["level"]:
            level[0:0] = [(child, depth + 1) for child in item.children]
    if not titles:
        raise Failure("bookmarks_missing", "the document has no bookmarks to split at", 0)
    starts = sorted({0, *titles})
    ends = [*starts[1:], count]
    return [(list(range(start, end)), titles.get(start)) for start, end in zip(starts, ends)]


def _split_as_given(request: dict, _whole: Whole, _count: int) -> list:
    return [(list(range(part["first"] - 1, part["last"])), part["title"]) for part in request["parts"]]


PARTS = {
    "each": _split_each_page,
    "every": _split_every,
    "ranges": _split_ranges,
    "bookmarks": _split_at_bookmarks,
    "parts": _split_as_given,
}
