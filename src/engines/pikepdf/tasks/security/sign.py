"""Signs a document: PAdES B-B, added to its end, so that earlier signatures stay valid."""

import hashlib
from datetime import UTC, datetime

from pikepdf import Array, Dictionary, Name, Pdf, String

from parts.forms.field_appearances import AppearanceDrawer
from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.terminal_fields import list_signatures, list_terminal_fields, list_widgets, read_full_name
from parts.objects import Value, get_dict, is_dict, list_items
from parts.outcome import Failure
from parts.saving import save_pdf
from parts.signing.appearance import has_area, show_in_box, show_in_widget
from parts.signing.certificate import Signer, open_certificate
from parts.signing.cms import FILTER, FORMAT, read_signature, sign_digest, write_signature
from parts.signing.empty_field import choose_field, make_lock
from parts.signing.permissions import forbids_signatures
from parts.signing.seed_value import check_seed_value
from parts.signing.update import Update, find_table
from parts.source import Source, open_source
from parts.text import encode_text

SIGNED_AND_APPEND_ONLY = 3
PRINTED_AND_LOCKED = 132
#: Room for the signature beside the certificates that it carries.
ROOM = 4096
#: Room for the token of a timestamp server with its certificates.
TOKEN_ROOM = 16_384
RANGE_DIGITS = 12


def run(request: dict) -> dict:
    signer = open_certificate(request)
    source = open_source(request)
    labels = read_labels(source.pdf, request.get("labels"))
    is_drawn, missing = _draw_stale_fields(source, labels)
    if missing and labels is None:
        return {**describe_missing(missing), "repaired": source.repaired, "signed": source.signed}
    data, kept = _take_bytes(source, request, is_drawn)
    pdf = Pdf.open(request["base"], inherit_page_attributes=False)
    table = find_table(data)
    if table is None:
        raise Failure("unreadable_input", "no table of objects", 0)
    empty = choose_field(pdf, request.get("field"), "box" in request)
    if empty is not None:
        check_seed_value(empty, request.get("reason"), request["timestamp"])
    if "label" not in request and ("box" in request or (empty is not None and has_area(list_widgets(empty)[0]))):
        return {"unlabelled": True}
    update = Update(data, pdf, table)
    value = _make_value(pdf, signer, request)
    if empty is None:
        field = _make_field(pdf, source, request, value)
        _add_field(update, pdf, field)
    else:
        field = empty
        _fill_field(update, pdf, field, value, request.get("label"))
    whole = update.write()
    place, digest = _fill_in(whole, value.objgen, signer)
    with open(request["output"], "wb") as file:
        file.write(whole)
    facts = {
        "pages": len(source.pages),
        "repaired": source.repaired,
        "signer": signer.name,
        "field": read_full_name(field),
    }
    facts |= {"signature": {"place": place, "digest": digest}}
    signatures, _ = list_signatures(source.root)
    is_forbidden = any(forbids_signatures(value) for _, value in signatures)
    return {**facts, "signed": source.signed and (not kept or is_forbidden)}


def _draw_stale_fields(source: Source, labels: dict | None) -> tuple[bool, list]:
    """
    Draws the fields of a form whose appearances are out of date, which viewers do otherwise: they must not change what was signed.
    Returns whether there were any, and the lines that cannot be drawn without `labels`. What was signed before stays as it is.
    """
    form = get_dict(source.root, "/AcroForm")
    drawer = AppearanceDrawer(source.pdf, form, labels)
    if not drawer.stale or source.signed:
        return False, []
    for field in list_terminal_fields(source.root):
        for widget in list_widgets(field):
            drawer.draw_widget(widget)
    del form["/NeedAppearances"]
    return True, list(drawer.missing)


def _take_bytes(source: Source, request: dict, is_changed: bool) -> tuple[bytes, bool]:
    """
    Takes the bytes of a sound document as they are; one that is locked or damaged, or was changed, is rewritten. Says which it was.
    """
    with open(request["inputs"][0]["path"], "rb") as file:
        data = file.read()
    is_sound = not source.repaired and not source.pdf.is_encrypted and find_table(data) is not None
    if is_sound and not is_changed:
        with open(request["base"], "wb") as file:
            file.write(data)
        return data, True
    if not save_pdf(source.pdf, request["base"]):
        source.note_repair()
    with open(request["base"], "rb") as file:
        return file.read(), False


