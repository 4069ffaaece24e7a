"""The profiles of electronic invoices in PDF: Factur-X and ZUGFeRD."""

import re
from xml.etree import ElementTree

from ..outcome import Failure

#: The profile by the end of the guideline that the invoice follows.
GUIDELINES = (
    (r"urn:factur-x\.eu:1p0:minimum$|urn:zugferd\.de:2p0:minimum$", "MINIMUM"),
    (r"urn:factur-x\.eu:1p0:basicwl$|urn:zugferd\.de:2p0:basicwl$", "BASIC WL"),
    (r"urn:factur-x\.eu:1p0:basic$|urn:zugferd\.de:2p0:basic$|CrossIndustryDocument:invoice:1p0:basic$", "BASIC"),
    (r"xrechnung_\d", "XRECHNUNG"),
    (r"urn:factur-x\.eu:1p0:extended$|urn:zugferd\.de:2p0:extended$|invoice:1p0:extended$", "EXTENDED"),
    (r"^urn:cen\.eu:en16931:2017$|urn:zugferd\.de:2p0:en16931$", "EN 16931"),
    (r"CrossIndustryDocument:invoice:1p0:comfort$", "COMFORT"),
)
#: Profiles that hold less than the page shows, so that the file is data and no alternative to it.
PARTIAL = ("MINIMUM", "BASIC WL")
FILENAMES = ("factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml")
#: The facts about an invoice that callers read, by the path of their elements, without namespaces.
FACTS = {
    "number": "ExchangedDocument/ID",
    "type": "ExchangedDocument/TypeCode",
    "date": "ExchangedDocument/IssueDateTime/DateTimeString",
    "seller": "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/Name",
    "buyer": "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/Name",
    "currency": "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode",
    "total": "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement"
    "/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount",
}


class Invoice:
    def __init__(self, data: bytes) -> None:
        self.data = data
        # An invoice has no document type, and one could declare entities that unfold without end.
        if re.search(rb"<!\s*(DOCTYPE|ENTITY)", data.replace(b"\0", b"")):
            raise Failure("invoice_unknown", "a document type")
        try:
            root = ElementTree.fromstring(data)
        except (ElementTree.ParseError, ValueError, LookupError) as error:
            raise Failure("invoice_unknown", f"XML: {error}") from None
        for element in root.iter():
            if isinstance(element.tag, str):
                element.tag = element.tag.rpartition("}")[2]
        if root.tag not in ("CrossIndustryInvoice", "CrossIndustryDocument"):
            raise Failure("invoice_unknown", f"the root is {root.tag[:100]}")
        self.is_old = root.tag == "CrossIndustryDocument"
        self._root = root
        self.guideline = next(
            (
                (element.text or "").strip()
                for parent in root.iter("GuidelineSpecifiedDocumentContextParameter")
                for element in parent.iter("ID")
            ),
            "",
        )

    @property
    def profile(self) -> str | None:
        return next((name for pattern, name in GUIDELINES if re.search(pattern, self.guideline)), None)

    @property
    def filename(self) -> str:
        if self.is_old:
            return "ZUGFeRD-invoice.xml"
        return "xrechnung.xml" if self.profile == "XRECHNUNG" else "factur-x.xml"

    def list_facts(self) -> dict[str, str | None]:
        return {name: (self._root.findtext(path) or "").strip() or None for name, path in FACTS.items()}

    def list_missing(self) -> list[str]:
        """Lists what every invoice must say and this one does not. Older files have other names for it."""
        facts = {} if self.is_old else self.list_facts()
        return [f"The invoice has no {name}." for name, value in facts.items() if value is None]
