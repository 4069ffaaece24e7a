"""Inverts the colours of all pages: white over everything, blended as the difference from what is below."""

from pikepdf import Dictionary, Name

from parts.content import add_resource, draw_over, draw_under
from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.flattening import flatten_document
from parts.geometry import write_matrix
from parts.outcome import report_progress
from parts.saving import save_changed
from parts.source import open_source
from parts.visible import measure_whole


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    labels = read_labels(source.pdf, request.get("labels"))
    flattened, missing = flatten_document(source, True, True, labels)
    if missing and labels is None:
        return {**describe_missing(missing), "repaired": source.repaired, "signed": signed}
    state = source.pdf.make_indirect(Dictionary(Type=Name.ExtGState, BM=Name.Difference, ca=1, SMask=Name("/None")))
    for index, page in enumerate(source.pages):
        whole = measure_whole(page)
        area = f"{write_matrix(whole.matrix)} cm 1 g 0 0 {whole.width:.3f} {whole.height:.3f} re f"
        name = add_resource(page, "/ExtGState", "/Inverted", state)
        # Paper is transparent until something is drawn on it, and the opposite of nothing would be white.
        draw_under(page, f"/Artifact BMC q {area} Q EMC\n".encode())
        draw_over(page, f"/Artifact BMC q {name} gs {area} Q EMC\n".encode())
        # Inks would be inverted one by one, so that black text became brown.
        page["/Group"] = Dictionary(Type=Name.Group, S=Name.Transparency, CS=Name.DeviceRGB, I=True)
        report_progress(index, 2 * len(source.pages))
    return {**save_changed(source, request["output"]), "signed": signed, "flattened": flattened}
