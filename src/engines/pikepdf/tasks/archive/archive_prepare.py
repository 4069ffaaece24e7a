"""Removes everything that an archive does not allow, for the engine that writes the archive."""

from pikepdf import Array, Dictionary, Name

from parts.archive.code_maps import prepare_code_map
from parts.archive.long_texts import StandIns
from parts.archive.transparency import find_transparent_page
from parts.archive.xmp import has_special_metadata, read_info
from parts.attachments import list_attachments
from parts.bounds import check_content
from parts.fonts.missing_fonts import EMBEDDED, MissingFonts
from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.flattening import flatten_document
from parts.navigation.destinations import Destinations
from parts.navigation.links import list_go_to_holders
from parts.navigation.outline import read_outline, write_outline
from parts.objects import MALFORMED, Value, get_dict, get_int, is_dict, is_name, is_string, list_items
from parts.saving import save_pdf
from parts.source import open_source
from parts.text import decode_text

#: Whole-document entries that run something, or hold files that are no archives themselves.
FORBIDDEN = ("/AA", "/OpenAction", "/Collection", "/AF", "/Perms")
FORBIDDEN_NAMES = ("/JavaScript", "/EmbeddedFiles", "/AlternatePresentations")
ALLOWED_ACTIONS = ("/GoTo", "/GoToR", "/URI")
ALLOWED_NAMES = ("/NextPage", "/PrevPage", "/FirstPage", "/LastPage")
#: Codes that WinAnsiEncoding shows as the space and the hyphen, which fonts of the system may not know.
SHOWN_AS = {160: Name.space, 173: Name.hyphen}
PRINTED = 4
HIDDEN = 1 | 2 | 32 | 256


def run(request: dict) -> dict:
    source = open_source(request)
    check_content(source.pages, request["maxPageBytes"])
    info = read_info(source.pdf)
    signed = source.signed
    language = source.root.get("/Lang")
    untagged = "/StructTreeRoot" in source.root
    attached = len(list_attachments(source))
    labels = read_labels(source.pdf, request.get("labels"))
    layers = bool(list_items((get_dict(source.root, "/OCProperties") or {}).get("/OCGs")))
    flattened, missing = flatten_document(source, fields=True, annotations=True, labels=labels)
    if missing and labels is None:
        return {**describe_missing(missing), "repaired": source.repaired, "signed": signed}
    for key in FORBIDDEN:
        if key in source.root:
            del source.root[key]
    names = get_dict(source.root, "/Names")
    for key in FORBIDDEN_NAMES:
        if names is not None and key in names:
            del names[key]
    destinations = Destinations(source)
    # The writer does not look names up, so bookmarks that go to a named place are given the place itself.
    write_outline(source.pdf, read_outline(source, destinations), source.pdf, dict(enumerate(source.pages)))
    for page in source.pages:
        if "/AA" in page:
            del page["/AA"]
        links = [a for a in list_items(page.get("/Annots")) if _is_allowed(a)]
        for link in links:
            _resolve_link(link, destinations)
            _drop_further_actions(link)
            # Links that are not marked as printed would be dropped.
            link["/F"] = (get_int(link, "/F") | PRINTED) & ~HIDDEN
        if links:
            page["/Annots"] = Array(links)
        elif "/Annots" in page:
            del page["/Annots"]
    prepared: set = set()
    stand_ins = StandIns(source.pdf)
    for holder in list(source.pdf.objects):
        try:
            for font in _list_fonts(holder):
                if font.is_indirect and font.objgen in prepared:
                    continue
                prepared.add(font.objgen)
                _name_space_and_hyphen(font)
                prepare_code_map(source.pdf, font)
                stand_ins.replace_in(font)
        except MALFORMED:
            continue
    fonts = MissingFonts()
    transparent = find_transparent_page(source.pages) if request["part"] == 1 else None
    save_pdf(source.pdf, request["output"])
    return {
        "pages": len(source.pages),
        "repaired": source.repaired,
        "signed": signed,
        "info": info,
        "language": decode_text(bytes(language)) if is_string(language) else "",
        "untagged": untagged,
        "attached": attached,
        "flattened": flattened,
        "layered": layers,
        "hadSpecialMetadata": has_special_metadata(source.pdf),
        "longTexts": stand_ins.texts,
        "transparentPage": None if transparent is None else transparent + 1,
        "withoutFonts": any(fonts.are_missing_on(page) for page in source.pages),
    }


def _resolve_link(link: Value, destinations: Destinations) -> None:
    for holder, key in list_go_to_holders(link):
        destination = destinations.resolve(holder.get(key))
        if destination:
            holder[key] = destination.make_array(destinations.source.pages[destination.page])


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


def _drop_further_actions(link: Value) -> None:
    """Leaves a link its one action: the further ones may be of any kind, forbidden ones too."""
    for key in ("/AA", "/PA"):
        if key in link:
            del link[key]
    action = get_dict(link, "/A")
    if action is not None and "/Next" in action:
        del action["/Next"]


def _list_fonts(holder: Value) -> list:
    """Lists the fonts in the resources that an object is or has."""
    if not is_dict(holder):
        return []
    fonts = [
        get_dict(resources, "/Font") for resources in (holder, get_dict(holder, "/Resources")) if resources is not None
    ]
    found = [named.get(name) for named in fonts if named is not None for name in named]
    return [font for font in found if is_dict(font)]


def _name_space_and_hyphen(font: Value) -> None:
    """Names the glyphs of `SHOWN_AS` in a font that is not embedded, so that any font in its place shows them."""
    if font.get("/Subtype") not in ("/TrueType", "/Type1") or any(
        key in (get_dict(font, "/FontDescriptor") or {}) for key in EMBEDDED
    ):
        return
    encoding = font.get("/Encoding")
    if is_name(encoding) and encoding == "/WinAnsiEncoding":
        named = [entry for pair in SHOWN_AS.items() for entry in pair]
        font["/Encoding"] = Dictionary(Type=Name.Encoding, BaseEncoding=encoding, Differences=Array(named))
