"""Writes messages as one page, as a mail program prints them."""

import html
from typing import TextIO

from clean_html import Cleaner
from events import show_time
from text import text_to_html

from parts import Message

SHOWN = ["From", "To", "Cc", "Date", "Subject"]
STYLE = (
    "body{font-family:sans-serif;font-size:11pt}"
    "table.mail-headers{border-collapse:collapse;margin-bottom:1em}"
    "table.mail-headers th{text-align:left;vertical-align:top;padding:.1em 1em .1em 0;font-weight:bold}"
    "h1.mail-subject{font-size:16pt;margin:0 0 .5em}"
    ".mail-text{overflow-wrap:anywhere}"
    "section.mail+section.mail{break-before:page;border-top:1px solid #999;padding-top:1em}"
    "img{max-width:100%}"
)


def format_size(size: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size = size / 1000  # type: ignore[assignment]
    return f"{size:.1f} GB"


def write_body(message: Message, keeps_styles: bool) -> tuple[str, bool]:
    if not message.html.strip():
        return text_to_html(message.text), False
    cleaner = Cleaner(message.pictures, keeps_styles)
    return cleaner.finish(message.html), cleaner.has_remote_pictures


def write_message(message: Message, heading: str, is_alone: bool) -> tuple[str, bool]:
    body, has_remote_pictures = write_body(message, keeps_styles=is_alone)
    facts = [(name, message.header(name)) for name in SHOWN]
    if message.event:
        event = message.event
        times = [("Start", show_time(event.start, event.zone)), ("End", show_time(event.end, event.zone))]
        facts += [*times, ("Place", event.place)]
    rows = [
        f'<tr><th align="left">{name}</th><td>{html.escape(fact, quote=False)}</td></tr>'
        for name, fact in facts
        if fact
    ]
    names = "".join(
        f"<li>{html.escape(each.name, quote=False)} ({format_size(len(each.data))})</li>"
        for each in message.attachments
    )
    attached = f"<hr>\n<p><b>Attachments</b></p>\n<ul>{names}</ul>\n" if names else ""
    return (
        f'<section class="mail">\n<h1 class="mail-subject">{html.escape(heading, quote=False)}</h1>\n'
        f'<table class="mail-headers">\n{chr(10).join(rows)}\n</table>\n<hr>\n'
        f'<div class="mail-text">\n{body}\n</div>\n{attached}</section>\n'
    ), has_remote_pictures


def write_page(file: TextIO, messages: list[Message], title: str) -> bool:
    """Returns true if a message has pictures that lie elsewhere and are left out."""
    is_alone = len(messages) == 1
    shown = messages[0].header("Subject") or title if is_alone else title
    file.write(
        f'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>{html.escape(shown, quote=False)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n"
    )
    has_remote_pictures = False
    for message in messages:
        section, has_remote = write_message(message, message.header("Subject") or "(no subject)", is_alone)
        file.write(section)
        has_remote_pictures |= has_remote
    file.write("</body>\n</html>\n")
    return has_remote_pictures
