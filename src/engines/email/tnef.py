"""Reads TNEF, the file winmail.dat that Outlook sends instead of attachments (MS-OXTNEF)."""

import struct
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

from outlook import read_time, set_header, write_address
from rtf import decompress_rtf, rtf_to_html, rtf_to_text

SIGNATURE = 0x223E9F78
MESSAGE_LEVEL = 1
SUBJECT, BODY, MESSAGE_PROPERTIES, CODE_PAGE = 0x8004, 0x800C, 0x9003, 0x9007
RENDERING, TITLE, DATA, ATTACHMENT_PROPERTIES = 0x9002, 0x8010, 0x800F, 0x9005
PROPERTY_BODY, PROPERTY_RTF, PROPERTY_HTML, LONG_NAME, OBJECT = 0x1000, 0x1009, 0x1013, 0x3707, 0x3701
FIXED = {0x0002: 4, 0x0003: 4, 0x0004: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x000A: 4, 0x000B: 4, 0x0014: 8, 0x0040: 8}
GUID = 0x0048
VARIABLE = {0x001E, 0x001F, 0x0102, 0x000D}


class NotTnef(Exception):
    pass


@dataclass
class TnefAttachment:
    name: str = "attachment"
    data: bytes = b""


@dataclass
class TnefContent:
    subject: str = ""
    sender: str = ""
    date: str = ""
    text: str = ""
    html: str = ""
    attachments: list[TnefAttachment] = field(default_factory=list)


def read_properties(data: bytes, encoding: str) -> dict[int, Any]:
    """Reads MAPI properties as far as they can be told apart: text is decoded, the rest stays bytes."""
    found: dict[int, Any] = {}
    (count,) = struct.unpack_from("<I", data)
    at = 4
    for _ in range(min(count, 10_000)):
        kind, tag = struct.unpack_from("<HH", data, at)
        at += 4
        if tag >= 0x8000:
            (is_named,) = struct.unpack_from("<I", data, at + 16)
            at += 20
            if is_named == 0:
                at += 4
            else:
                (length,) = struct.unpack_from("<I", data, at)
                at += 4 + (length + 3) // 4 * 4
        base, is_many = kind & 0x0FFF, kind & 0x1000
        values = 1
        if is_many or base in VARIABLE:
            (values,) = struct.unpack_from("<I", data, at)
            at += 4
        for _ in range(values):
            if base in VARIABLE:
                (length,) = struct.unpack_from("<I", data, at)
                value: Any = data[at + 4 : at + 4 + length]
                at += 4 + (length + 3) // 4 * 4
            else:
                length = 16 if base == GUID else FIXED.get(base, 4)
                value = data[at : at + length]
                at += (length + 3) // 4 * 4
            if base == 0x001E:
                value = value.rstrip(b"\0").decode(encoding, "replace")
            elif base == 0x001F:
                value = value.decode("utf-16-le", "replace").rstrip("\0")
            found[tag] = value
    return found


def read_safely(data: bytes, encoding: str) -> dict[int, Any]:
    try:
        return read_properties(data, encoding)
    except (struct.error, IndexError):
        return {}


def use_headers(content: TnefContent, properties: dict[int, Any]) -> None:
    def text(*tags: int) -> str:
        return next((properties[tag] for tag in tags if isinstance(properties.get(tag), str) and properties[tag]), "")

    content.subject = content.subject or text(0x0037, 0x0070)
    content.sender = write_address(text(0x0C1A, 0x0042), text(0x5D02, 0x0C1F, 0x0065))
    when = read_time(properties.get(0x0039) or properties.get(0x0E06) or b"")
    content.date = format_datetime(when) if when else ""


def use_body(content: TnefContent, properties: dict[int, Any]) -> None:
    if isinstance(properties.get(PROPERTY_BODY), str):
        content.text = properties[PROPERTY_BODY]
    if isinstance(properties.get(PROPERTY_HTML), bytes):
        content.html = properties[PROPERTY_HTML].decode("utf-8", "replace")
    elif isinstance(properties.get(PROPERTY_RTF), bytes):
        rtf = decompress_rtf(properties[PROPERTY_RTF])
        content.html = rtf_to_html(rtf)
        content.text = content.text or rtf_to_text(rtf)


def read_tnef(data: bytes) -> TnefContent:
    if len(data) < 6 or struct.unpack_from("<I", data)[0] != SIGNATURE:
        raise NotTnef("no signature of TNEF")
    content = TnefContent()
    encoding = "cp1252"
    at = 6
    while at + 9 <= len(data):
        level, attribute, length = struct.unpack_from("<BII", data, at)
        tag = attribute & 0xFFFF
        value = data[at + 9 : at + 9 + length]
        at += 9 + length + 2
        if len(value) < length:
            break
        if tag == CODE_PAGE and length >= 4:
            page = struct.unpack_from("<I", value)[0]
            encoding = "utf-8" if page == 65001 else f"cp{page}" if page in range(437, 1259) else encoding
        elif level == MESSAGE_LEVEL and tag == SUBJECT:
            content.subject = value.rstrip(b"\0").decode(encoding, "replace")
        elif level == MESSAGE_LEVEL and tag == BODY:
            content.text = value.rstrip(b"\0").decode(encoding, "replace")
        elif level == MESSAGE_LEVEL and tag == MESSAGE_PROPERTIES:
            properties = read_safely(value, encoding)
            use_headers(content, properties)
            use_body(content, properties)
        elif tag == RENDERING:
            content.attachments.append(TnefAttachment())
        elif content.attachments:
            use_attachment(content.attachments[-1], tag, value, encoding)
    return content


def use_attachment(attachment: TnefAttachment, tag: int, value: bytes, encoding: str) -> None:
    if tag == TITLE:
        attachment.name = value.rstrip(b"\0").decode(encoding, "replace") or attachment.name
    elif tag == DATA:
        attachment.data = value
    elif tag == ATTACHMENT_PROPERTIES:
        properties = read_safely(value, encoding)
        attachment.name = properties.get(LONG_NAME) or attachment.name
        inner = properties.get(OBJECT)
        # The first sixteen bytes of an object say of what kind it is.
        if not attachment.data and isinstance(inner, bytes):
            attachment.data = inner[16:]


def tnef_to_message(data: bytes) -> EmailMessage:
    content = read_tnef(data)
    message = EmailMessage()
    for name, value in (("Subject", content.subject), ("From", content.sender), ("Date", content.date)):
        set_header(message, name, value)
    message.set_content(content.text or "")
    if content.html:
        message.add_alternative(content.html, subtype="html")
    for each in content.attachments:
        message.add_attachment(each.data, maintype="application", subtype="octet-stream", filename=each.name)
    return message
