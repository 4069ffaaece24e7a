"""Finds the objects that pages are drawn with, which nobody may change after a document was signed."""

from pikepdf import Pdf

from ..objects import Value, get_dict, is_array, is_dict, list_items

#: Entries of a page that lead away from what it draws: to other pages, annotations and article threads.
APART = ("/Parent", "/Annots", "/B")


def find_shown(pdf: Pdf) -> set:
    """Returns the numbers of the objects that pages and layers consist of, without the pages themselves."""
    shown: set = set()
    pages = [page.obj for page in pdf.pages]
    own = {page.objgen for page in pages}
    stack: list[Value] = [page.get(key) for page in pages for key in page if key not in APART]
    for page in pages:
        node = get_dict(page, "/Parent")
        while node is not None and node.objgen not in shown:
            shown.add(node.objgen)
            stack.append(node.get("/Resources"))
            node = get_dict(node, "/Parent")
    stack.append(pdf.Root.get("/OCProperties"))
    while stack:
        item = stack.pop()
        if not (is_dict(item) or is_array(item)):
            continue
        if item.is_indirect:
            if item.objgen in shown or item.objgen in own:
                continue
            shown.add(item.objgen)
        stack.extend(list_items(item) if is_array(item) else [item.get(key) for key in item])
    return shown
