"""Opens the certificate and key that a document is signed with."""

import base64
import binascii
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..outcome import Failure


@dataclass
class Signer:
    key: Any
    #: Certificates in DER, that of the key first.
    chain: list[bytes]
    name: str


def open_certificate(request: dict) -> Signer:
    """Opens a PKCS#12 file, given in base64 with its password, and makes sure that its certificate is valid now."""
    # The library takes longer to load than most tasks do, and only signatures need it.
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    from cryptography.hazmat.primitives.serialization import Encoding, pkcs12

    try:
        data = base64.b64decode("".join(request["certificate"].split()), validate=True)
        key, own, others = pkcs12.load_key_and_certificates(data, request.get("certificatePassword", "").encode())
    except binascii.Error as error:
        raise Failure("certificate_unreadable", str(error), 0) from None
    except ValueError as error:
        raise Failure("certificate_locked" if _is_pkcs12(data) else "certificate_unreadable", str(error), 0) from None
    if key is None or own is None:
        raise Failure("certificate_unreadable", "no key, or no certificate of it", 0)
    if not isinstance(key, (rsa.RSAPrivateKey, ec.EllipticCurvePrivateKey)):
        raise Failure("certificate_unreadable", "neither RSA nor an elliptic curve", 0)
    now = datetime.now(UTC).replace(tzinfo=None)
    if not own.not_valid_before <= now <= own.not_valid_after:
        raise Failure("certificate_expired", f"valid from {own.not_valid_before} to {own.not_valid_after}", 0)
    chain = [certificate.public_bytes(Encoding.DER) for certificate in (own, *(others or ()))]
    return Signer(key, chain, _read_name(own))


def _is_pkcs12(data: bytes) -> bool:
    from asn1crypto.pkcs12 import Pfx

    try:
        return Pfx.load(data, strict=True)["version"].native == "v3"
    except (ValueError, TypeError, KeyError):
        return False


def _read_name(certificate: Any) -> str:
    from cryptography.x509.oid import NameOID

    for kind in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME):
        found = certificate.subject.get_attributes_for_oid(kind)
        if found:
            return str(found[0].value)
    return certificate.subject.rfc4514_string()
