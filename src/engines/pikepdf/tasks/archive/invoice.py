"""Attaches an electronic invoice to an archive, takes it out, or checks it."""

from parts.attachments import Attachment, add_attachment, copy_attachments, list_attachments
from parts.invoice.metadata import claim_invoice, read_claims
from parts.invoice.profiles import FILENAMES, PARTIAL, Invoice
from parts.objects import MALFORMED
from parts.outcome import Failure
from parts.saving import save_pdf
from parts.source import Source, open_source


def run(request: dict) -> dict:
    action = request["action"]
    if action == "read":
        with open(request["invoice"], "rb") as file:
            return {"profile": _require_profile(Invoice(file.read()), request["profile"])}
    if action == "attach":
        return _attach(request)
    source = open_source(request)
    facts = {"pages": len(source.pages), "repaired": source.repaired, "signed": False}
    found = _find_invoice(source)
    if action == "check":
        return {**facts, "report": _check(source, found, request)}
    if found is None:
        raise Failure("no_invoice", "no invoice")
    data = found.read(request["maxUnpackedBytes"])
    invoice = Invoice(data)
    with open(request["output"], "wb") as file:
        file.write(data)
    return {**facts, "profile": invoice.profile, "name": found.name}


def _require_profile(invoice: Invoice, wanted: str | None) -> str:
    if invoice.profile is None:
        raise Failure("invoice_unknown", f"guideline {invoice.guideline[:200]}")
    if wanted is not None and wanted != invoice.profile:
        raise Failure("invoice_of_other_profile", f"{invoice.profile}")
    return invoice.profile


def _find_invoice(source: Source) -> Attachment | None:
    return next((found for found in list_attachments(source) if found.name.lower() in FILENAMES), None)


def _attach(request: dict) -> dict:
    """The first document is the archive to attach to, the second the one it was made of, whose attachments are kept."""
    source, original = open_source(request), open_source(request, 1)
    with open(request["invoice"], "rb") as file:
        invoice = Invoice(file.read())
    profile = _require_profile(invoice, request["profile"])
    pdf = source.pdf
    copy_attachments(original, pdf, request["maxUnpackedBytes"], leave_out=FILENAMES)
    relationship = "Data" if profile in PARTIAL else "Alternative"
    add_attachment(pdf, invoice.filename, invoice.data, "text/xml", relationship, "Electronic invoice")
    claim_invoice(pdf, invoice.filename, profile, invoice.is_old)
    save_pdf(pdf, request["output"])
    return {
        "pages": len(source.pages),
        "profile": profile,
        "name": invoice.filename,
        "problems": invoice.list_missing(),
    }


def _check(source: Source, found: Attachment | None, request: dict) -> dict:
    claims = read_claims(source.pdf)
    problems: list[str] = []
    report: dict = {"valid": False, "profile": None, "guideline": None, "attachment": None, "metadata": claims}
    if found is None:
        return {**report, "invoice": None, "problems": ["The document has no attached invoice."]}
    report["attachment"] = found.describe()
    try:
        invoice = Invoice(found.read(request["maxUnpackedBytes"]))
    except (Failure, *MALFORMED):
        return {**report, "invoice": None, "problems": ["The attached file is not an invoice that can be read."]}
    report["profile"], report["guideline"] = invoice.profile, invoice.guideline
    if invoice.profile is None:
        problems.append("The guideline of the invoice is not known.")
    if request["profile"] is not None and invoice.profile != request["profile"]:
        problems.append(f"The profile is {invoice.profile}, not {request['profile']}.")
    if claims["pdfaPart"] != "3":
        problems.append("The document does not claim to be PDF/A-3.")
    if claims["profile"] is None:
        problems.append("The metadata do not name the invoice.")
    elif invoice.profile is not None and claims["profile"].replace("_", " ").upper() != invoice.profile:
        problems.append(f"The metadata name the profile {claims['profile']}, the invoice {invoice.profile}.")
    if claims["filename"] is not None and claims["filename"] != found.name:
        problems.append(f"The metadata name the file {claims['filename']}, which is attached as {found.name}.")
    if report["attachment"]["relationship"] not in ("Alternative", "Data", "Source"):
        problems.append("The attachment does not say how it is related to the document.")
    problems += invoice.list_missing()
    return {**report, "valid": not problems, "invoice": invoice.list_facts(), "problems": problems}
