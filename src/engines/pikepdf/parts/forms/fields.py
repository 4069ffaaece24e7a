"""The tree of form fields, whose leaves are widgets on pages."""

from collections.abc import Callable, Iterator

from pikepdf import Array, Dictionary, Pdf

from ..objects import Value, is_dict, is_string, list_items


def prune_field(field: Value, widgets: set, seen: set) -> bool:
    """Takes kids on dropped pages out of a field, and returns whether anything of it is left."""
    if field.objgen in seen:
        return False
    seen.add(field.objgen)
    kids = [kid for kid in list_items(field.get("/Kids")) if is_dict(kid)]
    if kids:
        alive = [kid for kid in kids if prune_field(kid, widgets, seen)]
        if alive and len(alive) < len(kids):
            field["/Kids"] = Array(alive)
        return bool(alive)
    return field.objgen in widgets or (field.get("/Subtype") != "/Widget" and "/T" in field)


def walk_nodes(fields: list, enters: Callable[[Value], bool] = lambda _: True) -> Iterator[Value]:
    """Yields the nodes of the tree, and the kids of those that it enters."""
    stack, seen = list(fields), set()
    while stack:
        node = stack.pop()
        if not is_dict(node) or node.objgen in seen:
            continue
        if node.is_indirect:
            seen.add(node.objgen)
        yield node
        if enters(node):
            stack.extend(list_items(node.get("/Kids")))


def has_name(field: Value) -> bool:
    return is_string(field.get("/T"))


def list_named_roots(fields: list) -> list:
    """Lists the topmost fields that carry a name; nameless ones above them do not count in a full name."""
    return [node for node in walk_nodes(fields, lambda node: not has_name(node)) if has_name(node)]


def copy_widgets(out: Pdf, page: Value) -> list:
    """Gives a page that stands in the document a second time annotations of its own; returns the new topmost fields."""
    copies: dict = {}
    annotations = []
    for annotation in list_items(page.get("/Annots")):
        if not is_dict(annotation):
            continue
        copy = out.make_indirect(Dictionary(dict(annotation.items())))
        copy["/P"] = page
        if annotation.is_indirect:
            copies[annotation.objgen] = copy
        annotations.append(copy)
    for copy in annotations:
        for key in ("/Popup", "/IRT", "/Parent"):
            linked = copy.get(key)
            if is_dict(linked) and linked.objgen in copies:
                copy[key] = copies[linked.objgen]
    page["/Annots"] = Array(annotations)
    roots: dict = {}
    parents: dict = {}
    for copy in annotations:
        if copy.get("/Subtype") == "/Widget":
            root = _copy_parents(out, copy, parents)
            roots[root.objgen] = root
    return list(roots.values())


def _copy_parents(out: Pdf, node: Value, parents: dict) -> Value:
    """Copies the fields above a copied widget, once each, holding only what was copied. Returns the topmost."""
    for _ in range(32):
        parent = node.get("/Parent")
        if not is_dict(parent):
            return node
        copy: Value = parents.get(parent.objgen)
        fresh = copy is None
        if fresh:
            copy = out.make_indirect(Dictionary({k: v for k, v in parent.items() if k != "/Kids"}))
            copy["/Kids"] = Array()
            parents[parent.objgen] = copy
        copy.Kids.append(node)
        node["/Parent"] = copy
        if not fresh:
            return _find_top(copy)
        node = copy
    return node


def _find_top(node: Value) -> Value:
    for _ in range(32):
        parent = node.get("/Parent")
        if not is_dict(parent):
            break
        node = parent
    return node
