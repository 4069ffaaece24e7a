"""Claims standards in a document that is kept as it is: in its XMP, and by an output intent."""

import re
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Pdf, String

from .xmp import parse_date, read_all_info

# The profile comes with Ghostscript.
PROFILE = "/usr/share/color/icc/ghostscript/srgb.icc"
PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
{properties}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of PDF/UA</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>"""
ALTERNATIVES = '<{0}><rdf:Alt><rdf:li xml:lang="x-default">{1}</rdf:li></rdf:Alt></{0}>'
LIST = "<{0}><rdf:Seq><rdf:li>{1}</rdf:li></rdf:Seq></{0}>"
PLAIN = "<{0}>{1}</{0}>"
#: How each entry of the information dictionary is written as XMP.
PROPERTIES = {
    "title": ("dc:title", ALTERNATIVES),
    "author": ("dc:creator", LIST),
    "subject": ("dc:description", ALTERNATIVES),
    "keywords": ("pdf:Keywords", PLAIN),
    "creator": ("xmp:CreatorTool", PLAIN),
    "producer": ("pdf:Producer", PLAIN),
    "created": ("xmp:CreateDate", PLAIN),
    "modified": ("xmp:ModifyDate", PLAIN),
}
FORBIDDEN_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def claim_accessible_archive(pdf: Pdf, part: int) -> None:
    """Replaces the XMP by one that says what the information dictionary says, and claims PDF/A at level b and PDF/UA-1."""
    info = read_all_info(pdf)
    written = [
        form.format(name, escape(FORBIDDEN_IN_XML.sub("", parse_date(info[key]))))
        for key, (name, form) in PROPERTIES.items()
        if key in info
    ]
    packet = PACKET.format(part=part, properties="\n".join(written)).encode("utf-8")
    metadata = pdf.make_stream(packet, Dictionary(Type=Name.Metadata, Subtype=Name.XML))
    pdf.Root["/Metadata"] = metadata
    viewer = pdf.Root.get("/ViewerPreferences")
    pdf.Root["/ViewerPreferences"] = Dictionary(
        {**(dict(viewer.items()) if viewer is not None else {}), "/DisplayDocTitle": True}
    )


def add_output_intent(pdf: Pdf) -> None:
    """Says that the numbers of colours mean sRGB."""
    with open(PROFILE, "rb") as file:
        profile = pdf.make_stream(file.read(), Dictionary(N=3))
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        DestOutputProfile=profile,
        OutputConditionIdentifier=String("sRGB"),
        Info=String("sRGB IEC61966-2.1"),
    )
    pdf.Root["/OutputIntents"] = Array([pdf.make_indirect(intent)])
