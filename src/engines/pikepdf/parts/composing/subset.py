"""Makes a document of some pages of another, with everything that belongs to those pages and nothing else."""

from collections.abc import Callable
from functools import cached_property

from ..forms.forms import Form
from ..navigation.destinations import Destinations, write_named
from ..navigation.labels import read_labels, write_labels
from ..navigation.links import drop_dead_links
from ..navigation.outline import keep_living, read_outline, write_outline
from ..source import Source
from .catalog import NameTrees, copy_description
from .compose import Composition
from .layers import Layers
from .structure import Structure, count_elements

MAX_ELEMENT_VISITS = 100_000


class Whole:
    """The parts of a source that are read once, however many documents are made of it."""

    def __init__(self, source: Source, parts: int = 1) -> None:
        self.source = source
        self.destinations = Destinations(source)
        # Each part searches all tags for its own, so the parts have no tags if a long document is split into many.
        self.tagged = parts == 1 or count_elements(source) * parts <= MAX_ELEMENT_VISITS

    @cached_property
    def outline(self) -> list:
        return read_outline(self.source, self.destinations)

    @cached_property
    def labels(self) -> list | None:
        return read_labels(self.source)

    @cached_property
    def names_by_page(self) -> dict[int, list]:
        found: dict[int, list] = {}
        for key, destination in self.destinations.named.items():
            found.setdefault(destination.page, []).append((key, destination))
        return found


def write_subset(
    whole: Whole, indexes: list[int], path: str, everything: bool, progress: Callable[..., None] | None = None
) -> bool:
    """
    Saves the pages at `indexes`, in that order, and says whether all went well. With `everything`, attachments and the like come
    along; without, the document is one of many and takes only what its pages need.
    """
    source = whole.source
    composition = Composition()
    out = composition.out
    form, layers, names, structure = Form(out), Layers(out), NameTrees(out), Structure(out)
    placed, again = composition.take_pages(source, indexes)
    kept = list(placed.values())
    if len(placed) < len(source.pages):
        drop_dead_links([*kept, *again], whole.destinations, placed)
    complete = len(placed) == len(source.pages)
    form.add(source, kept, whole=complete)
    for page in again:
        form.add_copy(page)
    layers.add(source)
    if whole.tagged:
        structure.add(source, kept, whole=complete)
    names.add(source, None if everything else (("/JavaScript",) if form.fields else ()))
    form.write()
    layers.write()
    names.write()
    structure.write()
    write_named(out, {k: d.make_array(placed[at]) for at in placed for k, d in whole.names_by_page.get(at, ())})
    items = whole.outline if complete else keep_living(whole.outline, placed, actions=everything)
    write_outline(out, items, source.pdf, placed)
    if whole.labels:
        write_labels(out, [whole.labels[index] for index in indexes])
    copy_description(out, source, whole.destinations, placed, everything)
    return composition.save(path, progress)
