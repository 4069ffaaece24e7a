"""What another engine needs to know before it draws pages: which ones, and a file it can open without a password."""

from parts.fonts import MissingFonts
from parts.pages import chosen
from parts.saving import save
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    indexes = list(dict.fromkeys(chosen(request["spans"], len(source.pages))))
    missing = MissingFonts()
    without_fonts = [index for index in indexes if missing.on(source.pages[index])]
    repaired = source.repaired
    rewritten = source.pdf.is_encrypted or repaired
    if rewritten:
        save(source.pdf, request["output"])
    return {
        "count": len(source.pages),
        "indexes": indexes,
        "withoutFonts": without_fonts,
        "rewritten": rewritten,
        "repaired": repaired,
        "signed": False,
    }
