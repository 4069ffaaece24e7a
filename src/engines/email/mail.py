"""
Reads an e-mail message, an Outlook message, a winmail.dat or a mailbox, and writes it as one HTML page, as JSON or as
messages in MIME. The request is JSON on standard input, the answer is JSON on standard output.
"""

import json
import os
import sys
from collections.abc import Iterator
from email import message_from_binary_file, message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from outlook import NotOutlook, read_msg
from smime import Encrypted
from tnef import NotTnef, tnef_to_message
from write_html import write_page
from write_json import describe_message

from parts import Message, open_message

NO_MESSAGE, ENCRYPTED, TOO_LARGE = 65, 66, 67
NAMED = ["From", "To", "Cc", "Date", "Subject", "Received", "MIME-Version", "Message-ID", "Content-Type"]


def split_mailbox(path: str) -> Iterator[bytes]:
    """
    Yields the messages of a mailbox. A line that begins with "From " and follows an empty line begins the next one. A
    single message was often saved without such a line.
    """
    lines: list[bytes] = []
    is_after_empty = True
    begun = False
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"From ") and is_after_empty:
                if begun:
                    yield b"".join(lines)
                lines, begun = [], True
            elif begun or line.strip():
                begun = True
                # Writers put a ">" before lines of the text that begin as a separator does.
                quoted = line.lstrip(b">").startswith(b"From ")
                lines.append(line[1:] if quoted and line.startswith(b">") else line)
            is_after_empty = line in (b"\n", b"\r\n")
    if begun:
        yield b"".join(lines)


def require_header(message: EmailMessage) -> None:
    if not any(message.get(name) for name in NAMED):
        raise NotOutlook("no header of a message")


def read_messages(request: dict[str, Any]) -> Iterator[EmailMessage]:
    source, kind = request["input"], request["from"]
    if kind == "mbox":
        for index, data in enumerate(split_mailbox(source)):
            mail: Any = message_from_bytes(data, policy=policy.default)
            if index == 0:
                require_header(mail)
            yield mail
    elif kind == "msg":
        yield read_msg(source)
    elif kind == "tnef":
        with open(source, "rb") as file:
            yield tnef_to_message(file.read())
    else:
        with open(source, "rb") as file:
            message: Any = message_from_binary_file(file, policy=policy.default)
        require_header(message)
        yield message


def collect(request: dict[str, Any]) -> list[Message]:
    found: list[Message] = []
    for message in read_messages(request):
        if len(found) == request["messages"]:
            sys.exit(TOO_LARGE)
        try:
            found.append(open_message(message))
        except Encrypted:
            if request["from"] != "mbox":
                raise
            # The headers of an encrypted message tell what it is; the others of the mailbox are read.
            found.append(Message(message, is_encrypted=True))
    if not found:
        sys.exit(NO_MESSAGE)
    if all(message.is_encrypted for message in found):
        raise Encrypted
    return found


def write_attachments(messages: list[Message], folder: str) -> list[dict[str, str]]:
    """Writes the attachments to numbered files, and returns their names."""
    files: list[dict[str, str]] = []
    for attachment in (each for message in messages for each in message.attachments):
        path = os.path.join(folder, f"attachment-{len(files)}")
        with open(path, "wb") as file:
            file.write(attachment.data)
        files.append({"path": path, "name": attachment.name})
    return files


def write_raw(messages: list[Message], folder: str) -> list[dict[str, str]]:
    files = []
    for index, message in enumerate(messages):
        path = os.path.join(folder, f"message-{index}.eml")
        with open(path, "wb") as file:
            file.write(message.source.as_bytes(policy=policy.SMTP))
        files.append({"path": path, "name": str(index + 1)})
    return files


def main() -> None:
    request = json.load(sys.stdin)
    answer: dict[str, Any] = {}
    try:
        messages = collect(request)
    except (NotOutlook, NotTnef) as error:
        print(error, file=sys.stderr)
        sys.exit(NO_MESSAGE)
    except Encrypted:
        sys.exit(ENCRYPTED)
    if request["to"] == "eml":
        answer["messages"] = write_raw(messages, request["folder"])
    else:
        with open(request["output"], "w", encoding="utf-8", errors="replace") as file:
            if request["to"] == "json":
                described = [describe_message(message) for message in messages]
                json.dump(described if request["from"] == "mbox" else described[0], file, ensure_ascii=False, indent=2)
                file.write("\n")
            else:
                answer["hasRemotePictures"] = write_page(file, messages, request["title"])
    if request["attachments"]:
        answer["attachments"] = write_attachments(messages, request["folder"])
    answer["isCut"] = any(message.is_cut for message in messages)
    answer["hasEncrypted"] = any(message.is_encrypted for message in messages)
    answer["count"] = len(messages)
    answer["attachmentCount"] = sum(len(message.attachments) for message in messages)
    print(json.dumps(answer))


try:
    main()
except RecursionError:
    # Each level of messages within messages, or of parts within parts, takes several calls.
    sys.exit(TOO_LARGE)
