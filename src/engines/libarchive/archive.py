"""
Reads archives with libarchive. The request is JSON on standard input, the answer one JSON object per line. Entries are
written to numbered files that the caller names: no name, link or mode of the archive ever reaches the file system.
"""

import base64
import ctypes
import json
import locale
import sys
import zlib
from collections.abc import Iterator
from ctypes import c_char_p, c_int, c_int64, c_size_t, c_uint, c_void_p
from typing import Any

OK, EOF, WARN, FAILED, FATAL = 0, 1, -20, -25, -30
PIECE = 1 << 20
KINDS = {0o100000: "file", 0o040000: "folder", 0o120000: "symlink"}

library = ctypes.CDLL("libarchive.so.13")


def declare(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(library, "archive_" + name)
    function.restype, function.argtypes = result, arguments
    return function


new = declare("read_new", c_void_p)
free = declare("read_free", c_int, c_void_p)
add_password = declare("read_add_passphrase", c_int, c_void_p, c_char_p)
open_file = declare("read_open_filename", c_int, c_void_p, c_char_p, c_size_t)
next_header = declare("read_next_header", c_int, c_void_p, ctypes.POINTER(c_void_p))
read_data = declare("read_data", c_int64, c_void_p, c_void_p, c_size_t)
error_string = declare("error_string", c_char_p, c_void_p)
position = declare("filter_bytes", c_int64, c_void_p, c_int)
filter_code = declare("filter_code", c_int, c_void_p, c_int)
pathname = declare("entry_pathname", c_char_p, c_void_p)
pathname_utf8 = declare("entry_pathname_utf8", c_char_p, c_void_p)
filetype = declare("entry_filetype", c_uint, c_void_p)
size = declare("entry_size", c_int64, c_void_p)
size_is_set = declare("entry_size_is_set", c_int, c_void_p)
mtime = declare("entry_mtime", c_int64, c_void_p)
mtime_is_set = declare("entry_mtime_is_set", c_int, c_void_p)
symlink = declare("entry_symlink", c_char_p, c_void_p)
hardlink = declare("entry_hardlink", c_char_p, c_void_p)
is_encrypted = declare("entry_is_encrypted", c_int, c_void_p)


def tell(**message: Any) -> None:
    print(json.dumps(message), flush=True)


def encode(name: bytes | None) -> str:
    return base64.b64encode(name or b"").decode()


def open_archive(request: dict[str, Any]) -> c_void_p:
    archive = c_void_p(new())
    # Only the compression of the format itself is removed: a compressed file within it stays one.
    if request.get("filter"):
        declare(f"read_support_filter_{request['filter']}", c_int, c_void_p)(archive)
    for name in request["formats"]:
        declare(f"read_support_format_{name}", c_int, c_void_p)(archive)
    if request.get("password"):
        add_password(archive, request["password"].encode())
    if open_file(archive, request["path"].encode(), 1 << 16) != OK:
        tell(end="unreadable", detail=explain(archive))
        raise SystemExit
    return archive


def explain(archive: c_void_p) -> str:
    return (error_string(archive) or b"").decode("utf-8", "replace")


def walk(archive: c_void_p, most: int) -> Iterator[tuple[int, c_void_p]]:
    """Yields the entries with their numbers, then tells how the archive ended."""
    entry = c_void_p()
    index = 0
    while True:
        status = next_header(archive, ctypes.byref(entry))
        if status == EOF:
            tell(end="whole")
            return
        if status == FATAL or (status == FAILED and not entry):
            tell(end="damaged" if index else "unreadable", detail=explain(archive))
            return
        if index == most:
            tell(end="too_many")
            return
        # An entry with a warning, such as a name that is not in its encoding, is whole.
        yield index, entry
        index += 1


def describe(index: int, entry: c_void_p) -> dict[str, Any]:
    target = hardlink(entry)
    kind = "hardlink" if target else KINDS.get(filetype(entry) & 0o170000, "other")
    # Archives of one compressed file have no types.
    if filetype(entry) == 0 and not target:
        kind = "file"
    link = target or (symlink(entry) if kind == "symlink" else None)
    return {
        "index": index,
        "name": encode(pathname(entry) or pathname_utf8(entry)),
        "kind": kind,
        **({"size": size(entry)} if size_is_set(entry) else {}),
        **({"modified": mtime(entry)} if mtime_is_set(entry) else {}),
        **({"link": encode(link)} if link else {}),
        "isEncrypted": is_encrypted(entry) == 1,
    }


def list_entries(request: dict[str, Any]) -> None:
    archive = open_archive(request)
    for index, entry in walk(archive, request["entries"]):
        tell(**describe(index, entry))
        if not request.get("filter"):
            continue
        # The reader of a single compressed file takes anything, even if nothing was compressed.
        if filter_code(archive, 0) == 0:
            tell(end="unreadable", detail="not compressed")
            return
        if not size_is_set(entry):
            tell(end="whole")
            return
        # An entry of a compressed archive is skipped by unpacking it.
        if size(entry) > request["bytes"]:
            tell(end="too_large")
            return


class TooLarge(Exception):
    pass


class Writer:
    """Writes entries to files as long as all of them together stay within the limit."""

    def __init__(self, archive: c_void_p, request: dict[str, Any]) -> None:
        self.archive = archive
        self.left = request["bytes"]
        self.buffer = ctypes.create_string_buffer(PIECE)

    def copy(self, path: str) -> tuple[str, int, int]:
        """Returns how the entry ended, its bytes and their CRC-32."""
        count = checksum = 0
        with open(path, "wb") as output:
            while (got := read_data(self.archive, self.buffer, PIECE)) > 0:
                self.left -= got
                if self.left < 0:
                    raise TooLarge
                piece = memoryview(self.buffer)[:got]
                output.write(piece)
                checksum = zlib.crc32(piece, checksum)
                count += got
        if got == 0:
            return "whole", count, checksum
        return self.name_problem(explain(self.archive)), count, checksum

    @staticmethod
    def name_problem(detail: str) -> str:
        said = detail.lower()
        if "passphrase required" in said:
            return "locked"
        if "incorrect passphrase" in said:
            return "wrong_password"
        if "encrypt" in said and ("support" in said or "unavailable" in said):
            return "locked_unknown"
        if "unsupported" in said or "not supported" in said:
            return "unsupported"
        return "damaged"


def extract_entries(request: dict[str, Any]) -> None:
    archive = open_archive(request)
    paths = {int(index): path for index, path in request["paths"].items()}
    writer = Writer(archive, request)
    left = set(paths)
    for index, entry in walk(archive, request["entries"]):
        if index not in left:
            continue
        left.discard(index)
        try:
            state, count, checksum = writer.copy(paths[index])
        except TooLarge:
            tell(end="too_large")
            return
        tell(
            index=index,
            state=state,
            size=count,
            checksum=checksum,
            isEncrypted=is_encrypted(entry) == 1,
            position=position(archive, -1),
            **({} if state == "whole" else {"detail": explain(archive)}),
        )
        if not left:
            tell(end="whole")
            return


def main() -> None:
    # The library converts names to the encoding of the locale.
    locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    request = json.load(sys.stdin)
    (extract_entries if "paths" in request else list_entries)(request)


main()
