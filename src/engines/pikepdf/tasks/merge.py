"""Joins several documents, one after the other, into one."""

from pikepdf import Pdf

from parts.archive.xmp import has_special_metadata
from parts.composing.catalog import INFO, NameTrees, copy_info
from parts.composing.compose import Composition
from parts.composing.layers import Layers
from parts.composing.structure import Structure
from parts.forms.forms import Form
from parts.forms.xfa import has_xfa
from parts.navigation.copied_outline import copy_outline
from parts.navigation.destinations import Destination, Destinations, write_named
from parts.navigation.labels import make_plain_labels, read_labels, write_labels
from parts.navigation.links import rename_targets
from parts.navigation.outline import Group, Item, read_outline, write_outlines
from parts.objects import copy_value
from parts.outcome import report_progress
from parts.source import Source, open_source
from parts.text import encode_text

FROM_FIRST = ("/PageLayout", "/ViewerPreferences", "/PageMode")


def run(request: dict) -> dict:
    count = len(request["inputs"])
    composition = Composition()
    out = composition.out
    form, layers, names, structure = Form(out), Layers(out), NameTrees(out), Structure(out)
    sources: list[Source] = []
    outline: list[Group] = []
    labels: list = []
    named: dict = {}
    for index in range(count):
        source = open_source(request, index)
        sources.append(source)
        destinations = Destinations(source)
        placed, _ = composition.take_pages(source, list(range(len(source.pages))))
        renamed = _add_names(named, destinations, placed)
        if renamed:
            rename_targets(list(placed.values()), destinations, renamed)
        form.add(source, list(placed.values()), whole=True)
        layers.add(source)
        structure.add(source, list(placed.values()), whole=True)
        names.add(source)
        labels.append(read_labels(source))
        if request["bookmarks"]:
            entry = Item(encode_text(source.filename), Destination(0))
            copied_whole = copy_outline(out, source)
            if not copied_whole:
                entry.children = read_outline(source, destinations)
            outline.append(Group(entry, source.pdf, placed, copied_whole))
        report_progress(70 * (index + 1), 100 * count)
    write_named(out, named)
    write_outlines(out, outline)
    form.write()
    layers.write()
    names.write()
    structure.write()
    if any(labels):
        write_labels(
            out, [label for own, s in zip(labels, sources) for label in own or make_plain_labels(len(s.pages))]
        )
    _describe_merged(out, sources)
    sound = composition.save(request["output"], lambda percent: report_progress(70 + percent * 0.29, 100))
    return {
        "pages": len(composition.pages),
        "repaired": any(source.repaired for source in sources) or not sound,
        "signed": any(source.signed for source in sources),
        "withoutXfa": any(has_xfa(source) for source in sources),
        "hadSpecialMetadata": any(has_special_metadata(source.pdf) for source in sources),
    }


def _add_names(named: dict, destinations: Destinations, placed: dict) -> dict:
    """Adds a source's named destinations; returns those whose name was taken, old key → new key."""
    renamed: dict = {}
    for key in destinations.named.keys() & named.keys():
        kind, text = key
        number = 2
        while (
            (new := (kind, text + _make_suffix(text, number))) in named
            or new in destinations.named
            or new in renamed.values()
        ):
            number += 1
        renamed[key] = new
    for key, destination in destinations.named.items():
        named[renamed.get(key, key)] = destination.make_array(placed[destination.page])
    return renamed


def _make_suffix(text: bytes, number: int) -> bytes:
    return f"_{number}".encode("utf-16-be" if text.startswith(b"\xfe\xff") else "ascii")


def _describe_merged(out: Pdf, sources: list) -> None:
    """Describes the whole by its first document, where only one can speak for it, and names a language where all agree."""
    first = sources[0]
    copy_info(out, first, INFO)
    for key in FROM_FIRST:
        value = first.root.get(key)
        if value is not None:
            out.Root[key] = copy_value(out, first.pdf, value)
    languages = {str(source.root.get("/Lang", "")) for source in sources}
    if len(languages) == 1 and "" not in languages:
        out.Root["/Lang"] = languages.pop()
    if all("/OutputIntents" in source.root for source in sources):
        out.Root["/OutputIntents"] = copy_value(out, first.pdf, first.root.OutputIntents)
