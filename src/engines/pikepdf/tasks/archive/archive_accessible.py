"""Makes an accessible document an archive that is still accessible: it is kept as it is, since rewriting would lose its tags."""

from pikepdf import Name, Pdf, String

from parts.archive.accessible import require_accessible
from parts.archive.amending import complete_mark, stop_interpolation
from parts.archive.archival import find_problems
from parts.archive.claim import add_output_intent, claim_accessible_archive
from parts.archive.xmp import has_special_metadata
from parts.attachments import list_attachments
from parts.bounds import check_content
from parts.content import read_operators
from parts.objects import MALFORMED, Value, get_dict, is_array, is_dict, is_name, is_stream, is_string, list_items
from parts.outcome import Failure
from parts.saving import save_changed
from parts.source import open_pdf, open_source
from parts.text import decode_text, encode_text

FORBIDDEN_NAMES = {2: ("/JavaScript", "/EmbeddedFiles"), 3: ("/JavaScript",)}


def run(request: dict) -> dict:
    source, part = open_source(request), request["part"]
    check_content(source.pages, request["maxPageBytes"])
    require_accessible(source)
    pdf = source.pdf
    attached, special = len(list_attachments(source)), has_special_metadata(pdf)
    _remove_forbidden(source.root, part)
    for page in source.pages:
        if "/AA" in page:
            del page["/AA"]
        marks = [mark for mark in list_items(page.get("/Annots")) if is_dict(mark)]
        for mark in marks:
            complete_mark(pdf, mark)
            _describe_link(mark)
        if marks:
            page["/Tabs"] = Name.S
    stop_interpolation(pdf)
    claim_accessible_archive(pdf, part)
    add_output_intent(pdf)
    made = save_changed(source, request["output"])
    written, _ = open_pdf(request["output"], None)
    found = find_problems(written, part) + _find_process_colours(written)
    if found:
        raise Failure("archive_needs_rewriting", "; ".join(found[:20]), 0)
    return {**made, "attached": attached, "hadSpecialMetadata": special}


def _remove_forbidden(root: Value, part: int) -> None:
    names = get_dict(root, "/Names")
    for holder, keys in ((root, ("/AA", "/OpenAction", "/Collection", "/Perms")), (names, FORBIDDEN_NAMES[part])):
        for key in keys:
            if holder is not None and key in holder:
                del holder[key]
    if part == 2 and "/AF" in root:
        del root["/AF"]


def _describe_link(mark: Value) -> None:
    """Describes a link by its address, unless it is described already."""
    if mark.get("/Subtype") != "/Link" or is_string(mark.get("/Contents")):
        return
    action = get_dict(mark, "/A")
    address: Value = action.get("/URI") if action is not None else None
    text = decode_text(bytes(address)) if is_string(address) else "Link within the document"
    mark["/Contents"] = String(encode_text(text))


def _find_process_colours(pdf: Pdf) -> list[str]:
    """Lists colours that the output intent, which is RGB, says nothing about."""
    for item in pdf.objects:
        try:
            values = list_items(item) if is_array(item) else [item.get(key) for key in item] if is_dict(item) else []
            if any(is_name(value) and value == "/DeviceCMYK" for value in values):
                return ["CMYK"]
            draws = item.get("/Type") == "/Page" if is_dict(item) else False
            draws = draws or (is_stream(item) and (item.get("/Subtype") == "/Form" or "/PatternType" in item))
            if draws and read_operators(item, "k K"):
                return ["CMYK"]
        except MALFORMED:
            continue
    return []
