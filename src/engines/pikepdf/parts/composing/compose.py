"""Makes a new document of chosen pages of others."""

from collections.abc import Callable, Iterator

from pikepdf import Array, Dictionary, ObjectStreamMode, Pdf

from ..navigation.links import point_at_pages
from ..objects import MALFORMED, Value, ensure_indirect, is_dict
from ..outcome import Failure
from ..saving import save_pdf
from ..source import Source

#: Page entries that point into structures which are not carried over page by page.
LEFT_BEHIND = ("/B",)
#: Page entries that may refer to other pages, which must have been copied before them.
REFERRING = ("/Annots", "/AA")
#: This list keeps new documents from being freed object by object: the process ends with its task, which is quicker.
_made: list[Pdf] = []


class Composition:
    """The pages of `out`, and where each page of each source went."""

    def __init__(self) -> None:
        self.out = Pdf.new()
        _made.append(self.out)
        self.pages: list = []
        self.version = "1.4"
        self.archival = False

    def take_pages(self, source: Source, indexes: list[int]) -> tuple[dict[int, Value], list]:
        """Appends pages of a source in the order given; returns where each (its first copy) now is, and further copies."""
        placed: dict[int, Value] = {}
        again: list = []
        self.version = max(self.version, source.pdf.pdf_version)
        self.archival |= source.archival
        references = _detach_references(source)
        for index in indexes:
            try:
                if index not in placed:
                    placed[index] = self.out.copy_foreign(source.pages[index])
                    self.pages.append(placed[index])
            except MALFORMED as error:
                raise Failure("unreadable_input", f"page {index + 1}: {error}", source.index) from None
        for index, page in placed.items():
            for key, value in references.get(index, ()):
                try:
                    page[key] = self.out.copy_foreign(value)
                except MALFORMED:
                    continue
        if len(placed) < len(indexes):
            again = self._repeat_pages(indexes, placed)
        return placed, again

    def _repeat_pages(self, indexes: list[int], placed: dict) -> list:
        """Puts copies of the pages that are named more than once in their places."""
        del self.pages[-len(placed) :]
        seen: set[int] = set()
        again = []
        for index in indexes:
            page = placed[index]
            if index in seen:
                page = self.out.make_indirect(Dictionary(dict(page.items())))
                # The tags belong to the first copy.
                if "/StructParents" in page:
                    del page["/StructParents"]
                again.append(page)
            seen.add(index)
            self.pages.append(page)
        return again

    def save(self, path: str, progress: Callable[..., None] | None = None) -> bool:
        """Writes the document without objects that nothing refers to, and returns whether all went well."""
        tree = self.out.Root.Pages
        for page in self.pages:
            page["/Parent"] = tree
        tree["/Kids"] = Array(self.pages)
        tree["/Count"] = len(self.pages)
        streams = ObjectStreamMode.disable if self.archival else ObjectStreamMode.generate
        return save_pdf(self.out, path, min_version=self.version, object_stream_mode=streams, progress=progress)


def _detach_references(source: Source) -> dict[int, list]:
    """
    Detaches entries that may refer to other pages from a source's pages, once, and returns them: a reference to a page
    not copied yet would be copied as null.
    """
    if source.references is None:
        source.references = {}
        for index, page in enumerate(source.pages):
            # Looking into the written form once is cheaper than asking for each key, and most pages have none of them.
            written = page.unparse(resolved=True)
            for key in LEFT_BEHIND:
                if key.encode() in written and key in page:
                    del page[key]
            for key in REFERRING:
                value = page.get(key) if key.encode() in written else None
                if value is not None:
                    if key == "/Annots":
                        point_at_pages(value, source.pages)
                    source.references.setdefault(index, []).append((key, ensure_indirect(source.pdf, value)))
                    del page[key]
    return source.references


def prune_shared_resources(pdf: Pdf, pages: list) -> None:
    """
    Gives each page that shares a resource dictionary one with only what it uses: otherwise it would keep the images and
    fonts of all.
    """
    users: dict = {}
    for at, page in enumerate(pages):
        for shared in _list_resource_ids(page):
            users.setdefault(shared, set()).add(at)
    sharing = sorted({at for together in users.values() if len(together) > 1 for at in together})
    for at in sharing:
        try:
            pdf.pages[at].remove_unreferenced_resources()
        except MALFORMED:
            continue


def _list_resource_ids(page: Value) -> Iterator[tuple[int, int]]:
    try:
        resources = page.get("/Resources")
        if not is_dict(resources):
            return
        if resources.is_indirect:
            yield resources.objgen
        for key in ("/XObject", "/Font"):
            entries = resources.get(key)
            if is_dict(entries) and entries.is_indirect:
                yield entries.objgen
    except MALFORMED:
        return
