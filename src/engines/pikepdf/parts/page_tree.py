"""Repairs broken page trees, and pages that lack required entries."""

from pikepdf import Array, Dictionary, Name, Pdf

from .objects import MALFORMED, Value, get_dict, get_int, is_array, is_dict, is_number, list_items

INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
MAX_NODES = 200_000
MAX_DEPTH = 10_000
#: The size that readers give a page which states none.
LETTER = (0, 0, 612, 792)


def mend_page_tree(pdf: Pdf) -> list:
    """Replaces the page tree by a flat one of the pages that can be reached, each once, whatever loops there are."""
    return write_flat_tree(pdf, _list_reachable(pdf))


def write_flat_tree(pdf: Pdf, pages: list) -> list:
    tree = pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array(pages), Count=len(pages)))
    for page in pages:
        page["/Parent"] = tree
    pdf.Root["/Pages"] = tree
    return pages


def survey_pages(pdf: Pdf, most: int) -> bool:
    """
    Returns whether the page tree names more than `most` pages, whatever number it states, and reads no further than it
    takes to know. On the way pages are given the entries that they inherit from the nodes above them.
    """
    named = 0
    stack: list[tuple[Value, dict]] = [(pdf.Root.get("/Pages"), {})]
    seen: set = set()
    while stack:
        try:
            node, passed_on = stack.pop()
            if not is_dict(node):
                continue
            # Most nodes are pages. Testing whether a key is there costs a third of getting one that is missing.
            if "/Kids" not in node:
                for key, value in passed_on.items():
                    if key not in node:
                        node[key] = value
                continue
            kids = node["/Kids"]
            if not is_array(kids) or (node.is_indirect and node.objgen in seen):
                continue
            seen.add(node.objgen)
            named += len(kids)
            if named > most:
                return True
            own = {key: _detach_entry(pdf, node, key) for key in INHERITED if key in node}
            below = {**passed_on, **own} if own else passed_on
            stack.extend((kid, below) for kid in kids)
        except MALFORMED:
            continue
    return False


def _detach_entry(pdf: Pdf, node: Value, key: str) -> Value:
    """Removes an entry from a node and makes it an object that all pages below can share."""
    value = node[key]
    del node[key]
    return pdf.make_indirect(value) if is_dict(value) or is_array(value) else value


def _list_reachable(pdf: Pdf) -> list:
    pages: list = []
    seen: set = set()
    stack: list[tuple[Value, dict]] = [(pdf.Root.get("/Pages"), {})]
    while stack and len(seen) < MAX_NODES:
        node, inherited = stack.pop()
        try:
            if not is_dict(node) or not node.is_indirect or node.objgen in seen:
                continue
            seen.add(node.objgen)
            own = {**inherited, **{key: node.get(key) for key in INHERITED if key in node}}
            kids = list_items(node.get("/Kids"))
            if kids:
                stack.extend((kid, own) for kid in reversed(kids))
            elif "/Contents" in node or node.get("/Type") == "/Page":
                for key, value in own.items():
                    if key not in node:
                        node[key] = value
                pages.append(node)
        except MALFORMED:
            continue
    return pages


def is_counted_right(pages: list) -> bool:
    """
    Tells whether every node of the tree counts the pages below it: readers go by that, and find none if it is wrong.
    """
    try:
        nodes: dict = {}
        below: dict = {}
        for page in pages:
            node = get_dict(page, "/Parent")
            if node is None:
                return False
            nodes[node.objgen] = node
            below[node.objgen] = below.get(node.objgen, 0) + 1
        total = dict(below)
        for number, count in below.items():
            node = get_dict(nodes[number], "/Parent")
            for _ in range(MAX_DEPTH):
                if node is None:
                    break
                nodes[node.objgen] = node
                total[node.objgen] = total.get(node.objgen, 0) + count
                node = get_dict(node, "/Parent")
        return all(get_int(nodes[number], "/Count", -1) == count for number, count in total.items())
    except MALFORMED:
        return False


def mend_pages(pages: list) -> bool:
    """Gives pages a size and removes parts that cannot be shown. Returns whether anything was changed."""
    mended = [_mend_page(page) for page in pages]
    return any(mended)


def _mend_page(page: Value) -> bool:
    mended = False
    try:
        if "/MediaBox" not in page:
            page["/MediaBox"] = Array(LETTER)
            mended = True
        if "/CropBox" in page and _is_empty(page["/CropBox"]):
            del page["/CropBox"]
            mended = True
        contents = page.get("/Contents")
        parts = list_items(contents) if is_array(contents) else []
        shown = [part for part in parts if is_dict(part) and part._type_name == "stream"]
        if len(shown) < len(parts):
            page["/Contents"] = Array(shown)
            mended = True
    except MALFORMED:
        pass
    return mended


def _is_empty(box: Value) -> bool:
    sides = [float(side) for side in list_items(box) if is_number(side)]
    return len(sides) == 4 and (sides[0] == sides[2] or sides[1] == sides[3])
