"""Finds the pages that a request means."""

from .outcome import Failure

MAX_CHOSEN = 100_000


def list_chosen(spans: list, count: int) -> list[int]:
    """Lists page indexes, in the order given, of spans [first, last] counted from 1, or from the end when negative."""
    found: list[int] = []
    for first, last in spans:
        start, end = _find_index(first, count), _find_index(last, count)
        found.extend(range(start, end + 1) if start <= end else range(start, end - 1, -1))
        if len(found) > MAX_CHOSEN:
            raise Failure("limit_exceeded", f"more than {MAX_CHOSEN} pages chosen", 0)
    return found


def _find_index(number: int, count: int) -> int:
    index = number - 1 if number > 0 else count + number
    if not 0 <= index < count:
        raise Failure("page_missing", f"page {number} does not exist: the document has {count}", 0, str(number))
    return index
