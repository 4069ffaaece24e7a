"""Describes a message as JSON."""

import re
from email.utils import getaddresses, parsedate_to_datetime
from typing import Any

from clean_html import html_to_text

from parts import Message


def list_addresses(value: str) -> list[dict[str, str]]:
    listed = []
    for name, address in getaddresses([value]):
        if re.fullmatch(r"\S+@\S+", address):
            listed.append({**({"name": name} if name else {}), "address": address})
        elif name or address:
            listed.append({"name": name or address})
    return listed


def describe_message(message: Message) -> dict[str, Any]:
    described: dict[str, Any] = {}
    for name, header in (("from", "From"), ("to", "To"), ("cc", "Cc"), ("bcc", "Bcc"), ("replyTo", "Reply-To")):
        addresses = list_addresses(message.header(header))
        if addresses:
            described[name] = addresses
    for name, header in (("subject", "Subject"), ("messageId", "Message-ID"), ("inReplyTo", "In-Reply-To")):
        if message.header(header):
            described[name] = message.header(header)
    if message.header("Date"):
        try:
            described["date"] = parsedate_to_datetime(message.header("Date")).isoformat()
        except (ValueError, TypeError):
            described["date"] = message.header("Date")
    if message.event:
        event = message.event
        facts = {"start": event.start, "end": event.end, "timeZone": event.zone, "place": event.place}
        described["appointment"] = {name: fact for name, fact in facts.items() if fact}
    described["text"] = (message.text or html_to_text(message.html)).replace("\r\n", "\n")
    if message.html:
        described["html"] = message.html
    described["attachments"] = [
        {"filename": each.name, "contentType": each.type, "size": len(each.data)} for each in message.attachments
    ]
    described["headers"] = [
        {"name": name, "value": message.header(name) if message.source.get_all(name, [])[1:] == [] else str(value)}
        for name, value in message.source.raw_items()
    ]
    return described
