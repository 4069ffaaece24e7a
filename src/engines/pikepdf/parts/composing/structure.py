"""Copies tags: the tree that tells assistive technology what is a heading, a list or a table, and in which order to read."""

from pikepdf import Array, Dictionary, Name, Pdf, String

from ..objects import (
    MALFORMED,
    Value,
    ensure_indirect,
    get_dict,
    get_int,
    is_array,
    is_dict,
    is_number,
    is_string,
    list_items,
    make_number_tree,
    walk_tree,
)
from ..source import Source

MAX_ELEMENTS = 200_000
MAX_DEPTH = 3


class Structure:
    """The structure tree being built in `out`."""

    def __init__(self, out: Pdf) -> None:
        self.out = out
        self.root = out.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.kids: list = []
        self.parents: dict[int, Value] = {}
        self.maps: dict[str, dict] = {"/RoleMap": {}, "/ClassMap": {}}
        self.next_key = 0
        self.untagged = False
        self._shifted: set = set()

    def add(self, source: Source, pages: list, whole: bool) -> None:
        """Takes over the tags of a source whose (copied) pages are `pages`; without `whole`, only what tags those."""
        try:
            original = get_dict(source.root, "/StructTreeRoot")
            added = original is not None and self._add_tree(source, original, pages, whole)
            # Some writers say that not all of a document is tagged.
            mark = get_dict(source.root, "/MarkInfo")
            self.untagged |= mark is not None and mark.get("/Marked") is not True
        except MALFORMED:
            added = False
        if not added:
            self.untagged = True
            for page in pages:
                if "/StructParents" in page:
                    del page["/StructParents"]

    def write(self) -> None:
        if not self.kids:
            return
        self.root["/K"] = self.kids[0] if len(self.kids) == 1 else self._gather_kids()
        self.root["/ParentTree"] = make_number_tree(self.out, self.parents)
        self.root["/ParentTreeNextKey"] = self.next_key
        for key, entries in self.maps.items():
            if entries:
                self.root[key] = Dictionary(entries)
        self.out.Root["/StructTreeRoot"] = self.root
        if not self.untagged:
            self.out.Root["/MarkInfo"] = Dictionary(Marked=True)

    def _gather_kids(self) -> Value:
        """Puts all top elements below one, since a tree must have a single root element."""
        above = Dictionary(Type=Name.StructElem, S=Name.Document, P=self.root, K=Array(self.kids))
        document = self.out.make_indirect(above)
        for kid in self.kids:
            kid["/P"] = document
        return document

    def _add_tree(self, source: Source, original: Value, pages: list, whole: bool) -> bool:
        tree = self.out.copy_foreign(ensure_indirect(source.pdf, original))
        top = [kid for kid in _list_kids(tree) if is_dict(kid)]
        if not whole:
            living = _Living({page.objgen for page in pages})
            top = [kid for kid in top if living.prune_element(kid)]
        if not top:
            return False
        parents = {int(key): value for key, value in walk_tree(tree.get("/ParentTree"), "/Nums") if is_number(key)}
        offset = self.next_key
        used = self._shift_keys(pages, offset)
        for key, value in parents.items():
            if whole or key in used:
                self.parents[key + offset] = value
        self.next_key = offset + max(parents, default=-1) + 1
        language = source.root.get("/Lang")
        for kid in top:
            kid["/P"] = self.root
            if is_string(language) and "/Lang" not in kid:
                kid["/Lang"] = String(bytes(language))
        self.kids.extend(top)
        for kind, merged in self.maps.items():
            own = get_dict(tree, kind)
            for name in own.keys() if own is not None else ():
                merged.setdefault(name, own.get(name))
        return True

    def _shift_keys(self, pages: list, offset: int) -> set[int]:
        """Makes room: each key into the tree of parents moves by `offset`. Returns the keys there were."""
        used: set[int] = set()
        for page in pages:
            used |= self._shift_key(page, "/StructParents", offset)
            for annotation in list_items(page.get("/Annots")):
                if is_dict(annotation):
                    used |= self._shift_key(annotation, "/StructParent", offset)
            used |= self._shift_drawn(get_dict(page, "/Resources"), offset, 0)
        return used

    def _shift_drawn(self, resources: Value, offset: int, depth: int) -> set[int]:
        used: set[int] = set()
        drawn = get_dict(resources, "/XObject")
        if drawn is None or depth > MAX_DEPTH:
            return used
        for name in drawn:
            item = drawn.get(name)
            if not is_dict(item) or item.objgen in self._shifted:
                continue
            used |= self._shift_key(item, "/StructParent", offset) | self._shift_key(item, "/StructParents", offset)
            self._shifted.add(item.objgen)
            if item.get("/Subtype") == "/Form":
                used |= self._shift_drawn(get_dict(item, "/Resources"), offset, depth + 1)
        return used

    def _shift_key(self, holder: Value, key: str, offset: int) -> set[int]:
        if key not in holder:
            return set()
        value = get_int(holder, key, -1)
        if offset:
            holder[key] = value + offset
        return {value}


class _Living:
    """Removes elements of a copied tree that tagged pages which were not copied: references to them read null."""

    def __init__(self, pages: set) -> None:
        self.pages = pages
        self.count = 0

    def prune_element(self, element: Value) -> bool:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise ValueError("too many elements")
        page = element.get("/Pg")
        here = is_dict(page) and page.objgen in self.pages
        kids = _list_kids(element)
        alive = [kid for kid in kids if self._lives(kid, here)]
        if not alive:
            return False
        if len(alive) < len(kids):
            element["/K"] = Array(alive)
        if not here and "/Pg" in element:
            del element["/Pg"]
        return True

    def _lives(self, kid: Value, here: bool) -> bool:
        if is_number(kid):
            return here
        if not is_dict(kid):
            return False
        if kid.get("/Type") in ("/MCR", "/OBJR"):
            page = kid.get("/Pg")
            return page.objgen in self.pages if is_dict(page) else here
        return self.prune_element(kid)


def _list_kids(element: Value) -> list:
    kids = element.get("/K")
    return list_items(kids) if is_array(kids) else [] if kids is None else [kids]


def count_elements(source: Source) -> int:
    """Counts the elements of a document's tags, up to `MAX_ELEMENTS`."""
    try:
        root = get_dict(source.root, "/StructTreeRoot")
        stack, count = _list_kids(root) if root is not None else [], 0
        while stack and count < MAX_ELEMENTS:
            kid = stack.pop()
            if is_dict(kid) and kid.get("/Type") not in ("/MCR", "/OBJR"):
                count += 1
                stack.extend(_list_kids(kid))
        return count
    except MALFORMED:
        return 0
