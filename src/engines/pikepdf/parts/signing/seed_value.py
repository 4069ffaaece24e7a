"""Checks what a form asks of the signature in a field (its seed value)."""

from ..objects import Value, get_dict, get_int, is_string, list_items
from ..outcome import Failure
from ..text import decode_text
from .cms import DIGEST, FILTER, FORMAT

# Each bit makes an entry a requirement; without it, the entry is only a proposal.
FILTERS, FORMATS, VERSION, REASONS, ATTESTATION, REVOCATION, DIGESTS = (1 << bit for bit in range(7))
#: The first bit of requirements that came later.
LATER = 1 << 7
KNOWN_VERSION = 3
#: The only reason in the list of a form that allows none.
NO_REASON = "."


def check_seed_value(field: Value, reason: str | None, has_timestamp: bool) -> None:
    """Refuses a signature that the form would not accept in this field."""
    seed = get_dict(field, "/SV")
    if seed is None:
        return
    required = get_int(seed, "/Ff")
    if required & REASONS and (reason or NO_REASON) not in (_list_reasons(seed) or [NO_REASON]):
        raise Failure("signature_reason_refused", "the reason is not one of the form's", 0)
    stamp = get_dict(seed, "/TimeStamp")
    if stamp is not None and get_int(stamp, "/Ff") and not has_timestamp:
        raise Failure("signature_timestamp_required", "the form requires a timestamp", 0)
    if not (_allows_kind(seed, required) and _allows_anyone(seed)):
        raise Failure("signature_field_unsupported", f"required: {required}", 0)


def _list_reasons(seed: Value) -> list[str]:
    return [decode_text(bytes(item)) for item in list_items(seed.get("/Reasons")) if is_string(item)]


def _allows_kind(seed: Value, required: int) -> bool:
    """Tells whether signatures of the only kind that we make are allowed."""
    return not (
        (required & FILTERS and seed.get("/Filter") != FILTER)
        or (required & FORMATS and not any(kind == FORMAT for kind in list_items(seed.get("/SubFilter"))))
        or (required & DIGESTS and DIGEST not in [bytes(item) for item in list_items(seed.get("/DigestMethod"))])
        or (required & VERSION and get_int(seed, "/V") > KNOWN_VERSION)
        or (required & REVOCATION and seed.get("/AddRevInfo") is True)
        or required & ATTESTATION
        or required >= LATER
    )


def _allows_anyone(seed: Value) -> bool:
    """Tells whether no certain certificate is required, and no signature that certifies the document."""
    certificate, certifying = get_dict(seed, "/Cert"), get_dict(seed, "/MDP")
    is_certain = certificate is not None and get_int(certificate, "/Ff") != 0
    return not is_certain and (certifying is None or get_int(certifying, "/P") == 0)
