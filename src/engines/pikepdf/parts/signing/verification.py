"""Checks one signature: whether it covers its bytes, is that of its certificate, and what came after it."""

import hashlib
import re
from datetime import UTC, datetime
from typing import Any

from ..objects import Value, is_number, is_string, list_items
from ..text import decode_text
from .changes import find_changes
from .keys import find_own, is_certificate_named, is_signed_by
from .permissions import judge_changes
from .timestamp import check_token

#: The format of PAdES, whose levels begin with `B-`. The levels of others begin with `PKCS7-`.
PADES = "ETSI.CAdES.detached"
TEXTS = {"reason": "/Reason", "location": "/Location"}
TIME = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?)?")


def check_signature(data: bytes, value: Value) -> dict:
    """Describes a signature; its `status` is `valid`, `invalid` (something was changed) or `unreadable`."""
    facts: dict[str, str | bool | list[str]] = {
        name: decode_text(bytes(value[key])) for name, key in TEXTS.items() if is_string(value.get(key))
    }
    if is_string(value.get("/M")):
        facts["claimedTime"] = _write_time(decode_text(bytes(value["/M"])))
    kind = value.get("/SubFilter")
    facts["format"] = str(kind).lstrip("/") if kind is not None else ""
    covered = _read_range(data, value)
    if covered is None:
        return {**facts, "status": "invalid", "problem": "The byte range is not that of a whole revision of the file."}
    first, gap_end, end = covered
    changes = find_changes(data, end)
    facts |= {"coversWholeFile": changes.kind == "none", "changesAfter": changes.kind}
    if changes.fields:
        facts["changedFields"] = sorted(changes.fields)
    try:
        # The signature is followed by zeros up to the end of its place, which must hold nothing else.
        raw = bytes.fromhex(data[first + 1 : gap_end - 1].decode("ascii"))
        told = _check_cms(raw, data[:first] + data[gap_end:end])
    except (ValueError, TypeError, KeyError) as error:
        return {**facts, "status": "unreadable", "problem": f"The signature cannot be read: {type(error).__name__}."}
    if facts["format"] != PADES and "level" in told:
        told["level"] = told["level"].replace("B-", "PKCS7-")
    problem = judge_changes(changes, value)
    if told["status"] == "valid" and problem:
        told |= {"status": "invalid", "problem": problem}
    return {**facts, **told}


def _write_time(written: str) -> str:
    """Writes a time of a PDF as ISO 8601 if it is valid."""
    found = TIME.match(written)
    if found is None:
        return written
    year, month, day, hour, minute, second, zone, part = found.groups()
    zone_text = f"{zone}:{part or '00'}" if zone else "Z" if "Z" in written else ""
    clock = ":".join(piece or "00" for piece in (hour, minute, second))
    return f"{year}-{month}-{day}T{clock}{zone_text}"


def _read_range(data: bytes, value: Value) -> tuple[int, int, int] | None:
    """Reads the parts of the file that are signed; None unless they are all but the place of the signature."""
    numbers = [int(number) for number in list_items(value.get("/ByteRange")) if is_number(number)]
    if len(numbers) != 4:
        return None
    start, first, second, rest = numbers
    end = second + rest
    if start != 0 or not 0 < first < second <= end <= len(data):
        return None
    return (first, second, end) if data[first : first + 1] == b"<" and data[second - 1 : second] == b">" else None


def _check_cms(raw: bytes, covered: bytes) -> dict:
    # The second import lets the first one read the attribute that names the certificate.
    from asn1crypto import cms, tsp  # noqa: F401

    content = cms.ContentInfo.load(raw)["content"]
    (info,) = content["signer_infos"]
    certificates = [choice.chosen for choice in content["certificates"] if choice.name == "certificate"]
    own = find_own(info["sid"], certificates)
    algorithm = info["digest_algorithm"]["algorithm"].native
    digest = hashlib.new(algorithm, covered).digest()
    told = _describe_certificate(own, certificates) if own is not None else {}
    attributes = {item["type"].native: item["values"] for item in info["signed_attrs"]}
    encapsulated = content["encap_content_info"]["content"].native
    if "message_digest" in attributes:
        # The old form of signatures encloses a SHA-1 digest, and signs that.
        inner = hashlib.new(algorithm, encapsulated).digest() if encapsulated else digest
        is_intact = attributes["message_digest"][0].native == inner
        if encapsulated:
            is_intact = is_intact and encapsulated == hashlib.sha1(covered).digest()
        # They are signed as a set, and kept with the tag of their place in its stead.
        signed = b"\x31" + info["signed_attrs"].dump()[1:]
    else:
        is_intact, signed = True, covered
    told |= {"digest": algorithm, **_describe_stamp(info)}
    if own is None:
        return {**told, "status": "unreadable", "problem": "The certificate of the signer is missing."}
    if not is_intact:
        return {**told, "status": "invalid", "problem": "The signed bytes were changed."}
    # The certificate is not among the signed bytes: another one with the same key and another name would pass.
    if not is_certificate_named(own, attributes) or not is_signed_by(own, info, signed):
        return {**told, "status": "invalid", "problem": "The signature is not that of its certificate."}
    return {**told, "status": "valid"}


def _describe_stamp(info: Any) -> dict:
    """Tells whether a timestamp server confirms the time of a signature, and which time that is."""
    for item in info["unsigned_attrs"] or ():
        if item["type"].native == "signature_time_stamp_token":
            try:
                facts = check_token(item["values"][0], info["signature"].native)
            except (ValueError, TypeError, KeyError):
                return {"level": "B-B", "timestampProblem": "The timestamp does not confirm this signature."}
            return {"level": "B-T", "timestamp": facts["gen_time"].isoformat(), "timestampServer": facts["server"]}
    return {"level": "B-B"}


def _describe_certificate(own: Any, certificates: list) -> dict:
    names = own.subject.native
    now = datetime.now(UTC)
    return {
        "signer": names.get("common_name") or names.get("organization_name") or own.subject.human_friendly,
        "certificate": {
            "subject": own.subject.human_friendly,
            "issuer": own.issuer.human_friendly,
            "serialNumber": str(own.serial_number),
            "validFrom": own.not_valid_before.isoformat(),
            "validTo": own.not_valid_after.isoformat(),
            "isExpired": not own.not_valid_before <= now <= own.not_valid_after,
            "isSelfSigned": own.self_signed in ("yes", "maybe"),
            "chain": [certificate.subject.human_friendly for certificate in certificates],
        },
        "trust": "not checked",
    }