def _make_value(pdf: Pdf, signer: Signer, request: dict) -> Value:
    now = datetime.now(UTC)
    value = Dictionary(Type=Name.Sig, Filter=Name(FILTER), SubFilter=Name(FORMAT))
    value["/ByteRange"] = Array([0, *[10**RANGE_DIGITS - 1] * 3])
    value["/Contents"] = String(
        b"\0" * (ROOM + 2 * sum(map(len, signer.chain)) + (TOKEN_ROOM if request["timestamp"] else 0))
    )
    value["/M"] = String(now.strftime("D:%Y%m%d%H%M%S+00'00'"))
    value["/Name"] = String(encode_text(signer.name))
    for key in ("reason", "location"):
        if request.get(key):
            value[f"/{key.capitalize()}"] = String(encode_text(request[key]))
    return pdf.make_indirect(value)


def _make_field(pdf: Pdf, source: Source, request: dict, value: Value) -> Value:
    taken = {read_full_name(field) for field in list_terminal_fields(source.root)}
    name = next(name for number in range(1, len(taken) + 2) if (name := f"Signature{number}") not in taken)
    box = request.get("box")
    index = box["page"] - 1 if box else 0
    if index >= len(pdf.pages):
        raise Failure("box_page_missing", f"no page {index + 1}", 0)
    page = pdf.pages[index].obj
    field = Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Sig, T=String(name), V=value, P=page)
    field["/F"] = PRINTED_AND_LOCKED
    field["/Rect"] = Array([0, 0, 0, 0])
    if box:
        show_in_box(pdf, field, source.pages[index], box, request["label"])
    return pdf.make_indirect(field)


def _add_field(update: Update, pdf: Pdf, field: Value) -> None:
    page = field["/P"]
    page["/Annots"] = Array([*list_items(page.get("/Annots")), field])
    update.change(page)
    form = _mark_form(update, pdf)
    form["/Fields"] = Array([*(item for item in list_items(form.get("/Fields")) if is_dict(item)), field])


def _fill_field(update: Update, pdf: Pdf, field: Value, value: Value, label: dict | None) -> None:
    """Puts the signature into an empty field of the form, and its appearance into the widget of this field."""
    lock = make_lock(pdf, field)
    if lock is not None:
        value["/Reference"] = lock
    field["/V"] = value
    update.change(field)
    if label is not None:
        widget = list_widgets(field)[0]
        show_in_widget(pdf, widget, label)
        update.change(widget)
    _mark_form(update, pdf)


def _mark_form(update: Update, pdf: Pdf) -> Value:
    """Marks the form, which is made if there is none, as one with signatures."""
    root = pdf.Root
    form = get_dict(root, "/AcroForm")
    if form is None or not form.is_indirect:
        entries = dict(form.items()) if form is not None else {}
        form = pdf.make_indirect(Dictionary(entries))
        root["/AcroForm"] = form
        update.change(root)
    form["/SigFlags"] = SIGNED_AND_APPEND_ONLY
    if form.objgen in update.known:
        update.change(form)
    return form


def _fill_in(data: bytearray, number: tuple[int, int], signer: Signer) -> tuple[tuple[int, int], str]:
    """
    Signs all bytes but those of the signature's place, and puts it there. Returns that place, and the digest of the signature for a
    timestamp server. The bytes are changed where they are, because copies of large files would need much memory.
    """
    start = data.rindex(b"\n%d %d obj\n" % number)
    opening = data.index(b"/Contents <", start) + len(b"/Contents ")
    closing = data.index(b">", opening) + 1
    ranges = [0, opening, closing, len(data) - closing]
    placeholder = b"[ 0 " + b" ".join([b"9" * RANGE_DIGITS] * 3) + b" ]"
    at = data.index(placeholder, start)
    written = b"[ " + b" ".join(b"%d" % value for value in ranges)
    data[at : at + len(placeholder)] = written.ljust(len(placeholder) - 1) + b"]"
    with memoryview(data) as view:
        digest = hashlib.sha256(view[:opening])
        digest.update(view[closing:])
    signature = sign_digest(signer, digest.digest())
    place = (opening + 1, closing - 1)
    data[place[0] : place[1]] = write_signature(signature, place)
    return place, hashlib.sha256(read_signature(signature)).hexdigest()
