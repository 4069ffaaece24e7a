"""Finds the certificate of a signer, and checks what its key signed."""

import hashlib
from typing import Any


def find_own(identity: Any, certificates: list) -> Any:
    for certificate in certificates:
        if identity.name == "issuer_and_serial_number":
            chosen = identity.chosen
            if certificate.serial_number == chosen["serial_number"].native and certificate.issuer == chosen["issuer"]:
                return certificate
        elif certificate.key_identifier == identity.chosen.native:
            return certificate
    return None


def is_certificate_named(own: Any, attributes: dict) -> bool:
    """Checks that the signer signed the digest of this certificate, as PAdES requires; other signatures may name none."""
    for name in ("signing_certificate_v2", "signing_certificate"):
        if name in attributes:
            named = attributes[name][0]["certs"][0]
            kind = named["hash_algorithm"]["algorithm"].native if name.endswith("v2") else "sha1"
            return hashlib.new(kind, own.dump()).digest() == named["cert_hash"].native
    return True


def is_signed_by(own: Any, info: Any, signed: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
    from cryptography.x509 import load_der_x509_certificate

    key = load_der_x509_certificate(own.dump()).public_key()
    kind = getattr(hashes, info["digest_algorithm"]["algorithm"].native.upper())()
    signature = info["signature"].native
    try:
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signature, signed, ec.ECDSA(kind))
        elif isinstance(key, rsa.RSAPublicKey) and info["signature_algorithm"]["algorithm"].native == "rsassa_pss":
            key.verify(signature, signed, padding.PSS(padding.MGF1(kind), padding.PSS.AUTO), kind)
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, signed, padding.PKCS1v15(), kind)
        else:
            raise ValueError("a key of another kind")
    except InvalidSignature:
        return False
    return True
