"""Sets metadata in both places where a document keeps them."""

from parts.archive.xmp import write_info
from parts.saving import save_changed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    pdf = source.pdf
    if request["clear"]:
        for holder, key in ((pdf.trailer, "/Info"), (pdf.Root, "/Metadata"), (pdf.Root, "/PieceInfo")):
            if key in holder:
                del holder[key]
    write_info(pdf, request["set"], request["custom"])
    return save_changed(source, request["output"])
