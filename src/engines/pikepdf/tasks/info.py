"""Describes a document: its pages, fonts, lock, claims, tags, form, signatures, scripts, links and comments."""

from parts.archive.xmp import read_all_info
from parts.inspection.claims import read_claims
from parts.inspection.comments import list_comments
from parts.inspection.fonts import list_fonts
from parts.inspection.form import describe_form, describe_signatures
from parts.inspection.page_facts import describe_page
from parts.inspection.security import describe_encryption, list_links, read_scripts
from parts.objects import get_dict, is_string, walk_tree
from parts.outcome import report_progress
from parts.pages import list_chosen
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    root = source.root
    chosen = list(dict.fromkeys(list_chosen(request["spans"], len(source.pages))))
    pages = []
    for done, index in enumerate(chosen):
        pages.append(describe_page(index + 1, source.pages[index]))
        report_progress(done, len(chosen))
    names = get_dict(root, "/Names")
    mark = get_dict(root, "/MarkInfo")
    language = root.get("/Lang")
    scripts, script_texts = read_scripts(source)
    numbered = [(index + 1, source.pages[index]) for index in chosen]
    described = {
        "version": source.pdf.pdf_version,
        "pageCount": len(source.pages),
        "metadata": read_all_info(source.pdf),
        "language": str(language) if is_string(language) else None,
        "encryption": describe_encryption(source.pdf),
        "claims": read_claims(source),
        "tagged": get_dict(root, "/StructTreeRoot") is not None and mark is not None and mark.get("/Marked") is True,
        "bookmarks": get_dict(get_dict(root, "/Outlines"), "/First") is not None,
        "form": describe_form(source),
        "signatures": describe_signatures(source),
        "attachments": sum(1 for _ in walk_tree(names.get("/EmbeddedFiles"), "/Names")) if names is not None else 0,
        "layers": len((get_dict(root, "/OCProperties") or {}).get("/OCGs") or ()),
        "scripts": scripts,
        "scriptTexts": script_texts,
        "fonts": list_fonts(source.pdf),
        "links": list_links(numbered),
        "comments": list_comments(numbered),
        "scannedPages": [page["page"] for page in pages if page["scanned"]],
        "pages": pages,
    }
    return {"described": described, "repaired": source.repaired, "signed": source.signed}
