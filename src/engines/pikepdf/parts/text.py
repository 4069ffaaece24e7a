"""Encodes and decodes text of PDF strings."""

import re

#: A mark that names the language of what follows.
LANGUAGE = re.compile("\x1b[A-Za-z]{2,8}\x1b")


def encode_text(text: str) -> bytes:
    """Keeps plain ASCII as it is, and writes anything else as UTF-16, which every reader takes."""
    return text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be", "surrogatepass")


def decode_text(raw: bytes) -> str:
    """Reads the text of a PDF string without marks of its language; invalid bytes are replaced."""
    return LANGUAGE.sub("", _decode(raw)) if 0x1B in raw else _decode(raw)


def _decode(raw: bytes) -> str:
    if raw.startswith(b"\xfe\xff"):
        return raw[2:].decode("utf-16-be", "replace")
    if raw.startswith(b"\xff\xfe"):
        return raw[2:].decode("utf-16-le", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw[3:].decode("utf-8", "replace")
    return raw.decode("pdfdoc", "replace")
