"""Reads a message of Outlook (MS-OXMSG), a compound file of properties, as a message in MIME."""

import re
import struct
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from email import message_from_string, policy
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, quote
from typing import Any

import olefile
from events import write_event
from rtf import decompress_rtf, rtf_to_html, rtf_to_text

UNICODE, STRING, BINARY = "001F", "001E", "0102"
TOP_HEADER, EMBEDDED_HEADER, OTHER_HEADER = 32, 24, 8
EMBEDDED = "__substg1.0_3701000d"
NAMES = "__nameid_version1.0"
APPOINTMENT = bytes.fromhex("0220060000000000C000000000000046")
FIRST_NAMED, FIRST_GUID = 0x8000, 3
PLACE, START, END, WHOLE_DAY = 0x8208, 0x820D, 0x820E, 0x8215
DEEPEST = 10


class NotOutlook(Exception):
    """The file is not a message."""


class Container:
    """The compound file, whose streams and folders are listed once."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.entries: defaultdict[tuple[str, ...], list[list[str]]] = defaultdict(list)
        for name in source.listdir(streams=True, storages=True):
            self.entries[tuple(name[:-1])].append(name)
        self.appointment = self.read_appointment_tags()

    def read_appointment_tags(self) -> dict[int, int]:
        """Reads the tags that this file gives to the named properties of appointments."""

        def read(stream: str) -> bytes:
            found = [name for name in self.entries[(NAMES,)] if name[-1].upper() == f"__SUBSTG1.0_{stream}"]
            return self.source.openstream(found[0]).read() if found else b""

        guids, rows = read("00020102"), read("00030102")
        tags = {}
        for at in range(0, len(rows) - 7, 8):
            name, kind, index = struct.unpack_from("<IHH", rows, at)
            guid = 16 * ((kind >> 1) - FIRST_GUID)
            if not kind & 1 and guid >= 0 and guids[guid : guid + 16] == APPOINTMENT:
                tags[name] = FIRST_NAMED + index
        return tags


class Storage:
    """The properties of a message, a recipient or an attachment. Those within a message share its code page."""

    def __init__(self, file: "Container", path: list[str], header: int, code_page: int = 0) -> None:
        self.file = file
        self.path = path
        self.header = header
        self.streams = {name[-1].upper(): name for name in file.entries[tuple(path)]}
        self.fixed = self.read_fixed()
        self.code_page = self.number(0x3FFD) or self.number(0x3FDE) or code_page

    def read_stream(self, name: str) -> bytes | None:
        found = self.streams.get(name.upper())
        return None if found is None else self.file.source.openstream(found).read()

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
                return decode_bytes(data, self.code_page).rstrip("\0")
        return ""

    def bytes(self, tag: int) -> bytes | None:
        return self.read_stream(f"__substg1.0_{tag:04X}{BINARY}")

    def time(self, tag: int) -> datetime | None:
        return read_time(self.fixed.get(tag, b""))

    def folders(self, start: str) -> list["Storage"]:
        names = sorted(name for name in self.file.entries[tuple(self.path)] if name[-1].lower().startswith(start))
        header = EMBEDDED_HEADER if start == EMBEDDED else OTHER_HEADER
        return [Storage(self.file, name, header, self.code_page) for name in names]


def read_time(data: bytes) -> datetime | None:
    """Reads a time in units of 100 ns since 1601."""
    ticks = struct.unpack("<q", data)[0] if len(data) == 8 else 0
    try:
        return datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10) if ticks else None
    except OverflowError:
        return None


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
        return decode_bytes(data, storage.number(0x3FDE) or storage.code_page)


def write_address(name: str, address: str) -> str:
    """A person of the same organization often has a name only, which is quoted since it may contain a comma."""
    if re.fullmatch(r"[^\s@/]+@[^\s@]+", address):
        return formataddr((name if name != address else "", address))
    return '"' + quote(name or address) + '"' if name or address else ""


def add_recipients(message: EmailMessage, storage: Storage) -> None:
    names: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for recipient in storage.folders("__recip_version1.0_"):
        address = recipient.text(0x39FE, 0x3003)
        name = recipient.text(0x3001)
        names.get(recipient.number(0x0C15) & 0xF, names[1]).append(write_address(name, address))
    for kind, header in ((1, "To"), (2, "Cc"), (3, "Bcc")):
        if names[kind]:
            set_header(message, header, ", ".join(names[kind]))


def set_header(message: EmailMessage, name: str, value: str) -> None:
    clean = re.sub(r"[\r\n\0]+", " ", value).strip()
    if clean and name not in message:
        message[name] = clean


def add_headers(message: EmailMessage, storage: Storage) -> None:
    set_header(message, "Subject", storage.text(0x0037))
    transport = message_from_string(storage.text(0x007D), policy=policy.default)
    sent_from = re.search(r"<([^\s<>@]+@[^\s<>@]+)>", str(transport.get("From") or ""))
    address = storage.text(0x5D01, 0x5D02, 0x0C1F)
    if "@" not in address and sent_from:
        address = sent_from.group(1)
    set_header(message, "From", write_address(storage.text(0x0C1A, 0x0042), address))
    add_recipients(message, storage)
    when = storage.time(0x0039) or storage.time(0x0E06)
    if transport.get("Date"):
        set_header(message, "Date", str(transport["Date"]))
    elif when:
        set_header(message, "Date", format_datetime(when))
    set_header(message, "Message-ID", storage.text(0x1035))


def add_attachment(message: EmailMessage, storage: Storage, depth: int) -> None:
    name = storage.text(0x3707, 0x3704, 0x3001)
    embedded = storage.folders(EMBEDDED)
    if embedded and depth < DEEPEST:
        inner = build_message(embedded[0], depth + 1)
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


def add_event(message: EmailMessage, storage: Storage) -> None:
    """Adds the time and place of an appointment or a meeting as a calendar."""
    if not storage.text(0x001A).startswith(("IPM.Appointment", "IPM.Schedule.Meeting")):
        return
    tags = storage.file.appointment
    start = storage.time(tags.get(START, 0)) or storage.time(0x0060)
    end = storage.time(tags.get(END, 0)) or storage.time(0x0061)
    if start:
        place = storage.text(tags[PLACE]) if PLACE in tags else ""
        is_whole_day = bool(storage.number(tags.get(WHOLE_DAY, 0)) & 1)
        event = write_event(storage.text(0x0037), start, end, place, is_whole_day)
        message.add_attachment(event, subtype="calendar", filename="appointment.ics")


def build_message(storage: Storage, depth: int = 0) -> EmailMessage:
    message = EmailMessage()
    add_headers(message, storage)
    html = read_html(storage)
    text = storage.text(0x1000)
    if not html and not text.strip():
        text = rtf_to_text(decompress_rtf(storage.bytes(0x1009) or b""))
    message.set_content(text)
    if html:
        message.add_alternative(html.encode("utf-8", "replace").decode(), subtype="html")
    for attachment in storage.folders("__attach_version1.0_"):
        add_attachment(message, attachment, depth)
    add_event(message, storage)
    return message


def read_msg(path: str) -> EmailMessage:
    try:
        with olefile.OleFileIO(path) as file:
            if not file.exists("__properties_version1.0"):
                raise NotOutlook("a compound file without properties")
            return build_message(Storage(Container(file), [], TOP_HEADER))
    except NotOutlook:
        raise
    except (OSError, struct.error, IndexError, ValueError, TypeError) as error:
        raise NotOutlook(str(error)) from error
