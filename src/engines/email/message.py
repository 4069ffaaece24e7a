"""Writes an e-mail message as one HTML page: its headers, its body with the pictures it carries, and what is attached."""

import base64
import codecs
import html
import re
import sys
from email import message_from_binary_file, policy
from email.message import EmailMessage
from typing import Any

NO_MESSAGE = 65
SCRIPT = re.compile(r"<script\b.*?(</script\s*>|$)", re.S | re.I)
SHOWN = ["From", "To", "Cc", "Date", "Subject"]


def is_encoding(name: str) -> bool:
    try:
        return bool(codecs.lookup(name))
    except LookupError:
        return False


def decode_text(part: EmailMessage) -> str:
    data = part.get_payload(decode=True) or b""
    said = str(part.get_content_charset() or "us-ascii")
    try:
        return data.decode(said)
    except (LookupError, UnicodeError):
        pass
    # Many messages name no encoding, or an unknown one, or ASCII although they are not in ASCII.
    try:
        return data.decode("utf-8")
    except UnicodeError:
        known = said != "us-ascii" and is_encoding(said)
        return data.decode(said if known else "cp1252", "replace")


def collect_pictures(message: EmailMessage) -> Any:
    """Collects the pictures of a message by their content ids, as addresses that a page can show."""
    found = {}
    for part in message.walk():
        name = (part.get("Content-ID") or "").strip().strip("<>")
        if name and part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_payload(decode=True) or b"").decode()
            found[name] = f"data:{part.get_content_type()};base64,{data}"
    return found


def is_shown(part: EmailMessage, page: str) -> bool:
    data = base64.b64encode(part.get_payload(decode=True) or b"").decode()
    return bool(data) and data in page


def read_body(message: EmailMessage) -> str:
    """Reads the text of a message as HTML: its page where it has one, else its plain text."""
    body: Any = message.get_body(preferencelist=("html", "plain"))
    if body is None:
        return ""
    text = decode_text(body)
    if body.get_content_type() == "text/plain":
        paragraphs = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip("\n"))
        return "\n".join(f"<p>{html.escape(part).replace(chr(10), '<br>')}</p>" for part in paragraphs)
    inner = re.search(r"<body[^>]*>(.*)</body>", text, re.S | re.I)
    styles = "".join(re.findall(r"<style[^>]*>.*?</style>", text, re.S | re.I))
    pictures = collect_pictures(message)
    page = SCRIPT.sub("", styles + (inner.group(1) if inner else text))
    return re.sub(r"cid:([^\"'\s>)]+)", lambda match: pictures.get(match.group(1), match.group(0)), page)


def name_attachment(part: EmailMessage) -> str:
    """Names an attachment; a forwarded message without a filename is named by its subject."""
    if part.get_content_type() == "message/rfc822" and not part.get_filename():
        inner = part.get_payload()
        subject = inner[0].get("Subject") if isinstance(inner, list) and inner else None
        return f"{subject}.eml" if subject else "message.eml"
    return part.get_filename() or part.get_content_type()


def main() -> None:
    source, output, title = sys.argv[1:4]
    with open(source, "rb") as file:
        message: Any = message_from_binary_file(file, policy=policy.default)
    if not any(message.get(name) for name in [*SHOWN, "Received", "MIME-Version", "Message-ID", "Content-Type"]):
        sys.exit(NO_MESSAGE)
    rows = [
        f'<tr><th align="left">{name}</th><td>{html.escape(str(message[name]))}</td></tr>'
        for name in SHOWN
        if message[name]
    ]
    body = read_body(message)
    # A picture that the body shows is no attachment to its reader.
    parts = message.iter_attachments() if message.is_multipart() else []
    names = [name_attachment(part) for part in parts if not (part.get("Content-ID") and is_shown(part, body))]
    listed = "".join(f"<li>{html.escape(name)}</li>" for name in names)
    attached = f"<hr>\n<p>Attachments:</p>\n<ul>{listed}</ul>\n" if names else ""
    heading = html.escape(str(message.get("Subject") or title))
    with open(output, "w", encoding="utf-8", errors="replace") as file:
        file.write(
            f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{heading}</title>\n</head>\n<body>\n'
            f"<table>\n{chr(10).join(rows)}\n</table>\n<hr>\n{body}\n{attached}</body>\n</html>\n"
        )
    print(len(names))


main()
