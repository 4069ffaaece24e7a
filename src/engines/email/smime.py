"""Messages whose content is enclosed in one part (S/MIME, PGP): a signature around it can be removed, encryption cannot."""

import email
from email import policy
from email.message import EmailMessage
from typing import Any

ENCLOSED = ("application/pkcs7-mime", "application/x-pkcs7-mime")


class Encrypted(Exception):
    """The content is encrypted."""


def read_signed(message: EmailMessage) -> EmailMessage:
    """Returns the message inside a signature that encloses it, or the message itself if it is not enclosed."""
    kind = message.get_content_type()
    if kind == "multipart/encrypted":
        raise Encrypted
    if kind not in ENCLOSED:
        return message
    data: Any = message.get_payload(decode=True)
    try:
        from asn1crypto.cms import ContentInfo

        enclosed: Any = ContentInfo.load(data)
        if enclosed["content_type"].native != "signed_data":
            raise Encrypted
        inner: Any = enclosed["content"]["encap_content_info"]["content"].native
        content: Any = email.message_from_bytes(inner, policy=policy.default)
    except (ImportError, ValueError, TypeError, KeyError) as error:
        raise Encrypted from error
    return content
