"""Saves documents."""

from typing import Any

from pikepdf import Pdf, StreamDecodeLevel

from .objects import MALFORMED
from .outcome import Failure, report_progress
from .source import Source


def save_pdf(pdf: Pdf, path: str, **how: Any) -> bool:
    """Saves, and says whether all went well: streams that cannot be decoded are then passed on as they are."""
    how = {"fix_metadata_version": False, **how}
    # qpdf writes the right number, or none if a broken trailer had none.
    if "/Size" not in pdf.trailer:
        pdf.trailer["/Size"] = 0
    try:
        pdf.save(path, **how)
        return True
    except MALFORMED:
        pass
    try:
        pdf.save(path, **{**how, "stream_decode_level": StreamDecodeLevel.none, "compress_streams": False})
        return False
    except MALFORMED as error:
        raise Failure("unreadable_input", f"save: {error}", 0) from None


def save_changed(source: Source, path: str, **how: Any) -> dict:
    """Saves a document that was changed where it is."""
    signed = source.signed
    # Permissions granted by a signature (usage rights, certification) end with it, and viewers warn about stale ones.
    if "/Perms" in source.root:
        del source.root["/Perms"]
    how = {"progress": lambda percent: report_progress(percent, 100), **how}
    sound = save_pdf(source.pdf, path, **how)
    return {"pages": len(source.pages), "repaired": source.repaired or not sound, "signed": signed}
