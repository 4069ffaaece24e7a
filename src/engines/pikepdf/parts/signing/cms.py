"""Makes the signature itself: CMS as PAdES asks for it, with the certificate bound into what is signed."""

import hashlib

from ..outcome import Failure
from .certificate import Signer

#: The kind of all signatures that we make, as documents name it.
FILTER, FORMAT, DIGEST = "/Adobe.PPKLite", "/ETSI.CAdES.detached", b"SHA256"


def sign_digest(signer: Signer, digest: bytes) -> bytes:
    """Signs the SHA-256 digest of a document's bytes. The time of signing is in the document, where PAdES wants it."""
    from asn1crypto import algos, cms, tsp, x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, padding

    own = x509.Certificate.load(signer.chain[0])
    identity = tsp.SigningCertificateV2({"certs": [{"cert_hash": hashlib.sha256(signer.chain[0]).digest()}]})
    attributes = cms.CMSAttributes(
        [
            cms.CMSAttribute({"type": "content_type", "values": ["data"]}),
            cms.CMSAttribute({"type": "message_digest", "values": [digest]}),
            cms.CMSAttribute({"type": "signing_certificate_v2", "values": [identity]}),
        ]
    )
    signed = attributes.dump()
    if isinstance(signer.key, ec.EllipticCurvePrivateKey):
        signature, algorithm = signer.key.sign(signed, ec.ECDSA(hashes.SHA256())), "sha256_ecdsa"
    else:
        signature, algorithm = signer.key.sign(signed, padding.PKCS1v15(), hashes.SHA256()), "sha256_rsa"
    sha256 = algos.DigestAlgorithm({"algorithm": "sha256"})
    info = cms.SignerInfo(
        {
            "version": "v1",
            "sid": cms.SignerIdentifier(
                {
                    "issuer_and_serial_number": cms.IssuerAndSerialNumber(
                        {"issuer": own.issuer, "serial_number": own.serial_number}
                    )
                }
            ),
            "digest_algorithm": sha256,
            "signed_attrs": attributes,
            "signature_algorithm": algos.SignedDigestAlgorithm({"algorithm": algorithm}),
            "signature": signature,
        }
    )
    content = cms.SignedData(
        {
            "version": "v1",
            "digest_algorithms": [sha256],
            "encap_content_info": {"content_type": "data"},
            "certificates": [x509.Certificate.load(der) for der in signer.chain],
            "signer_infos": [info],
        }
    )
    return cms.ContentInfo({"content_type": "signed_data", "content": content}).dump()


def read_signature(raw: bytes) -> bytes:
    """Reads the bytes that the key made, which a timestamp is for."""
    from asn1crypto import cms

    (info,) = cms.ContentInfo.load(raw)["content"]["signer_infos"]
    return info["signature"].native


def write_signature(raw: bytes, place: tuple[int, int]) -> bytes:
    """Writes a signature as it stands in a file, filling its place with zeros."""
    written = raw.hex().encode()
    room = place[1] - place[0]
    if len(written) > room:
        raise Failure("limit_exceeded", "the certificates take too much room", 0)
    return written.ljust(room, b"0")
