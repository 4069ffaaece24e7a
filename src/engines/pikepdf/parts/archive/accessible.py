"""Checks what PDF/UA asks for, as far as a program can tell: complete tags, a title, a language and descriptions of pictures."""

import re
from collections.abc import Iterator

from ..content import is_inline_image, read_operators
from ..objects import MALFORMED, Value, get_dict, get_int, is_dict, is_name, is_number, is_string, list_items, walk_tree
from ..outcome import Failure
from ..source import Source
from ..text import decode_text
from .xmp import read_info

ROLE_NAMES = """
Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure
Formula Form
"""
ROLES = {f"/{role}" for role in ROLE_NAMES.split()}
DESCRIBED = ("/Figure", "/Formula")
#: The tag of the element that a mark of a page belongs to.
ROLES_OF_MARKS = {"/Link": "/Link", "/Widget": "/Form"}
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
PAINTING = {"Tj", "TJ", "'", '"', "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Do", "EI", "INLINE", "IMAGE"}
MAX_ELEMENTS = 200_000
HIDDEN = 2


def require_accessible(source: Source) -> None:
    """Raises `Failure` unless the document has what PDF/UA asks for."""
    if not read_info(source.pdf).get("title"):
        raise Failure("title_missing", "no title", 0)
    language = source.root.get("/Lang")
    if not is_string(language) or not LANGUAGE.fullmatch(decode_text(bytes(language))):
        raise Failure("language_missing", "no language", 0)
    try:
        _Tags(source).check()
    except MALFORMED as error:
        raise Failure("tags_missing", str(error), 0) from None


def _refuse(detail: str) -> Failure:
    return Failure("tags_missing", detail, 0)


class _Tags:
    def __init__(self, source: Source) -> None:
        self.source = source
        root = get_dict(source.root, "/StructTreeRoot")
        mark = get_dict(source.root, "/MarkInfo")
        if root is None or mark is None or mark.get("/Marked") is not True or mark.get("/Suspects") is True:
            raise _refuse("no tags")
        self.root = root
        self.roles = get_dict(root, "/RoleMap")
        self.parents = dict(walk_tree(get_dict(root, "/ParentTree"), "/Nums"))

    def check(self) -> None:
        level = 0
        for element in self._walk():
            role = self._read_role(element)
            if role in DESCRIBED and not any(
                is_string(element.get(key)) and bytes(element.get(key)) for key in ("/Alt", "/ActualText")
            ):
                raise Failure("pictures_undescribed", f"{role} without a description", 0)
            if re.fullmatch(r"/H[1-6]", role):
                if int(role[2]) > level + 1:
                    raise Failure("headings_skipped", f"{role} after level {level}", 0)
                level = int(role[2])
        for index, page in enumerate(self.source.pages):
            self._check_content(page, index + 1)
            self._check_marks(page, index + 1)
        for item in self.source.pdf.objects:
            if is_dict(item) and item.get("/Type") == "/Font" and not _can_be_read(item):
                raise _refuse(f"font {item.get('/BaseFont')} without characters")

    def _walk(self) -> Iterator[Value]:
        """Yields all elements in reading order."""
        stack, count = [self.root], 0
        while stack:
            element = stack.pop()
            if "/S" in element:
                yield element
            count += 1
            if count > MAX_ELEMENTS:
                raise Failure("limit_exceeded", "too many tags", 0)
            below = element.get("/K")
            kids = [kid for kid in ([below] if is_dict(below) else list_items(below)) if is_dict(kid) and "/S" in kid]
            stack.extend(reversed(kids))

    def _read_role(self, element: Value) -> str:
        role = str(element.get("/S"))
        for _ in range(10):
            if role in ROLES:
                return role
            role = str(self.roles.get(role)) if self.roles is not None and role in self.roles else ""
        raise _refuse(f"unknown tag {element.get('/S')}")

    def _check_content(self, page: Value, number: int) -> None:
        """Refuses a page that draws anything outside its tags and artifacts."""
        own = list_items(self.parents.get(get_int(page, "/StructParents", -1)))
        properties = get_dict(get_dict(page, "/Resources"), "/Properties")
        covered = [False]
        for instruction in read_operators(page):
            operator = "EI" if is_inline_image(instruction) else str(instruction.operator)
            if operator in ("BMC", "BDC"):
                covered.append(covered[-1] or _is_covering(list(instruction.operands), properties, own))
            elif operator == "EMC" and len(covered) > 1:
                covered.pop()
            elif operator in PAINTING and not covered[-1]:
                raise _refuse(f"{operator} outside the tags of page {number}")

    def _check_marks(self, page: Value, number: int) -> None:
        for mark in list_items(page.get("/Annots")):
            kind = str(mark.get("/Subtype"))
            if kind == "/Popup" or get_int(mark, "/F") & HIDDEN:
                continue
            element = self.parents.get(get_int(mark, "/StructParent", -1))
            wanted = ROLES_OF_MARKS.get(kind)
            if not is_dict(element) or (wanted is not None and self._read_role(element) != wanted):
                raise _refuse(f"{kind} outside the tags of page {number}")
            if kind != "/Link" and not any(is_string(holder.get(key)) for holder, key in _list_descriptions(mark)):
                raise _refuse(f"{kind} without a description on page {number}")


def _list_descriptions(mark: Value) -> list:
    field = get_dict(mark, "/Parent")
    return [(mark, "/TU"), (mark, "/Contents"), *([(field, "/TU")] if field is not None else [])]


def _is_covering(operands: list, properties: Value, own: list) -> bool:
    if operands and operands[0] == "/Artifact":
        return True
    named = operands[1] if len(operands) > 1 else None
    if is_name(named):
        named = get_dict(properties, str(named))
    number = named.get("/MCID") if is_dict(named) else None
    return is_number(number) and 0 <= number < len(own) and is_dict(own[number])


def _can_be_read(font: Value) -> bool:
    """Tells whether a font says which characters its codes stand for."""
    if "/ToUnicode" in font or font.get("/Subtype") in ("/CIDFontType0", "/CIDFontType2"):
        return True
    encoding = font.get("/Encoding")
    if font.get("/Subtype") == "/Type0":
        return is_name(encoding) and not str(encoding).startswith("/Identity")
    return font.get("/Subtype") != "/Type3" and encoding is not None
