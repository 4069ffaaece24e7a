"""Links between pages: kept true when names change and pages go."""

from collections.abc import Container, Iterator

from pikepdf import Array, Name, String

from ..objects import MALFORMED, Value, is_array, is_dict, is_number, list_items
from .destinations import STRING, Destinations, Key


def list_go_to_holders(annotation: Value) -> Iterator[tuple[Value, str]]:
    """Lists the places in an annotation that may hold a destination in this document, as (dictionary, key)."""
    if annotation.get("/Dest") is not None:
        yield annotation, "/Dest"
    stack, steps = [annotation.get("/A")], 0
    while stack and steps < 100:
        action = stack.pop()
        steps += 1
        if is_array(action):
            stack.extend(list_items(action))
        elif is_dict(action):
            if action.get("/S") == "/GoTo":
                yield action, "/D"
            stack.append(action.get("/Next"))


def point_at_pages(annotations: Value, pages: list) -> None:
    """
    Makes links that give a page by its number in this document give the page itself: in another it has another number.
    """
    for annotation in list_items(annotations):
        try:
            if not is_dict(annotation):
                continue
            for holder, key in list_go_to_holders(annotation):
                target = holder.get(key)
                target = target.get("/D") if is_dict(target) else target
                number = target[0] if is_array(target) and len(target) else None
                if isinstance(number, int) and 0 <= number < len(pages):
                    target[0] = pages[number]
        except MALFORMED:
            continue


def rename_targets(pages: list, destinations: Destinations, renamed: dict[Key, Key]) -> None:
    """Points links that go by a name to the name it has now."""
    done = set()
    for page in pages:
        for annotation in list_items(page.get("/Annots")):
            if not is_dict(annotation):
                continue
            try:
                for holder, key in list_go_to_holders(annotation):
                    if holder.is_indirect and holder.objgen in done:
                        continue
                    done.add(holder.objgen)
                    old = destinations.find_key(holder.get(key))
                    new = renamed.get(old) if old is not None else None
                    if new:
                        holder[key] = (
                            String(new[1]) if new[0] == STRING else Name(new[1].decode("utf-8", "surrogateescape"))
                        )
            except MALFORMED:
                continue


def drop_dead_links(pages: list, destinations: Destinations, kept: Container[int]) -> None:
    """Removes the links of these (copied) pages that led to a page of the source which is not kept."""
    living = {page.objgen for page in pages}
    for page in pages:
        annotations = list_items(page.get("/Annots"))
        alive = [annotation for annotation in annotations if not _is_dead(annotation, destinations, kept, living)]
        if len(alive) < len(annotations):
            page["/Annots"] = Array(alive)


def _is_dead(annotation: Value, destinations: Destinations, kept: Container[int], living: set) -> bool:
    try:
        if not is_dict(annotation) or annotation.get("/Subtype") != "/Link":
            return False
        return any(
            _leads_nowhere(holder.get(key), destinations, kept, living)
            for holder, key in list_go_to_holders(annotation)
        )
    except MALFORMED:
        return False


def _leads_nowhere(target: Value, destinations: Destinations, kept: Container[int], living: set) -> bool:
    key = destinations.find_key(target)
    if key:
        destination = destinations.named.get(key)
        return destination is not None and destination.page not in kept
    if is_dict(target):
        target = target.get("/D")
    if not is_array(target) or len(target) == 0:
        return False
    page = target[0]
    if is_dict(page):
        return page.objgen not in living
    # A dropped page was copied as null; a number is a position in the source.
    return not is_number(page) or int(page) not in kept
