"""Reads a message of Outlook (MS-OXMSG), a compound file of properties, as a message in MIME."""

import re
import struct
from datetime import UTC, datetime, timedelta
from email import message_from_string, policy
from email.message import EmailMessage
from email.utils import format_datetime, formataddr
from typing import Any

import olefile
from rtf import decompress_rtf, rtf_to_html

UNICODE, STRING, BINARY = "001F", "001E", "0102"
TOP_HEADER, EMBEDDED_HEADER, OTHER_HEADER = 32, 24, 8
DEEPEST = 10


class NotOutlook(Exception):
    """The file is no message."""


class Storage:
    """The properties of a message, a recipient or an attachment."""

    def __init__(self, file: Any, path: list[str], header: int) -> None:
        self.file = file
        self.path = path
        self.header = header
        self.streams = {name[-1].upper(): name for name in file.listdir(streams=True) if name[:-1] == path}
        self.fixed = self.read_fixed()

    def read_stream(self, name: str) -> bytes | None:
        found = self.streams.get(name.upper())
        return None if found is None else self.file.openstream(found).read()

    def read_fixed(self) -> dict[int, bytes]:
        data = (self.read_stream("__properties_version1.0") or b"")[self.header :]
        rows = [data[at : at + 16] for at in range(0, len(data) - 15, 16)]
        return {struct.unpack_from("<H", row, 2)[0]: row[8:16] for row in rows}

    def number(self, tag: int) -> int:
        return struct.unpack_from("<i", self.fixed.get(tag, bytes(8)))[0]

    def text(self, *tags: int) -> str:
        for tag in tags:
            data = self.read_stream(f"__substg1.0_{tag:04X}{UNICODE}")
            if data is not None:
                return data.decode("utf-16-le", "replace").rstrip("\0")
            data = self.read_stream(f"__substg1.0_{tag:04X}{STRING}")
            if data is not None:
                return decode_bytes(data, self.number(0x3FFD) or self.number(0x3FDE)).rstrip("\0")
        return ""

    def bytes(self, tag: int) -> bytes | None:
        return self.read_stream(f"__substg1.0_{tag:04X}{BINARY}")

    def time(self, tag: int) -> datetime | None:
        ticks = struct.unpack("<q", self.fixed.get(tag, bytes(8)))[0]
        try:
            return datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10) if ticks else None
        except OverflowError:
            return None

    def folders(self, start: str) -> list[list[str]]:
        depth = len(self.path)
        every = {tuple(name[: depth + 1]) for name in self.file.listdir(streams=True, storages=True)}
        found = (name for name in every if list(name[:depth]) == self.path and len(name) > depth)
        return sorted(list(name) for name in found if name[depth].lower().startswith(start))


def decode_bytes(data: bytes, code_page: int) -> str:
    for encoding in ("utf-8", f"cp{code_page}" if code_page and code_page != 65001 else "cp1252"):
        try:
            return data.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


def read_html(storage: Storage) -> str:
    data = storage.bytes(0x1013)
    if data is None:
        said = storage.text(0x1013)
        if said:
            return said
        packed = storage.bytes(0x1009)
        return rtf_to_html(decompress_rtf(packed)) if packed else ""
    named = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", data[:2000], re.I)
    try:
        return data.decode(named.group(1).decode() if named else "utf-8")
    except (UnicodeError, LookupError):
        return decode_bytes(data, storage.number(0x3FDE))


def add_recipients(message: EmailMessage, storage: Storage) -> None:
    names: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for folder in storage.folders("__recip_version1.0_"):
        recipient = Storage(storage.file, folder, OTHER_HEADER)
        address = recipient.text(0x39FE, 0x3003)
        name = recipient.text(0x3001)
        shown = formataddr((name if name != address else "", address)) if "@" in address else name or address
        names.get(recipient.number(0x0C15) & 0xF, names[1]).append(shown)
    for kind, header in ((1, "To"), (2, "Cc"), (3, "Bcc")):
        if names[kind]:
            set_header(message, header, ", ".join(names[kind]))


def set_header(message: EmailMessage, name: str, value: str) -> None:
    clean = re.sub(r"[\r\n\0]+", " ", value).strip()
    if clean and name not in message:
        message[name] = clean


def add_headers(message: EmailMessage, storage: Storage) -> None:
    set_header(message, "Subject", storage.text(0x0037))
    address = storage.text(0x5D01, 0x5D02, 0x0C1F)
    name = storage.text(0x0C1A, 0x0042)
    set_header(message, "From", formataddr((name if name != address else "", address)) if "@" in address else name)
    add_recipients(message, storage)
    transport = message_from_string(storage.text(0x007D), policy=policy.default)
    when = storage.time(0x0039) or storage.time(0x0E06)
    if transport.get("Date"):
        set_header(message, "Date", str(transport["Date"]))
    elif when:
        set_header(message, "Date", format_datetime(when))
    set_header(message, "Message-ID", storage.text(0x1035))


def add_attachment(message: EmailMessage, storage: Storage, depth: int) -> None:
    name = storage.text(0x3707, 0x3704, 0x3001)
    embedded = storage.folders("__substg1.0_3701000d")
    if embedded and depth < DEEPEST:
        inner = build_message(Storage(storage.file, embedded[0], EMBEDDED_HEADER), depth + 1)
        message.add_attachment(inner, filename=f"{name or inner.get('Subject') or 'message'}.eml")
        return
    data = storage.bytes(0x3701)
    if data is None:
        return
    kind = storage.text(0x370E)
    main, _, sub = (kind if re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind) else "application/octet-stream").partition("/")
    if main in ("message", "multipart"):
        main, sub = "application", "octet-stream"
    message.add_attachment(data, maintype=main, subtype=sub, filename=name or "attachment")
    content_id = re.sub(r"\s", "", storage.text(0x3712)).strip("<>")
    if content_id:
        parts: Any = message.get_payload()
        parts[-1]["Content-ID"] = f"<{content_id}>"


def build_message(storage: Storage, depth: int = 0) -> EmailMessage:
    message = EmailMessage()
    add_headers(message, storage)
    html = read_html(storage)
    text = storage.text(0x1000)
    message.set_content(text)
    if html:
        message.add_alternative(html.encode("utf-8", "replace").decode(), subtype="html")
    for folder in storage.folders("__attach_version1.0_"):
        add_attachment(message, Storage(storage.file, folder, OTHER_HEADER), depth)
    return message


def read_msg(path: str) -> EmailMessage:
    try:
        with olefile.OleFileIO(path) as file:
            if not file.exists("__properties_version1.0"):
                raise NotOutlook("a compound file without properties")
            return build_message(Storage(file, [], TOP_HEADER))
    except NotOutlook:
        raise
    except (OSError, struct.error, IndexError, ValueError, TypeError) as error:
        raise NotOutlook(str(error)) from error
