"""Lists, extracts, adds and removes the files that a document carries."""

import os

from parts.attachments import Attachment, add_attachment, list_attachments, remove_attachments
from parts.objects import MALFORMED
from parts.outcome import Failure, report_progress
from parts.saving import save_changed
from parts.source import Source, open_source


def run(request: dict) -> dict:
    source = open_source(request)
    action = request["action"]
    if action == "add":
        for file in request["files"]:
            with open(file["path"], "rb") as opened:
                add_attachment(source.pdf, file["name"], opened.read(), file["contentType"], "Unspecified")
        return save_changed(source, request["output"])
    found = list_attachments(source)
    if action == "list":
        described = [attachment.describe() for attachment in found]
        return {**_tell(source), "attachments": described}
    chosen = _choose(found, request["names"])
    if action == "remove":
        remove_attachments(source, {attachment.stream.objgen for attachment in chosen})
        return save_changed(source, request["output"])
    return {**_tell(source), "files": _extract(chosen, request)}


def _tell(source: Source) -> dict:
    return {"pages": len(source.pages), "repaired": source.repaired, "signed": False}


def _choose(found: list[Attachment], names: list[str] | None) -> list[Attachment]:
    if not found:
        raise Failure("no_attachments", "no attachments")
    for name in names or []:
        if not any(attachment.name == name for attachment in found):
            raise Failure("attachment_missing", "an attachment that is named", None, name)
    return [attachment for attachment in found if names is None or attachment.name in names]


def _extract(chosen: list[Attachment], request: dict) -> list[dict]:
    files = []
    left = request["maxUnpackedBytes"]
    for number, attachment in enumerate(chosen):
        path = os.path.join(request["folder"], f"attachment-{number}")
        try:
            data = attachment.read(left)
        except MALFORMED as error:
            raise Failure("unreadable_input", f"attachment {number + 1}: {error}") from None
        left -= len(data)
        with open(path, "wb") as file:
            file.write(data)
        files.append({**attachment.describe(), "bytes": len(data), "path": path})
        report_progress(number + 1, len(chosen))
    return files
