"""Removes what a document tells about its making, and what people wrote on it: metadata, data of programs, comments, embedded files."""

from pikepdf import Array

from ..attachments import list_attachments, remove_attachments
from ..inspection.comments import KINDS
from ..objects import MALFORMED, get_dict, is_dict, list_items
from ..redaction.cleaning import OF_TRAILER
from ..source import Source

ABOUT = ("/Metadata", "/PieceInfo", "/Thumb", "/LastModified")
OF_DOCUMENT = ("/SpiderInfo", "/Collection")
#: Marks that hold sound, films or models.
MEDIA = {"/Sound", "/Movie", "/Screen", "/RichMedia", "/3D"}


def remove_metadata(source: Source) -> None:
    for key in [key for key in source.pdf.trailer if key not in OF_TRAILER]:
        del source.pdf.trailer[key]
    for item in [source.root, *source.pdf.objects]:
        try:
            for key in (*ABOUT, *(OF_DOCUMENT if item is source.root else ())):
                if is_dict(item) and key in item:
                    del item[key]
        except MALFORMED:
            source.note_repair()


def remove_embedded_files(source: Source) -> int:
    """Removes attachments and embedded media, and returns their number."""
    found = list_attachments(source)
    remove_attachments(source, {attachment.stream.objgen for attachment in found})
    names = get_dict(source.root, "/Names")
    for key in ("/EmbeddedFiles", "/Renditions", "/AlternatePresentations"):
        if names is not None and key in names:
            del names[key]
    for item in [source.root, *source.pdf.objects]:
        try:
            if is_dict(item) and "/AF" in item:
                del item["/AF"]
        except MALFORMED:
            source.note_repair()
    return len(found) + _remove_marks(source, MEDIA)


def remove_comments(source: Source) -> int:
    """Removes notes, highlights, drawings and stamps, and returns their number."""
    kinds = KINDS.keys() - {"/FileAttachment"}
    removed = _remove_marks(source, kinds)
    _remove_marks(source, {"/Popup"})
    return removed


def _remove_marks(source: Source, kinds: set[str]) -> int:
    removed = 0
    for page in source.pages:
        marks = list_items(page.get("/Annots"))
        kept = [mark for mark in marks if not is_dict(mark) or str(mark.get("/Subtype")) not in kinds]
        if len(kept) < len(marks):
            removed += len(marks) - len(kept)
            page["/Annots"] = Array(kept)
    return removed
