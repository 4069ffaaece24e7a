"""What another engine needs to know before it draws pages: which ones, and a file it can open without a password."""

from parts.fonts import MissingFonts
from parts.pages import chosen
from parts.saving import save
from parts.source import open_source
from parts.visible import user_unit


def run(request: dict) -> dict:
    source = open_source(request)
    indexes = list(dict.fromkeys(chosen(request["spans"], len(source.pages))))
    missing = MissingFonts()
    without_fonts = [index for index in indexes if missing.on(source.pages[index])]
    repaired = source.repaired
    # A table that hides objects from readers of old (XRefStm) hides them from this one too.
    rewritten = source.pdf.is_encrypted or repaired or "/XRefStm" in source.pdf.trailer
    if rewritten:
        save(source.pdf, request["output"])
    return {
        "count": len(source.pages),
        "indexes": indexes,
        "withoutFonts": without_fonts,
        "units": [user_unit(source.pages[index]) for index in indexes],
        "rewritten": rewritten,
        "repaired": repaired,
        "signed": False,
    }
