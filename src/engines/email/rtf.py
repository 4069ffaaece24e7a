"""Unpacks the compressed RTF of Outlook (MS-OXRTFCP) and takes out the HTML it was made from (MS-OXRTFEX), or its text."""

import codecs
import re
import struct

DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans "
    b"SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u"
    b"\\tab\\tx"
)
COMPRESSED, STORED = 0x75465A4C, 0x414C454D
MAX_BYTES = 64 << 20
# Groups whose text does not belong to the document.
HIDDEN = {
    b"fonttbl",
    b"colortbl",
    b"stylesheet",
    b"info",
    b"pict",
    b"object",
    b"header",
    b"footer",
    b"listtext",
    b"pntext",
}
SIGNS = {
    b"par": "\n",
    b"line": "\n",
    b"row": "\n",
    b"tab": "\t",
    b"cell": "\t",
    b"emdash": "—",
    b"endash": "–",
    b"bullet": "•",
    b"lquote": "‘",
    b"rquote": "’",
    b"ldblquote": "“",
    b"rdblquote": "”",
}
TOKEN = re.compile(rb"\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.S)


def decompress_rtf(data: bytes) -> bytes:
    if len(data) < 16:
        return b""
    _, size, kind = struct.unpack_from("<III", data)
    if kind == STORED:
        return data[16 : 16 + size]
    if kind != COMPRESSED or size > MAX_BYTES:
        return b""
    window = bytearray(DICTIONARY.ljust(4096, b"\0"))
    write = len(DICTIONARY)
    output = bytearray()
    at = 16
    while at < len(data):
        control = data[at]
        at += 1
        for bit in range(8):
            if at >= len(data):
                break
            if control & (1 << bit):
                if at + 2 > len(data):
                    break
                reference = data[at] << 8 | data[at + 1]
                at += 2
                offset = reference >> 4
                if offset == write % 4096:
                    return bytes(output)
                for step in range((reference & 15) + 2):
                    byte = window[(offset + step) % 4096]
                    output.append(byte)
                    window[write % 4096] = byte
                    write += 1
            else:
                output.append(data[at])
                window[write % 4096] = data[at]
                write += 1
                at += 1
    return bytes(output)


def find_encoding(rtf: bytes) -> str:
    page = re.search(rb"\\ansicpg(\d+)", rtf[:2000])
    name = f"cp{page.group(1).decode()}" if page and page.group(1) not in (b"0", b"65001") else "cp1252"
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def rtf_to_text(rtf: bytes) -> str:
    """Returns the text of an RTF document: a message that was written as rich text often has no other body."""
    encoding = find_encoding(rtf)
    output: list[str] = []
    stack: list[tuple[bool, int]] = []
    is_hidden, fallback = False, 1
    skip = 0
    pending = bytearray()
    for match in TOKEN.finditer(rtf.rstrip(b"\0")):
        word, number, hexadecimal, sign, brace, text = match.groups()
        if pending and not hexadecimal and not text:
            output.append(pending.decode(encoding, "replace"))
            pending.clear()
        if brace == b"{":
            stack.append((is_hidden, fallback))
        elif brace == b"}":
            is_hidden, fallback = stack.pop() if stack else (False, 1)
            skip = 0
        elif sign == b"*" or word in HIDDEN:
            is_hidden = True
        elif is_hidden:
            continue
        elif word == b"uc" and number:
            fallback = int(number)
        elif word == b"u" and number:
            output.append(chr(int(number) % 65536))
            skip = fallback
        elif word in SIGNS:
            output.append(SIGNS[word])
        elif hexadecimal and skip:
            skip -= 1
        elif hexadecimal:
            pending.append(int(hexadecimal, 16))
        elif sign in (b"\\", b"{", b"}", b"~"):
            output.append(" " if sign == b"~" else sign.decode())
        elif text:
            pending += text[skip:]
            skip = max(0, skip - len(text))
    output.append(pending.decode(encoding, "replace"))
    return "".join(output).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def rtf_to_html(rtf: bytes) -> str:
    """Returns the HTML in an RTF that was made from it; nothing if the RTF was made from something else."""
    if b"\\fromhtml1" not in rtf[:2000]:
        return ""
    encoding = find_encoding(rtf)
    output: list[str] = []
    # Each group has an entry: whether it is a tag of the page, and whether its text is hidden.
    stack: list[tuple[bool, bool]] = []
    is_tag = is_hidden = is_suppressed = False
    skip = 0
    pending = bytearray()

    def flush() -> None:
        if pending:
            output.append(pending.decode(encoding, "replace"))
            pending.clear()

    for match in TOKEN.finditer(rtf):
        word, number, hexadecimal, sign, brace, text = match.groups()
        is_shown = is_tag or not (is_hidden or is_suppressed)
        if brace == b"{":
            stack.append((is_tag, is_hidden))
        elif brace == b"}":
            is_tag, is_hidden = stack.pop() if stack else (False, False)
        elif word == b"htmltag":
            is_tag, is_hidden = True, False
        elif word == b"htmlrtf":
            is_suppressed = number != b"0"
        elif word in (b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pntext", b"mhtmltag"):
            is_hidden, is_tag = True, False
        elif sign == b"*":
            is_hidden = True
        elif not is_shown or (is_suppressed and not is_tag):
            continue
        elif word in (b"par", b"line"):
            flush()
            output.append("\n")
        elif word == b"tab":
            flush()
            output.append("\t")
        elif word == b"u" and number:
            flush()
            output.append(chr(int(number) % 65536))
            skip = 1
        elif hexadecimal:
            if skip:
                skip -= 1
            else:
                pending.append(int(hexadecimal, 16))
        elif sign in (b"\\", b"{", b"}"):
            pending += sign
        elif sign == b"~":
            pending += b"&nbsp;"
        elif text:
            taken = text[skip:]
            skip = max(0, skip - len(text))
            pending += taken
    flush()
    return "".join(output).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
