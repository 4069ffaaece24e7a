"""A document written as small as it goes without changing what it shows, with smaller images where there are any."""

from parts.compact_fonts import compact_truetype, compact_type1
from parts.dedupe import share_twins
from parts.deflate import deflate_again
from parts.objects import MALFORMED, is_dict
from parts.outcome import progress
from parts.saving import save_changed
from parts.source import open_source
from pikepdf import Dictionary, Name, ObjectStreamMode
from pikepdf.settings import set_flate_compression_level

#: What programs leave in pages for their own use.
PRIVATE = ("/Thumb", "/PieceInfo")


def run(request: dict) -> dict:
    source = open_source(request)
    for picture in request["pictures"]:
        for number in picture["objects"]:
            _replace(source.pdf.get_object(tuple(number)), picture)
    for holder in (source.root, *source.pages):
        for key in PRIVATE:
            if key in holder:
                del holder[key]
    _trim_metadata(source.root)
    compact_type1(source.pdf)
    compact_truetype(source.pdf, source.pages)
    share_twins(source.pdf)
    deflate_again(source.pdf, lambda done, count: progress(done, 2 * count))
    set_flate_compression_level(9)
    # PDF/A-1 allows no object streams.
    streams = ObjectStreamMode.preserve if source.archival else ObjectStreamMode.generate
    return save_changed(source, request["output"], object_stream_mode=streams)


def _trim_metadata(root) -> None:
    """XMP is kept unpacked, with room for changes in place that nobody makes."""
    try:
        metadata = root.get("/Metadata")
        if is_dict(metadata) and "/Filter" not in metadata:
            data = metadata.read_bytes()
            content, end, rest = data.rpartition(b"<?xpacket end")
            trimmed = content.rstrip() + b"\n" + end + rest
            if end and len(trimmed) < len(data):
                metadata.write(trimmed)
    except MALFORMED:
        return


def _replace(image, picture: dict) -> None:
    try:
        if not is_dict(image):
            return
        with open(picture["path"], "rb") as file:
            data = file.read()
        if picture["encoding"] == "jpeg":
            image.write(data, filter=Name.DCTDecode)
        else:
            # The compressed rows of a PNG file are just what a PDF calls deflated with predictor 15.
            rows = Dictionary(Predictor=15, Colors=picture["channels"], BitsPerComponent=8, Columns=picture["width"])
            image.write(data, filter=Name.FlateDecode, decode_parms=rows)
        image["/Width"], image["/Height"] = picture["width"], picture["height"]
    except MALFORMED:
        return
