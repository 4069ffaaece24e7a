"""Gives an archive that another engine wrote its title and other information back, and checks it."""

from pikepdf import Dictionary, Name, ObjectStreamMode, String

from parts.archive.archival import find_problems
from parts.archive.colorants import describe_inks
from parts.archive.long_texts import restore_long_texts
from parts.archive.uncoloured_patterns import grey_patterns
from parts.archive.xmp import write_info
from parts.attachments import copy_attachments
from parts.navigation.destinations import Destinations
from parts.navigation.outline import Item, read_outline, write_outline
from parts.objects import MALFORMED, Value, get_dict, is_dict, is_string
from parts.outcome import Failure
from parts.saving import save_pdf
from parts.source import Source, open_pdf, open_source
from parts.text import encode_text


def run(request: dict) -> dict:
    source = open_source(request)
    if len(source.pages) != request["pages"]:
        raise Failure("unsupported_content", f"{len(source.pages)} of {request['pages']} pages were written")
    # The writer drops titles it cannot represent, and the information dictionary and XMP must say the same.
    write_info(source.pdf, request["info"])
    if request["language"]:
        source.root["/Lang"] = String(encode_text(request["language"]))
    if len(request["inputs"]) > 1:
        _copy_outline(open_source(request, 1), source)
    describe_inks(source.pdf)
    restore_long_texts(source.pdf, request["longTexts"])
    if request.get("isGrey"):
        grey_patterns(source)
    for item in source.pdf.objects:
        try:
            _blend_in_rgb(item)
        except MALFORMED:
            continue
    part = request["part"]
    if part == 3:
        copy_attachments(open_source(request, 2), source.pdf, request["maxUnpackedBytes"])
    # PDF/A-1 is about PDF 1.4, which has no object streams.
    how = {"object_stream_mode": ObjectStreamMode.disable, "force_version": "1.4"} if part == 1 else {}
    save_pdf(source.pdf, request["output"], **how)
    found = find_problems(open_pdf(request["output"], None)[0], part)
    if found:
        raise Failure("unsupported_content", f"not PDF/A-{part}b: " + "; ".join(found[:20]))
    return {"pages": len(source.pages), "repaired": False, "signed": False}


def _copy_outline(prepared: Source, source: Source) -> None:
    """Copies the bookmarks: the writer drops those that lead to addresses, and others after them."""
    items = read_outline(prepared, Destinations(prepared))
    _drop_actions(items)
    if "/Outlines" in source.root:
        del source.root["/Outlines"]
    write_outline(source.pdf, items, prepared.pdf, dict(enumerate(source.pages)))


def _drop_actions(items: list[Item]) -> None:
    """Leaves bookmarks their addresses: actions of other kinds, and further ones, may be forbidden."""
    for item in items:
        action: Value = item.action
        address = action.get("/URI") if is_dict(action) else None
        item.action = Dictionary(S=Name.URI, URI=address) if is_string(address) else None
        _drop_actions(item.children)


def _blend_in_rgb(item: Value) -> None:
    """Blends in RGB: the writer turns colours into it, but leaves the space in which they are blended as it was."""
    group = get_dict(item, "/Group") if is_dict(item) else None
    if group is not None and group.get("/CS") == "/DeviceCMYK":
        group["/CS"] = Name.DeviceRGB
