"""Removes what a document carries besides its pages: metadata, attachments, thumbnails, scripts, signatures and data of programs."""

from collections.abc import Iterable

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, is_array, is_dict, is_stream, list_items
from .eraser import SPOKEN
from .picture_files import clean_picture

EVERYWHERE = ("/Metadata", "/PieceInfo", "/Thumb", "/LastModified", "/AF", "/EF", "/Alternates", "/OPI")
OF_DOCUMENT = ("/AF", "/Collection", "/SpiderInfo", "/DSS", "/Perms", "/Legal", "/AA", "/Requirements", "/Threads")
OF_NAMES = ("/EmbeddedFiles", "/JavaScript", "/AlternatePresentations", "/Renditions", "/Templates")
#: Drawings that an annotation shows only while the mouse is over it, and those that its shown look was made of; nobody searches them.
PASSING = {"/AP": ("/R", "/D"), "/MK": ("/I", "/RI", "/IX")}
#: Texts that may be streams, which nobody searches.
STREAMED = ("/V", "/DV", "/RV", "/RC", "/JS")
MAX_ELEMENTS = 1_000_000
DEEPEST = 50
#: Entries of the trailer that a file needs. Programs may add others of their own.
OF_TRAILER = ("/Root", "/Size", "/ID")


def clean_document(pdf: Pdf) -> None:
    # A new document gets an identifier of its own.
    _delete(pdf.trailer, [key for key in pdf.trailer if key not in OF_TRAILER or key == "/ID"])
    _delete(pdf.Root, OF_DOCUMENT)
    names = get_dict(pdf.Root, "/Names")
    if names is not None:
        _delete(names, OF_NAMES)
    action = pdf.Root.get("/OpenAction")
    if is_dict(action) and action.get("/S") == "/JavaScript":
        del pdf.Root["/OpenAction"]
    form = get_dict(pdf.Root, "/AcroForm")
    if form is not None:
        _delete(form, ("/XFA", "/SigFlags"))
    for item in pdf.objects:
        try:
            _clean(item, 0)
        except MALFORMED:
            continue


def _clean(item: Value, depth: int) -> None:
    """Cleans an object, and what stands within it rather than as an object of its own."""
    if depth > DEEPEST:
        return
    if is_dict(item):
        _clean_dictionary(item)
    elif not is_array(item):
        return
    for value in list_items(item) if is_array(item) else [item[key] for key in item]:
        if (is_dict(value) or is_array(value)) and not value.is_indirect:
            _clean(value, depth + 1)


def _clean_dictionary(item: Value) -> None:
    _delete(item, EVERYWHERE)
    if is_stream(item) and item.get("/Subtype") == "/Image":
        clean_picture(item)
    for key, drawings in PASSING.items():
        if key in item and is_dict(item[key]):
            _delete(item[key], drawings)
    for key in STREAMED:
        if key in item and is_stream(item.get(key)):
            del item[key]
    # A signature names its signer, and does not hold for what is changed.
    if item.get("/FT") == "/Sig" and "/V" in item:
        del item["/V"]


def _delete(holder: Value, keys: Iterable[str]) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def silence_tags(pdf: Pdf, pages: dict[tuple[int, int], set[int]]) -> None:
    """Takes the words that stand for the shown out of tags whose content, by page and number, is not whole any more."""
    root = get_dict(pdf.Root, "/StructTreeRoot")
    if root is None or not pages:
        return
    stack: list[tuple[Value, tuple, tuple[int, int] | None]] = [(kid, (), None) for kid in _list_kids(root)]
    seen: set = set()
    while stack:
        element, above, page = stack.pop()
        if not is_dict(element):
            # A number: content of the page of the tag above.
            if page in pages and isinstance(element, int) and element in pages[page]:
                _silence(above)
            continue
        if element.is_indirect:
            if element.objgen in seen or len(seen) > MAX_ELEMENTS:
                continue
            seen.add(element.objgen)
        own = get_dict(element, "/Pg")
        page = own.objgen if own is not None else page
        if element.get("/Type") == "/MCR" or "/MCID" in element:
            number = element.get("/MCID")
            if page in pages and isinstance(number, int) and number in pages[page]:
                _silence(above)
            continue
        # Tags that enclose a whole page or document hold no words of their own, so the chain is short.
        stack.extend(
            (kid, (*above, element) if any(key in element for key in SPOKEN) else above, page)
            for kid in _list_kids(element)
        )


def _list_kids(element: Value) -> list:
    kids = element.get("/K")
    return list_items(kids) or ([kids] if kids is not None else [])


def _silence(elements: tuple) -> None:
    for element in elements:
        _delete(element, SPOKEN)
