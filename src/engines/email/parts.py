"""The parts of a message: its headers, its text, the pictures it shows, and its attachments."""

import html
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote

from events import Event, read_event
from smime import read_signed
from text import read_text, text_to_html
from tnef import NotTnef, read_tnef

MAX_PARTS = 2000
SHOWN_PICTURES = {"image/jpeg", "image/png", "image/gif", "image/webp"}


@dataclass
class Attachment:
    name: str
    type: str
    data: bytes
    content_id: str = ""


@dataclass
class Message:
    source: EmailMessage
    html: str = ""
    text: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    """Pictures by their content ids, for the page to show."""
    pictures: dict[str, Attachment] = field(default_factory=dict)
    event: Event | None = None
    """True if the message has more parts than are read."""
    is_cut: bool = False
    """True if only its headers could be read, because it is encrypted."""
    is_encrypted: bool = False

    def header(self, name: str) -> str:
        try:
            return str(self.source.get(name) or "").replace("\n", " ").strip()
        except Exception:  # The parser of Python fails on some broken headers.
            found = [value for key, value in self.source.raw_items() if key.lower() == name.lower()]
            return str(found[0]) if found else ""


def read_bytes(part: EmailMessage) -> bytes:
    if part.get_content_maintype() == "message":
        inner: Any = part.get_payload()
        # A report of a delivery has a block for each recipient.
        return b"".join(each.as_bytes() for each in inner) if isinstance(inner, list) else b""
    data: Any = part.get_payload(decode=True)
    return data or b""


def name_attachment(part: EmailMessage) -> str:
    """Names an attachment; a forwarded message without a filename is named by its subject."""
    name = part.get_filename()
    if name:
        return str(name)
    if part.get_content_type() == "message/rfc822":
        inner: Any = part.get_payload()
        subject = inner[0].get("Subject") if isinstance(inner, list) and inner else None
        return f"{subject or 'message'}.eml"
    kind = part.get_content_type()
    if kind in ("message/delivery-status", "text/rfc822-headers"):
        return f"{kind.partition('/')[2]}.txt"
    endings = {"text/plain": ".txt", "text/html": ".html", "text/calendar": ".ics", "image/jpeg": ".jpg"}
    ending = endings.get(kind, "." + re.sub(r"\W.*", "", kind.partition("/")[2]) if "image/" in kind else "")
    return f"attachment{ending}"


def list_leaves(part: EmailMessage) -> tuple[list[tuple[EmailMessage, bool]], bool]:
    """
    Lists the parts that contain no other parts, and whether each is one of several alternatives. A message within the message
    counts as such a part. Also returns whether there are more than are listed.
    """
    leaves: list[tuple[EmailMessage, bool]] = []
    waiting: list[tuple[Any, bool]] = [(part, False)]
    while waiting and len(leaves) < MAX_PARTS:
        each, is_alternative = waiting.pop(0)
        if each.get_content_maintype() == "multipart" and isinstance(each.get_payload(), list):
            are_alternatives = each.get_content_type() == "multipart/alternative"
            waiting = [(inner, are_alternatives) for inner in each.get_payload()] + waiting
        else:
            leaves.append((each, is_alternative))
    return leaves, bool(waiting)


def add_text(message: Message, part: EmailMessage, is_alternative: bool) -> bool:
    """Adds a part that mail programs show below the text: Apple's put pictures between pieces of text, lists add a footer."""
    kind = part.get_content_type()
    # A message in parts whose border is missing is text.
    is_text = kind == "text/plain" or part.get_content_maintype() == "multipart"
    if part.get_content_disposition() == "attachment" or part.get_filename() or not (is_text or kind == "text/html"):
        return False
    more = read_text(part)
    if kind == "text/html":
        message.html = (message.html or text_to_html(message.text)) + more
        return True
    message.text = f"{message.text.rstrip()}\n\n{more}" if message.text.strip() else more
    if message.html and not is_alternative:
        message.html += text_to_html(more)
    return True


def show_picture(message: Message, picture: Attachment) -> None:
    """Shows a picture where it stands among the parts, although no text refers to it."""
    content_id = f"part-{len(message.pictures)}"
    message.pictures[content_id] = picture
    message.html = (message.html or text_to_html(message.text)) + f'<p><img src="cid:{content_id}"></p>'


def find_bodies(content: EmailMessage, leaves: list[tuple[EmailMessage, bool]]) -> dict[str, EmailMessage]:
    """
    Finds the parts with the text. Two parts of which neither is an alternative to another follow each other: the first is
    the body, and the other one is added to it.
    """
    bodies: dict[str, EmailMessage] = {}
    for kind in ("html", "plain"):
        body: Any = content.get_body(preferencelist=(kind,))
        if body is not None:
            bodies[kind] = body
    if len(bodies) == 2 and not any(part is bodies["plain"] and other for part, other in leaves):
        order = [part for part, _ in leaves]
        later = max(bodies, key=lambda kind: next(at for at, part in enumerate(order) if part is bodies[kind]))
        del bodies[later]
    return bodies


def find_shown(page: str) -> set[str]:
    """Finds the content ids that a page refers to, which addresses may have in an encoded form."""
    return {unquote(html.unescape(found)) for found in re.findall(r"""\bcid:([^"'\s)>]+)""", page, re.I)}


def open_message(source: EmailMessage) -> Message:
    content = read_signed(source)
    message = Message(source)
    leaves, message.is_cut = list_leaves(content)
    bodies = find_bodies(content, leaves)
    if "html" in bodies:
        message.html = read_text(bodies["html"])
    if "plain" in bodies:
        message.text = read_text(bodies["plain"])
    for part, is_alternative in leaves:
        if any(part is body for body in bodies.values()) or add_text(message, part, is_alternative):
            continue
        if part.get_content_type() == "text/calendar":
            message.event = message.event or read_event(read_text(part))
        content_id = str(part.get("Content-ID") or "").strip().strip("<>")
        found = Attachment(name_attachment(part), part.get_content_type(), read_bytes(part), content_id)
        # A picture that the text shows is not an attachment to its reader.
        if content_id and found.type.startswith("image/") and content_id in find_shown(message.html):
            message.pictures[content_id] = found
        elif found.type in ("application/ms-tnef", "application/vnd.ms-tnef"):
            message.attachments += unwrap_tnef(message, found)
        elif found.data or part.get_filename():
            if found.type in SHOWN_PICTURES and part.get_content_disposition() == "inline":
                show_picture(message, found)
            message.attachments.append(found)
    return message


def unwrap_tnef(message: Message, wrapped: Attachment) -> list[Attachment]:
    """Returns the attachments in a winmail.dat, and adds its text where the message has none of its own."""
    try:
        content = read_tnef(wrapped.data)
    except NotTnef:
        return [wrapped]
    if not message.html and not message.text.strip():
        message.html, message.text = content.html, content.text
    return [Attachment(each.name, "application/octet-stream", each.data) for each in content.attachments]
