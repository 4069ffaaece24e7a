"""The text of a part: its characters, its paragraphs, and how it becomes HTML."""

import codecs
import encodings.aliases
import html
import re
from email.message import EmailMessage
from typing import Any

# Mail programs write these names for encodings of Windows that have more characters, as web browsers know.
encodings.aliases.aliases.update(
    {
        "gb2312": "gb18030",
        "gb_2312_80": "gb18030",
        "gbk": "gb18030",
        "big5": "big5hkscs",
        "ks_c_5601": "cp949",
        "ks_c_5601_1987": "cp949",
        "euc_kr": "cp949",
        "shift_jis": "cp932",
        "x_sjis": "cp932",
        "iso_2022_jp": "iso2022_jp_ext",
        "iso_8859_8_i": "iso8859_8",
        "iso_8859_8_e": "iso8859_8",
        "iso_8859_9": "cp1254",
        "iso_8859_11": "cp874",
        "tis_620": "cp874",
        "macintosh": "mac_roman",
        "x_mac_roman": "mac_roman",
        "x_mac_cyrillic": "mac_cyrillic",
    }
)
# In mail these stand for Windows-1252. Python decodes them without looking at its aliases.
WESTERN = {"us-ascii", "ascii", "iso-8859-1", "latin1", "latin-1"}


def is_encoding(name: str) -> bool:
    try:
        return bool(codecs.lookup(name))
    except LookupError:
        return False


def decode_text(data: bytes, said: str) -> str:
    try:
        return data.decode("ascii" if said in WESTERN else said)
    except (LookupError, UnicodeError):
        pass
    # Many messages name no encoding, or an unknown one, or one that they are not in.
    try:
        return data.decode("utf-8")
    except UnicodeError:
        known = said not in WESTERN and is_encoding(said)
        return data.decode(said if known else "cp1252", "replace")


def join_flowed(text: str, drops_space: bool) -> str:
    """Joins the lines of paragraphs that a mail program broke (RFC 3676): a blank ends each line that goes on."""
    lines: list[str] = []
    last_depth, goes_on = 0, False
    for line in text.replace("\r\n", "\n").split("\n"):
        said = line.lstrip(">")
        depth = len(line) - len(said)
        said = said.removeprefix(" ")
        is_signature = said == "-- "
        if goes_on and depth == last_depth and not is_signature:
            lines[-1] += said
        else:
            lines.append((">" * depth + " " if depth else "") + said)
        goes_on, last_depth = said.endswith(" ") and not is_signature, depth
        if goes_on and drops_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def read_text(part: EmailMessage) -> str:
    data: Any = part.get_payload(decode=True) or b""
    text = decode_text(data, str(part.get_content_charset() or "us-ascii"))
    if part.get_content_type() == "text/plain" and str(part.get_param("format", "")).lower() == "flowed":
        return join_flowed(text, str(part.get_param("delsp", "")).lower() == "yes")
    return text


def text_to_html(text: str) -> str:
    paragraphs = re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n").replace("\r", "\n").strip("\n"))
    return "\n".join(f"<p>{html.escape(part, quote=False).replace(chr(10), '<br>')}</p>" for part in paragraphs)
