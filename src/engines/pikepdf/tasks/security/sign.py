"""Signs a document: PAdES B-B, added to its end, so that earlier signatures stay valid."""

import hashlib
from datetime import UTC, datetime

from pikepdf import Array, Dictionary, Name, Page, Pdf, String

from parts.forms.terminal_fields import list_signatures, list_terminal_fields, read_full_name
from parts.geometry import compute_box, move_point
from parts.objects import Value, get_dict, is_dict, list_items
from parts.outcome import Failure
from parts.saving import save_pdf
from parts.signing.certificate import Signer, open_certificate
from parts.signing.cms import read_signature, sign_digest, write_signature
from parts.signing.permissions import forbids_signatures
from parts.signing.update import Update, find_table
from parts.source import Source, open_source
from parts.text import encode_text
from parts.visible import Visible, measure_visible, read_user_unit

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
    data, kept = _take_bytes(source, request)
    pdf = Pdf.open(request["base"], inherit_page_attributes=False)
    table = find_table(data)
    if table is None:
        raise Failure("unreadable_input", "no table of objects", 0)
    update = Update(data, pdf, table)
    value = _make_value(pdf, signer, request)
    field = _make_field(pdf, source, request, value)
    _add_field(update, pdf, field)
    whole, place, digest = _fill_in(update.write(), value.objgen, signer)
    with open(request["output"], "wb") as file:
        file.write(whole)
    facts = {"pages": len(source.pages), "repaired": source.repaired, "signer": signer.name}
    facts |= {"signature": {"place": place, "digest": digest}}
    signatures, _ = list_signatures(source)
    is_forbidden = any(forbids_signatures(value) for _, value in signatures)
    return {**facts, "signed": source.signed and (not kept or is_forbidden)}


def _take_bytes(source: Source, request: dict) -> tuple[bytes, bool]:
    """Takes the bytes of a sound document as they are; one that is locked or damaged is rewritten. Says which it was."""
    with open(request["inputs"][0]["path"], "rb") as file:
        data = file.read()
    is_sound = not source.repaired and not source.pdf.is_encrypted and find_table(data) is not None
    if is_sound:
        with open(request["base"], "wb") as file:
            file.write(data)
        return data, True
    if not save_pdf(source.pdf, request["base"]):
        source.note_repair()
    with open(request["base"], "rb") as file:
        return file.read(), False


def _make_value(pdf: Pdf, signer: Signer, request: dict) -> Value:
    now = datetime.now(UTC)
    value = Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), SubFilter=Name("/ETSI.CAdES.detached"))
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
    taken = {read_full_name(field) for field in list_terminal_fields(source)}
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
        _show(pdf, field, source.pages[index], box, request["label"])
    return pdf.make_indirect(field)


def _show(pdf: Pdf, field: Value, page: Value, box: dict, label: dict) -> None:
    """Gives the field a place on its page as shown, and the text of a signature in it, upright."""
    shown, unit = measure_visible(page), read_user_unit(page)
    left, top = box["x"] / unit, box["y"] / unit
    wide, high = box["width"] / unit, box["height"] / unit
    if left + wide > shown.width + 1 or top + high > shown.height + 1:
        raise Failure("box_outside", "the box reaches beyond the page", 0)
    bottom = shown.height - top - high
    corners = [move_point(shown.matrix, left, bottom), move_point(shown.matrix, left + wide, bottom + high)]
    field["/Rect"] = Array(compute_box(corners))
    field["/AP"] = Dictionary(N=_draw(pdf, label, wide, high, shown))
    field["/MK"] = Dictionary()


def _draw(pdf: Pdf, label: dict, wide: float, high: float, shown: Visible) -> Value:
    with Pdf.open(label["path"]) as pages:
        forms = [pdf.copy_foreign(Page(page).as_form_xobject()) for page in pages.pages]
    sizes = label["sizes"]
    inset = min(4.0, wide / 20, high / 20)
    total, widest = sum(size[1] for size in sizes), max(size[0] for size in sizes)
    scale = min((wide - 2 * inset) / widest, (high - 2 * inset) / total)
    lines, y = "", high - inset - (high - 2 * inset - total * scale) / 2
    for at, (_, height) in enumerate(sizes):
        y -= height * scale
        lines += f"q {scale:.5f} 0 0 {scale:.5f} {inset:.3f} {y:.3f} cm /Line{at} Do Q\n"
    frame = f"q 0.5 G 0.5 w 0.25 0.25 {wide - 0.5:.3f} {high - 0.5:.3f} re S Q\n"
    appearance = pdf.make_stream((frame + lines).encode("ascii"))
    appearance["/Type"], appearance["/Subtype"], appearance["/BBox"] = (
        Name.XObject,
        Name.Form,
        Array([0, 0, wide, high]),
    )
    a, b, c, d, _, _ = shown.matrix
    appearance["/Matrix"] = Array([a, b, c, d, 0, 0])
    appearance["/Resources"] = Dictionary(XObject=Dictionary({f"/Line{at}": form for at, form in enumerate(forms)}))
    return appearance


def _add_field(update: Update, pdf: Pdf, field: Value) -> None:
    page = field["/P"]
    page["/Annots"] = Array([*list_items(page.get("/Annots")), field])
    update.change(page)
    root = pdf.Root
    form = get_dict(root, "/AcroForm")
    if form is None or not form.is_indirect:
        entries = dict(form.items()) if form is not None else {}
        form = pdf.make_indirect(Dictionary(entries))
        root["/AcroForm"] = form
        update.change(root)
    form["/Fields"] = Array([*(item for item in list_items(form.get("/Fields")) if is_dict(item)), field])
    form["/SigFlags"] = SIGNED_AND_APPEND_ONLY
    # Programs that draw appearances again would change what was signed.
    if "/NeedAppearances" in form:
        del form["/NeedAppearances"]
    if form.objgen in update.known:
        update.change(form)


def _fill_in(data: bytes, number: tuple[int, int], signer: Signer) -> tuple[bytes, tuple[int, int], str]:
    """
    Signs everything but the place of the signature, and puts it there. Returns the file, that place, and the digest of the signature
    for a timestamp server.
    """
    start = data.rindex(b"\n%d %d obj\n" % number)
    opening = data.index(b"/Contents <", start) + len(b"/Contents ")
    closing = data.index(b">", opening) + 1
    ranges = [0, opening, closing, len(data) - closing]
    placeholder = b"[ 0 " + b" ".join([b"9" * RANGE_DIGITS] * 3) + b" ]"
    at = data.index(placeholder, start)
    written = b"[ " + b" ".join(b"%d" % value for value in ranges)
    whole = data[:at] + written.ljust(len(placeholder) - 1) + b"]" + data[at + len(placeholder) :]
    digest = hashlib.sha256(whole[:opening] + whole[closing:]).digest()
    signature = sign_digest(signer, digest)
    place = (opening + 1, closing - 1)
    stamped = hashlib.sha256(read_signature(signature)).hexdigest()
    return whole[: place[0]] + write_signature(signature, place) + whole[place[1] :], place, stamped
