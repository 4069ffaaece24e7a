"""A document without what an archive does not allow, for the engine that writes the archive."""

from pikepdf import Array, Dictionary, Name

from parts.archive.xmp import read_info
from parts.fonts.missing_fonts import EMBEDDED, MissingFonts
from parts.forms.field_labels import read_labels, told
from parts.forms.flattening import flatten
from parts.navigation.destinations import Destinations
from parts.navigation.links import go_to_holders
from parts.navigation.outline import read_outline, write_outline
from parts.objects import MALFORMED, Value, dict_at, int_at, is_dict, is_name, items_of
from parts.saving import save
from parts.source import open_source

#: Whole-document entries that run something, or hold files that are no archives themselves.
FORBIDDEN = ("/AA", "/OpenAction", "/Collection", "/AF", "/Perms")
FORBIDDEN_NAMES = ("/JavaScript", "/EmbeddedFiles", "/AlternatePresentations")
ALLOWED_ACTIONS = ("/GoTo", "/GoToR", "/URI")
ALLOWED_NAMES = ("/NextPage", "/PrevPage", "/FirstPage", "/LastPage")
#: Codes that this encoding shows as another one's character, which fonts of the system may not know.
SHOWN_AS = {160: Name.space, 173: Name.hyphen}
PRINTED = 4
HIDDEN = 1 | 2 | 32 | 256


def run(request: dict) -> dict:
    source = open_source(request)
    info = read_info(source.pdf)
    signed = source.signed
    labels = read_labels(source.pdf, request.get("labels"))
    _, missing = flatten(source, fields=True, annotations=True, labels=labels)
    if missing and labels is None:
        return {**told(missing), "repaired": source.repaired, "signed": signed}
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
            _let_alone(link)
            # Links that are not marked as printed would be dropped.
            link["/F"] = (int_at(link, "/F") | PRINTED) & ~HIDDEN
        if links:
            page["/Annots"] = Array(links)
        elif "/Annots" in page:
            del page["/Annots"]
    for holder in source.pdf.objects:
        try:
            for font in _fonts(holder):
                _name_spaces(font)
        except MALFORMED:
            continue
    fonts = MissingFonts()
    save(source.pdf, request["output"])
    return {
        "pages": len(source.pages),
        "repaired": source.repaired,
        "signed": signed,
        "info": info,
        "withoutFonts": any(fonts.on(page) for page in source.pages),
    }


def _resolve(link: Value, destinations: Destinations) -> None:
    for holder, key in go_to_holders(link):
        destination = destinations.resolve(holder.get(key))
        if destination:
            holder[key] = destination.on(destinations.source.pages[destination.page])


def _is_allowed(annotation: Value) -> bool:
    try:
        if not is_dict(annotation) or annotation.get("/Subtype") != "/Link":
            return False
        action = annotation.get("/A")
        if action is None:
            return True
        if not is_dict(action):
            return False
        kind = action.get("/S")
        return kind in ALLOWED_ACTIONS or (kind == "/Named" and action.get("/N") in ALLOWED_NAMES)
    except MALFORMED:
        return False


def _let_alone(link: Value) -> None:
    """A link does one thing: what it would do besides may be anything."""
    for key in ("/AA", "/PA"):
        if key in link:
            del link[key]
    action = dict_at(link, "/A")
    if action is not None and "/Next" in action:
        del action["/Next"]


def _fonts(holder: Value) -> list:
    """Those in the resources an object is or has."""
    if not is_dict(holder):
        return []
    fonts = [
        dict_at(resources, "/Font") for resources in (holder, dict_at(holder, "/Resources")) if resources is not None
    ]
    found = [named.get(name) for named in fonts if named is not None for name in named]
    return [font for font in found if is_dict(font)]


def _name_spaces(font: Value) -> None:
    if font.get("/Subtype") not in ("/TrueType", "/Type1") or any(
        key in (dict_at(font, "/FontDescriptor") or {}) for key in EMBEDDED
    ):
        return
    encoding = font.get("/Encoding")
    if is_name(encoding) and encoding == "/WinAnsiEncoding":
        named = [entry for pair in SHOWN_AS.items() for entry in pair]
        font["/Encoding"] = Dictionary(Type=Name.Encoding, BaseEncoding=encoding, Differences=Array(named))
