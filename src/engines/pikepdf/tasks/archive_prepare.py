"""A document without what an archive does not allow, for the engine that writes the archive."""

from parts.destinations import Destinations
from parts.flattening import flatten
from parts.fonts import MissingFonts
from parts.links import go_to_holders
from parts.objects import MALFORMED, dict_at, int_at, is_dict, items_of
from parts.outline import read_outline, write_outline
from parts.saving import save
from parts.source import open_source
from parts.xmp import read_info
from pikepdf import Array

#: Whole-document entries that run something, or hold files that are no archives themselves.
FORBIDDEN = ("/AA", "/OpenAction", "/Collection", "/AF", "/Perms")
FORBIDDEN_NAMES = ("/JavaScript", "/EmbeddedFiles", "/AlternatePresentations")
ALLOWED_ACTIONS = ("/GoTo", "/GoToR", "/URI", "/Named")
PRINTED = 4
HIDDEN = 1 | 2 | 32 | 256


def run(request: dict) -> dict:
    source = open_source(request)
    info = read_info(source.pdf)
    signed = source.signed
    flatten(source, fields=True, annotations=True)
    for key in FORBIDDEN:
        if key in source.root:
            del source.root[key]
    names = dict_at(source.root, "/Names")
    for key in FORBIDDEN_NAMES:
        if names is not None and key in names:
            del names[key]
    destinations = Destinations(source)
    # What goes by a name would go nowhere: the writer does not look names up.
    write_outline(source.pdf, read_outline(source, destinations), source.pdf, dict(enumerate(source.pages)))
    for page in source.pages:
        if "/AA" in page:
            del page["/AA"]
        links = [a for a in items_of(page.get("/Annots")) if _is_allowed(a)]
        for link in links:
            _resolve(link, destinations)
            # Links that are not marked as printed would be dropped.
            link["/F"] = (int_at(link, "/F") | PRINTED) & ~HIDDEN
        if links:
            page["/Annots"] = Array(links)
        elif "/Annots" in page:
            del page["/Annots"]
    missing = MissingFonts()
    save(source.pdf, request["output"])
    return {
        "pages": len(source.pages),
        "repaired": source.repaired,
        "signed": signed,
        "info": info,
        "withoutFonts": any(missing.on(page) for page in source.pages),
    }


def _resolve(link, destinations: Destinations) -> None:
    for holder, key in go_to_holders(link):
        destination = destinations.resolve(holder.get(key))
        if destination:
            holder[key] = destination.on(destinations.source.pages[destination.page])


def _is_allowed(annotation) -> bool:
    try:
        if not is_dict(annotation) or annotation.get("/Subtype") != "/Link":
            return False
        action = annotation.get("/A")
        return action is None or (is_dict(action) and action.get("/S") in ALLOWED_ACTIONS)
    except MALFORMED:
        return False
