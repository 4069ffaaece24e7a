"""Streams a document holds twice: fonts and images of documents that were joined."""

import hashlib

from pikepdf import Pdf

from .objects import MALFORMED, dict_at, is_dict

FONT_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
SMALLEST = 1 << 10


class Twins:
    """For every stream seen, the first one seen that is the same."""

    def __init__(self):
        self.firsts: dict = {}
        self.known: dict = {}

    def first(self, stream):
        """The stream to use instead, or None where it is the first of its kind."""
        if stream.objgen not in self.known:
            raw = stream.read_raw_bytes()
            if len(raw) < SMALLEST:
                self.known[stream.objgen] = stream
            else:
                described = {key: stream.get(key).unparse() for key in stream.keys() if hasattr(stream.get(key), "unparse")}
                described["/Length"] = len(raw)
                key = (repr(sorted(described.items())), hashlib.sha256(raw).digest())
                self.known[stream.objgen] = self.firsts.setdefault(key, stream)
        twin = self.known[stream.objgen]
        return None if twin.objgen == stream.objgen else twin


def share_twins(pdf: Pdf) -> None:
    """Lets fonts and images that are the same be one; the others are no longer referred to, and stay behind."""
    twins = Twins()
    for item in pdf.objects:
        try:
            if not is_dict(item):
                continue
            keys = item.keys()
            for key in FONT_FILES:
                if key in keys:
                    _replace(item, key, twins)
            resources = item if "/XObject" in keys else dict_at(item, "/Resources") if "/Resources" in keys else None
            drawn = dict_at(resources, "/XObject") if resources is not None else None
            for name in drawn.keys() if drawn is not None else ():
                _replace(drawn, name, twins)
        except MALFORMED:
            continue


def _replace(holder, key: str, twins: Twins) -> None:
    stream = holder.get(key)
    if is_dict(stream) and stream._type_name == "stream" and stream.is_indirect:
        twin = twins.first(stream)
        if twin is not None:
            holder[key] = twin
