"""Packs a document tightly, with smaller images in the place of its own."""

from pikepdf import Dictionary, Name

from parts.objects import MALFORMED, Value, is_dict
from parts.packing.packing import save_packed
from parts.source import open_source


def run(request: dict) -> dict:
    source = open_source(request)
    for picture in request["pictures"]:
        for number in picture["objects"]:
            _replace_image(source.pdf.get_object(tuple(number)), picture)
    return save_packed(source, request["output"])


def _replace_image(image: Value, picture: dict) -> None:
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
