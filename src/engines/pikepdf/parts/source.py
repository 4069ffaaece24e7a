"""Opens documents that users sent."""

import contextlib
import io
import os
import re
import unicodedata

from pikepdf import PasswordError, Pdf, PdfError

from .bounds import check_chains
from .objects import MALFORMED, Value, get_dict, is_dict, list_items
from .outcome import Failure
from .page_tree import is_counted_right, mend_page_tree, mend_pages, survey_pages, write_flat_tree
from .salvage import is_legible, salvage_pages

# pikepdf reads files through Python calls; from memory they cost half. Larger documents are read in place.
IN_MEMORY_EACH = 32 << 20
IN_MEMORY_ALL = 256 << 20
MAX_PAGES = 100_000
#: A warning about a repeated entry that only says how a viewer opens the document: nothing is lost by it.
HARMLESS = re.compile(r"duplicated key /(PageMode|PageLayout);")

_in_memory = 0
#: This list keeps documents from being freed one by one: the process ends with its task, which is quicker.
_opened: list[Pdf] = []
_has_restricted = False


def has_restricted() -> bool:
    """Tells whether a document that this task opened without a password restricts what may be done with it."""
    return _has_restricted


class _Held:
    """A file in memory. The library asks for these methods with every token; found bound already they cost a tenth less."""

    __slots__ = ("read", "readable", "readinto", "seek", "seekable", "tell")

    def __init__(self, data: bytes) -> None:
        file = io.BytesIO(data)
        for name in self.__slots__:
            setattr(self, name, getattr(file, name))


class Source:
    def __init__(self, pdf: Pdf, index: int, filename: str, password_matched: bool) -> None:
        _opened.append(pdf)
        self.pdf = pdf
        #: Whether the document opened with the password given, rather than without one.
        self.password_matched = password_matched
        self.index = index
        self.filename = filename
        self._warned = False
        #: The references that were detached from its pages, once these are copied into another document.
        self.references: dict[int, list] | None = None
        self.pages = self._find_pages()
        self._warned |= mend_pages(self.pages)
        if not self.pages:
            raise Failure("unreadable_input", "no pages", index)
        if len(self.pages) > MAX_PAGES:
            raise Failure("limit_exceeded", f"{len(self.pages)} pages", index)
        self.page_index = {page.objgen: at for at, page in enumerate(self.pages)}

    def _find_pages(self) -> list:
        try:
            pages = [page.obj for page in self.pdf.pages]
            if pages and all(is_dict(page) for page in pages):
                if is_counted_right(pages):
                    return pages
                self._warned = True
                return write_flat_tree(self.pdf, pages)
        except MALFORMED:
            pass
        try:
            self._warned = True
            return mend_page_tree(self.pdf)
        except MALFORMED as error:
            raise Failure("unreadable_input", f"pages: {error}", self.index) from None

    @property
    def root(self) -> Value:
        return self.pdf.Root

    def note_repair(self) -> None:
        self._warned = True

    @property
    def repaired(self) -> bool:
        """Returns True if anything had to be repaired so far; this empties qpdf's list."""
        try:
            warnings = [str(warning) for warning in self.pdf.get_warnings()]
            self._warned |= not all(HARMLESS.search(warning) for warning in warnings)
        except UnicodeDecodeError:
            # The warning quotes broken bytes of the document.
            self._warned = True
        return self._warned

    @property
    def archival(self) -> bool:
        """Returns True if the document claims to be PDF/A-1, which allows no object streams."""
        try:
            metadata = self.root.get("/Metadata")
            return self.pdf.pdf_version <= "1.4" and is_dict(metadata) and b"pdfaid" in metadata.read_bytes()
        except MALFORMED:
            return False

    @property
    def signed(self) -> bool:
        return is_signed(self.pdf)


def open_source(request: dict, index: int = 0) -> Source:
    file = request["inputs"][index]
    if file.get("salvage"):
        return Source(_open_salvaged(file["path"], index), index, file.get("filename", ""), False)
    pdf, matched = open_pdf(file["path"], file.get("password"), index)
    check_chains(file["path"], pdf, request["maxUnpackedBytes"])
    return Source(pdf, index, file.get("filename", ""), matched)


def _open_salvaged(path: str, index: int) -> Pdf:
    with open(path, "rb") as file:
        data = salvage_pages(file.read())
    try:
        if data is not None:
            pdf = Pdf.open(io.BytesIO(data))
            # Only pages of which something can be shown count as rescued.
            if write_flat_tree(pdf, [page.obj for page in pdf.pages if is_legible(page.obj)]):
                return pdf
    except MALFORMED:
        pass
    raise Failure("unreadable_input", "no pages to salvage", index)


def open_pdf(path: str, password: str | None, index: int = 0) -> tuple[Pdf, bool]:
    """Opens a document, and returns whether the password given is what opened it."""
    global _has_restricted
    for attempt in [*list_spellings(password), b""] if password else [b""]:
        try:
            pdf = _open_file(path, attempt, index)
        except PasswordError:
            continue
        except (PdfError, ValueError, RuntimeError) as error:
            reason = "locked_unknown" if "unsupported encryption" in str(error).lower() else "unreadable_input"
            raise Failure(reason, str(error), index) from None
        # An empty owner password opens the file too, but its readers are still asked for theirs.
        if attempt or not pdf.is_encrypted or pdf.user_password_matched:
            _has_restricted |= not attempt and pdf.is_encrypted and not all(pdf.allow)
            return pdf, bool(attempt)
    raise Failure("password_required", "no password, or not the right one", index)


def _open_file(path: str, password: bytes, index: int) -> Pdf:
    # The library would go through all pages to give each what it takes from above, which for a million of them takes minutes.
    pdf = Pdf.open(_open_stream(path), password=password, inherit_page_attributes=False)
    if survey_pages(pdf, MAX_PAGES):
        raise Failure("limit_exceeded", f"more than {MAX_PAGES} pages", index)
    return pdf


def list_spellings(password: str) -> list[bytes]:
    """
    Lists the bytes that a password may be hashed as: in older encryption in its writer's encoding, in the newest in
    UTF-8.
    """
    found = [password.encode()]
    for form, encoding in (("NFKC", "utf-8"), ("NFC", "latin-1"), ("NFC", "cp1252"), ("NFC", "mac-roman")):
        with contextlib.suppress(UnicodeEncodeError):
            found.append(unicodedata.normalize(form, password).encode(encoding))
    return list(dict.fromkeys(found))


def _open_stream(path: str) -> str | _Held:
    global _in_memory
    size = os.path.getsize(path)
    if size > IN_MEMORY_EACH or _in_memory + size > IN_MEMORY_ALL:
        return path
    _in_memory += size
    with open(path, "rb") as file:
        return _Held(file.read())


def is_signed(pdf: Pdf) -> bool:
    """Tells whether a signature field holds a signature, which any change that we save breaks."""
    form = get_dict(pdf.Root, "/AcroForm")
    if form is None:
        return False
    stack = [(field, None) for field in list_items(form.get("/Fields"))]
    seen = set()
    while stack:
        field, inherited = stack.pop()
        if not is_dict(field) or field.objgen in seen:
            continue
        if field.is_indirect:
            seen.add(field.objgen)
        kind = field.get("/FT", inherited)
        if kind == "/Sig" and is_dict(field.get("/V")):
            return True
        stack.extend((kid, kind) for kid in list_items(field.get("/Kids")))
    return False
