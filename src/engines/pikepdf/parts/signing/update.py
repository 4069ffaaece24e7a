"""
Adds to a document without touching the bytes it has, so that signatures over them stay valid: changed and new objects
and a table of their places follow the old end.
"""

import re

from pikepdf import Array, Dictionary, Name, Object, Pdf

from ..objects import Value, is_stream

START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
TAIL = 2048
#: Entries of the trailer that describe the document rather than its file.
KEPT = ("/Root", "/Info", "/ID")


def find_table(data: bytes) -> int | None:
    """Finds the place of the last table of objects; None if the file does not end as it should."""
    found = START.search(data[-TAIL:])
    place = int(found[1]) if found else None
    if place is None or not data.startswith(b"%PDF-") or place >= len(data):
        return None
    head = data[place : place + 40]
    return place if head.startswith(b"xref") or re.match(rb"\d+\s+\d+\s+obj", head) else None


class Update:
    """Changes to a document whose file is `data`, opened as `pdf`."""

    def __init__(self, data: bytes, pdf: Pdf, table: int) -> None:
        self.data = data
        self.pdf = pdf
        self.table = table
        self.known = {item.objgen for item in self._list_objects()}
        self.changed: dict = {}

    def _list_objects(self) -> list[Value]:
        """Lists all objects but plain numbers, which come without a place of their own and are never added."""
        return [item for item in self.pdf.objects if isinstance(item, Object)]

    def change(self, item: Value) -> None:
        self.changed[item.objgen] = item

    def write(self) -> bytearray:
        """Writes the whole file, with the additions."""
        new = {item.objgen: item for item in self._list_objects() if item.objgen not in self.known}
        out = bytearray(self.data)
        if not out.endswith(b"\n"):
            out += b"\n"
        places: dict[tuple[int, int], int] = {}
        for (number, generation), item in sorted({**new, **self.changed}.items()):
            places[(number, generation)] = len(out)
            out += b"%d %d obj\n%b\nendobj\n" % (number, generation, _write_object(item))
        start = len(out)
        if self.data[self.table : self.table + 4] == b"xref":
            out += self._write_table(places)
        else:
            out += self._write_table_stream(places, start)
        out += b"startxref\n%d\n%%%%EOF\n" % start
        return out

    def _make_trailer(self, size: int) -> Value:
        trailer = self.pdf.trailer
        entries = {key: trailer[key] for key in KEPT if key in trailer}
        old = trailer.get("/Size")
        return Dictionary({**entries, "/Size": max(size, int(old) if old is not None else 0), "/Prev": self.table})

    def _write_table(self, places: dict) -> bytes:
        rows = b"".join(
            b"%d 1\n%010d %05d n \n" % (number, place, generation) for (number, generation), place in places.items()
        )
        trailer = self._make_trailer(max(number for number, _ in places) + 1).unparse()
        return b"xref\n" + rows + b"trailer\n" + trailer + b"\n"

    def _write_table_stream(self, places: dict, start: int) -> bytes:
        size = self.pdf.trailer.get("/Size")
        own = max(int(size) if size is not None else 0, *(number + 1 for number, _ in [*places, *self.known]))
        places = {**places, (own, 0): start}
        trailer = self._make_trailer(own + 1)
        trailer["/Type"], trailer["/W"] = Name.XRef, Array([1, 8, 2])
        trailer["/Index"] = Array([value for number, _ in places for value in (number, 1)])
        rows = b"".join(
            b"\x01" + place.to_bytes(8, "big") + generation.to_bytes(2, "big")
            for (_, generation), place in places.items()
        )
        trailer["/Length"] = len(rows)
        return b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (own, trailer.unparse(), rows)


def _write_object(item: Value) -> bytes:
    if not is_stream(item):
        return item.unparse(resolved=True)
    data = item.read_raw_bytes()
    entries = Dictionary({key: value for key, value in item.items() if key != "/Length"})
    entries["/Length"] = len(data)
    return entries.unparse() + b"\nstream\n" + data + b"\nendstream"
