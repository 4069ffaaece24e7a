"""Writes and reads the XMP by which programs recognise an electronic invoice in a PDF."""

import re
from xml.sax.saxutils import escape

from pikepdf import Pdf

from ..objects import is_dict
from ..outcome import Failure

FACTURX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"
OLD = "urn:ferd:pdfa:CrossIndustryDocument:invoice:1p0#"
FIELDS = ("DocumentFileName", "DocumentType", "Version", "ConformanceLevel")

PROPERTY = (
    "<rdf:li rdf:parseType='Resource'><pdfaProperty:name>{}</pdfaProperty:name>"
    "<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>"
    "<pdfaProperty:description>{} of the invoice</pdfaProperty:description></rdf:li>"
)
#: PDF/A asks for a description of every schema of one's own.
DESCRIPTION = (
    "<rdf:Description rdf:about='' xmlns:fx='{space}'><fx:DocumentType>INVOICE</fx:DocumentType>"
    "<fx:DocumentFileName>{file}</fx:DocumentFileName><fx:Version>1.0</fx:Version>"
    "<fx:ConformanceLevel>{level}</fx:ConformanceLevel></rdf:Description>"
    "<rdf:Description rdf:about='' xmlns:pdfaExtension='http://www.aiim.org/pdfa/ns/extension/' "
    "xmlns:pdfaSchema='http://www.aiim.org/pdfa/ns/schema#' xmlns:pdfaProperty='http://www.aiim.org/pdfa/ns/property#'>"
    "<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType='Resource'>"
    "<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>"
    "<pdfaSchema:namespaceURI>{space}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>"
    "<pdfaSchema:property><rdf:Seq>{properties}</rdf:Seq></pdfaSchema:property>"
    "</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>"
)


def claim_invoice(pdf: Pdf, filename: str, level: str, is_old: bool) -> None:
    """Makes the XMP of a PDF/A-2b claim PDF/A-3b and the invoice."""
    xmp = pdf.Root.Metadata.read_bytes().decode("utf-8")
    xmp, parts = re.subn(r"(pdfaid:part(?:>|=['\"])\s*)2", r"\g<1>3", xmp)
    described = DESCRIPTION.format(
        space=OLD if is_old else FACTURX,
        file=escape(filename),
        level=escape(level),
        properties="".join(PROPERTY.format(name, name) for name in FIELDS),
    )
    xmp, ends = re.subn(r"</rdf:RDF>", lambda _: described + "</rdf:RDF>", xmp)
    if not parts or ends != 1:
        raise Failure("unsupported_content", "XMP without a claim of PDF/A")
    pdf.Root.Metadata.write(xmp.encode("utf-8"))


def read_claims(pdf: Pdf) -> dict[str, str | None]:
    """Reads what the XMP says about PDF/A and the invoice."""
    metadata = pdf.Root.get("/Metadata")
    xmp = metadata.read_bytes().decode("utf-8", "replace") if is_dict(metadata) else ""
    prefix = re.search(rf"xmlns:([\w.-]{{1,40}})=['\"](?:{re.escape(FACTURX)}|{re.escape(OLD)})['\"]", xmp)
    space = prefix.group(1) if prefix else "fx"
    return {
        "pdfaPart": _find(xmp, "pdfaid:part"),
        "pdfaConformance": _find(xmp, "pdfaid:conformance"),
        "filename": _find(xmp, f"{space}:DocumentFileName"),
        "profile": _find(xmp, f"{space}:ConformanceLevel"),
    }


def _find(xmp: str, name: str) -> str | None:
    found = re.search(rf"{re.escape(name)}(?:\s*=\s*['\"]([^'\"<]{{0,200}})|>\s*([^<]{{0,200}}))", xmp)
    return ((found.group(1) or found.group(2) or "").strip() or None) if found else None
