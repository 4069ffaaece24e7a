"""The resources of one content stream, of which other streams may use the same dictionaries."""

from pikepdf import Dictionary, Name

from ..objects import Value, get_dict


class Resources:
    """Copies each dictionary before its first change."""

    def __init__(self, entries: Value) -> None:
        self.entries = entries
        #: Kinds of resources whose dictionaries are copies.
        self.copied: set[str] = set()

    def find(self, kind: str) -> Value:
        return get_dict(self.entries, kind)

    def add(self, kind: str, value: Value) -> Value:
        """Adds a resource; returns its name."""
        if not self.copied:
            self.entries = Dictionary(dict(self.entries.items()))
        if kind not in self.copied:
            known = self.find(kind)
            self.entries[kind] = Dictionary(dict(known.items()) if known is not None else {})
            self.copied.add(kind)
        added = self.entries[kind]
        number = 1
        while f"/Erased{number}" in added:
            number += 1
        added[f"/Erased{number}"] = value
        return Name(f"/Erased{number}")
