"""Turns round what a glyph of several letters from right to left stands for. Reads {"input", "output"} as JSON.

A page's letters are found as they stand, from left to right; only those of one glyph come as they are read, and whoever
turns the line round would turn these wrong. Here they are made to stand as all others do.
"""

import json
import re
import sys

import pikepdf

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u200c\u200d]+")
SEVERAL = re.compile(rb"<([0-9A-Fa-f\s]{8,})>")
ACTUAL = re.compile(rb"(/ActualText\s*)(<[0-9A-Fa-f\s]*>|\((?:\\.|[^\\()])*\))", re.S)
BOM = b"\xfe\xff"


def turned(text):
    return text[::-1] if RIGHT_TO_LEFT.fullmatch(text) else text


def mapped(match):
    digits = re.sub(rb"\s", b"", match.group(1))
    try:
        return b"<" + turned(bytes.fromhex(digits.decode()).decode("utf-16-be")).encode("utf-16-be").hex().encode() + b">"
    except (ValueError, UnicodeError):
        return match.group(0)


def spoken(match):
    data = bytes(pikepdf.Object.parse(match.group(2)))
    if not data.startswith(BOM):
        return match.group(0)
    text = turned(data[2:].decode("utf-16-be", "replace"))
    return match.group(1) + b"<" + (BOM + text.encode("utf-16-be", "replace")).hex().encode() + b">"


def main():
    request = json.load(sys.stdin)
    with pikepdf.open(request["input"]) as document:
        for each in document.objects:
            if isinstance(each, pikepdf.Dictionary) and isinstance(each.get("/ToUnicode"), pikepdf.Stream):
                cmap = each.ToUnicode
                cmap.write(SEVERAL.sub(mapped, cmap.read_bytes()))
        for page in document.pages:
            page.contents_coalesce()
            content = page.Contents.read_bytes() if "/Contents" in page else b""
            if b"/ActualText" in content:
                page.Contents = document.make_stream(ACTUAL.sub(spoken, content))
        document.save(request["output"])


main()
