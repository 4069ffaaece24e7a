"""Describes how a document is locked, and what it may do: scripts, actions, and addresses it leads to."""

from pikepdf import Pdf

from ..objects import MALFORMED, Value, get_dict, is_dict, is_stream, is_string, list_items, walk_tree
from ..source import Source
from ..text import decode_text

PERMISSIONS = {
    "print": "print_lowres",
    "printHighQuality": "print_highres",
    "copy": "extract",
    "modify": "modify_other",
    "annotate": "modify_annotation",
    "fillForms": "modify_form",
    "assemble": "modify_assembly",
}
METHODS = {"none": "none", "rc4": "RC4", "aes": "AES-128", "aesv3": "AES-256"}
MAX_LINKS = 1000
MAX_SCRIPTS = 100
MAX_SCRIPT_CHARACTERS = 4000


def describe_encryption(pdf: Pdf) -> dict | None:
    if not pdf.is_encrypted:
        return None
    lock = pdf.encryption
    method = str(lock.stream_method).rpartition(".")[2]
    return {
        # Before the fourth version there was one method, which documents do not name.
        "method": "RC4" if lock.V < 4 else METHODS.get(method, method),
        "bits": lock.bits,
        "asksForPassword": not pdf.user_password_matched or not _opens_without_password(pdf),
        "permissions": {name: bool(getattr(pdf.allow, key)) for name, key in PERMISSIONS.items()},
    }


def _opens_without_password(pdf: Pdf) -> bool:
    return bool(pdf.user_password_matched) and pdf.encryption.user_password == b""


def read_scripts(source: Source) -> tuple[int, list[str]]:
    """Counts the scripts of a document, and reads the first of them."""
    names = get_dict(source.root, "/Names") or {}
    texts: list[str] = []
    count = 0
    for _, action in walk_tree(names.get("/JavaScript"), "/Names"):
        # Actions that are objects of their own are found below.
        if is_dict(action) and not action.is_indirect:
            count += _read_in(action, 0, texts)
    for item in source.pdf.objects:
        try:
            if is_dict(item):
                count += _read_in(item, 0, texts)
        except MALFORMED:
            continue
    return count, texts


def _read_in(holder: Value, depth: int, texts: list[str]) -> int:
    """Counts and reads the scripts in an object and in the dictionaries that stand in it."""
    count = int(holder.get("/S") == "/JavaScript")
    if count == 1 and len(texts) < MAX_SCRIPTS:
        text = _read_script(holder.get("/JS"))
        if text:
            texts.append(text)
    if depth < 3:
        for key in (
            "/A",
            "/AA",
            "/OpenAction",
            "/Next",
            "/E",
            "/X",
            "/D",
            "/U",
            "/Fo",
            "/Bl",
            "/K",
            "/F",
            "/V",
            "/C",
            "/O",
        ):
            inner = get_dict(holder, key)
            if inner is not None and not inner.is_indirect:
                count += _read_in(inner, depth + 1, texts)
    return count


def _read_script(value: Value) -> str:
    raw = value.read_bytes() if is_stream(value) else bytes(value) if is_string(value) else b""
    return decode_text(raw[: 2 * MAX_SCRIPT_CHARACTERS])[:MAX_SCRIPT_CHARACTERS]


def list_links(pages: list[tuple[int, Value]]) -> list[dict]:
    """Lists the addresses that links on these pages lead to."""
    found: list[dict] = []
    for number, page in pages:
        for annotation in list_items(page.get("/Annots")):
            address = (get_dict(annotation, "/A") or {}).get("/URI")
            if address is not None and is_string(address) and len(found) < MAX_LINKS:
                found.append({"page": number, "url": decode_text(bytes(address))})
    return found
