"""Finding the pages of a document whose page tree is broken."""

from pikepdf import Array, Dictionary, Name, Pdf

from .objects import MALFORMED, is_dict, items_of

INHERITED = ("/Resources", "/MediaBox", "/CropBox", "/Rotate")
MAX_NODES = 200_000


def mend_page_tree(pdf: Pdf) -> list:
    """Replaces the page tree by a flat one of the pages that can be reached, each once, whatever loops there are."""
    pages = _reachable(pdf)
    tree = pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array(pages), Count=len(pages)))
    for page in pages:
        page["/Parent"] = tree
    pdf.Root["/Pages"] = tree
    return pages


def _reachable(pdf: Pdf) -> list:
    pages, seen = [], set()
    stack = [(pdf.Root.get("/Pages"), {})]
    while stack and len(seen) < MAX_NODES:
        node, inherited = stack.pop()
        try:
            if not is_dict(node) or not node.is_indirect or node.objgen in seen:
                continue
            seen.add(node.objgen)
            own = {**inherited, **{key: node.get(key) for key in INHERITED if key in node}}
            kids = items_of(node.get("/Kids"))
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
