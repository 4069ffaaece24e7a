"""Writes a document as small as it goes without changing what it shows."""

import re

from pikepdf import ObjectStreamMode
from pikepdf.settings import set_flate_compression_level

from ..fonts.compact_fonts import compact_truetype, compact_type1
from ..objects import MALFORMED, Value, is_dict
from ..outcome import report_progress
from ..saving import save_changed
from ..source import Source
from .dedupe import share_twins
from .deflate import deflate_again

#: Entries that programs leave in pages for their own use.
PRIVATE = ("/Thumb", "/PieceInfo")
INDENTED = re.compile(rb">\s*\n\s*<")


def save_packed(source: Source, path: str) -> dict:
    for holder in (source.root, *source.pages):
        for key in PRIVATE:
            if key in holder:
                del holder[key]
    _trim_metadata(source.root)
    compact_type1(source.pdf)
    compact_truetype(source.pdf, source.pages)
    share_twins(source.pdf)
    deflate_again(source.pdf, lambda done, count: report_progress(done, 2 * count))
    set_flate_compression_level(9)
    # PDF/A-1 allows no object streams.
    streams = ObjectStreamMode.preserve if source.archival else ObjectStreamMode.generate
    return save_changed(source, path, object_stream_mode=streams)


def _trim_metadata(root: Value) -> None:
    """Removes indents and padding from XMP: it is kept uncompressed, with room for changes that nobody makes."""
    try:
        metadata = root.get("/Metadata")
        if is_dict(metadata) and "/Filter" not in metadata:
            data = metadata.read_bytes()
            content, end, rest = data.rpartition(b"<?xpacket end")
            trimmed = INDENTED.sub(b">\n<", content).rstrip() + b"\n" + end + rest
            if end and len(trimmed) < len(data):
                metadata.write(trimmed)
    except MALFORMED:
        return
