"""Removes what a document can do by itself: scripts, and actions that start programs, send data or lead to addresses."""

import re
from collections.abc import Callable

from pikepdf import Array, Object

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_stream, list_items, walk_tree
from ..source import Source

RUNNING = {
    "/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/Rendition", "/Sound", "/Movie", "/RichMediaExecute",
    "/GoTo3DView",
}  # fmt: skip
LEADING_OUT = {"/URI", "/GoToR", "/GoToE", "/Launch"}
#: Entries that hold one action. `/AA` holds several, each for an event.
SINGLE = ("/A", "/PA", "/OpenAction")
DEEPEST = 50
#: The keys that lead to an action, as the library writes them.
WITH_ACTION = re.compile(rb"/(?:A|PA|AA|OpenAction|Next)\b")


def remove_scripts(source: Source) -> int:
    """Removes scripts and actions that run or send something, and returns their number."""
    removed = _remove_actions(source, lambda action: action.get("/S") in RUNNING)
    names = get_dict(source.root, "/Names")
    scripts = get_dict(names, "/JavaScript")
    if scripts is not None:
        removed += sum(1 for _ in walk_tree(scripts, "/Names"))
        del names["/JavaScript"]
    form = get_dict(source.root, "/AcroForm")
    # A form of the other kind is a program of its own, which readers prefer to the fields.
    if form is not None and "/XFA" in form:
        del form["/XFA"]
        removed += 1
    return removed


def remove_links(source: Source) -> int:
    """Removes links to addresses and other files, and returns their number. Links within the document stay."""

    def leads_out(action: Value) -> bool:
        return action.get("/S") in LEADING_OUT

    removed = 0
    for page in source.pages:
        marks = list_items(page.get("/Annots"))
        # A link loses its action too, which would be counted again among all actions.
        kept = [mark for mark in marks if not (_is_link(mark) and _remove_action(mark, "/A", leads_out))]
        if len(kept) < len(marks):
            removed += len(marks) - len(kept)
            page["/Annots"] = Array(kept)
    return removed + _remove_actions(source, leads_out)


def _is_link(mark: Value) -> bool:
    return is_dict(mark) and mark.get("/Subtype") == "/Link"


def _remove_actions(source: Source, is_unwanted: Callable[[Value], bool]) -> int:
    removed = 0
    for item in source.pdf.objects:
        try:
            if is_stream(item) or _mentions_action(item):
                removed += _remove_in(item, is_unwanted, 0)
        except MALFORMED:
            source.note_repair()
    return removed


def _mentions_action(item: Value) -> bool:
    # Looking into the written form once is cheaper than asking for each key. A number is no object of the library.
    return isinstance(item, Object) and WITH_ACTION.search(item.unparse(resolved=True)) is not None


def _remove_in(item: Value, is_unwanted: Callable[[Value], bool], depth: int) -> int:
    """Removes actions from an object, and from what stands within it rather than as an object of its own."""
    if depth > DEEPEST or not (is_dict(item) or is_array(item)):
        return 0
    removed = 0
    if is_dict(item):
        for key in SINGLE:
            removed += _remove_action(item, key, is_unwanted)
        events = get_dict(item, "/AA")
        if events is not None:
            for event in list(events.keys()):
                removed += _remove_action(events, event, is_unwanted)
            if len(events.keys()) == 0:
                del item["/AA"]
        # Further actions may follow an action.
        if "/S" in item and "/Next" in item:
            removed += _remove_following(item, is_unwanted)
    for value in list_items(item) if is_array(item) else [item[key] for key in item]:
        if (is_dict(value) or is_array(value)) and not value.is_indirect:
            removed += _remove_in(value, is_unwanted, depth + 1)
    return removed


def _remove_action(holder: Value, key: str, is_unwanted: Callable[[Value], bool]) -> int:
    action = get_dict(holder, key)
    if action is None or not is_unwanted(action):
        return 0
    del holder[key]
    return 1


def _remove_following(action: Value, is_unwanted: Callable[[Value], bool]) -> int:
    following = list_items(action.get("/Next"))
    if not following:
        return _remove_action(action, "/Next", is_unwanted)
    kept = [each for each in following if not (is_dict(each) and is_unwanted(each))]
    if len(kept) < len(following):
        action["/Next"] = Array(kept)
    return len(following) - len(kept)
