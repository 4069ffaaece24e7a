"""Timestamps of signatures: the tokens in which a server confirms the time (RFC 3161)."""

import hashlib
from typing import Any

from .keys import find_own, is_signed_by


class BadToken(ValueError):
    """The token does not confirm the time of this signature. The message says why."""


def read_response(raw: bytes, signature: bytes, nonce: int) -> Any:
    """Reads the answer of a server, and returns the token if it is for this signature and this request."""
    from asn1crypto import tsp

    try:
        response = tsp.TimeStampResp.load(raw, strict=True)
        status = response["status"]["status"].native
        if status not in ("granted", "granted_with_mods"):
            raise BadToken(f"the server answered {status}")
        token = response["time_stamp_token"]
        facts = check_token(token, signature)
        if facts["nonce"] != nonce:
            raise BadToken("the answer is for another request")
    except (ValueError, TypeError, KeyError) as error:
        raise error if isinstance(error, BadToken) else BadToken(f"{type(error).__name__}: {error}") from None
    return token


def check_token(token: Any, signature: bytes) -> dict:
    """Returns what a token says if it is for this signature and signed by the certificate that it carries."""
    from asn1crypto import tsp

    content = token["content"]
    (info,) = content["signer_infos"]
    encapsulated = bytes(content["encap_content_info"]["content"])
    facts = tsp.TSTInfo.load(encapsulated).native
    imprint = facts["message_imprint"]
    algorithm = imprint["hash_algorithm"]["algorithm"]
    if hashlib.new(algorithm, signature).digest() != imprint["hashed_message"]:
        raise BadToken("the token is for something else")
    certificates = [choice.chosen for choice in content["certificates"] if choice.name == "certificate"]
    own = find_own(info["sid"], certificates)
    attributes = {item["type"].native: item["values"] for item in info["signed_attrs"]}
    digest = hashlib.new(info["digest_algorithm"]["algorithm"].native, encapsulated).digest()
    signed = b"\x31" + info["signed_attrs"].dump()[1:]
    if own is None or attributes["message_digest"][0].native != digest or not is_signed_by(own, info, signed):
        raise BadToken("the token is not signed by its certificate")
    return {**facts, "server": own.subject.human_friendly}


def add_token(raw: bytes, token: Any) -> bytes:
    """Adds a token to a signature (CMS), outside what is signed."""
    from asn1crypto import cms

    message = cms.ContentInfo.load(raw)
    (info,) = message["content"]["signer_infos"]
    info["unsigned_attrs"] = cms.CMSAttributes(
        [cms.CMSAttribute({"type": "signature_time_stamp_token", "values": [cms.ContentInfo.load(token.dump())]})]
    )
    return message.dump()
