"""Messages whose content is sealed in one part: a signature around it can be taken off, encryption cannot."""

import email
from email import policy
from email.message import EmailMessage
from typing import Any

SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime")


class Encrypted(Exception):
    """The content is encrypted."""


def read_signed(message: EmailMessage) -> EmailMessage:
    """Returns the message inside a signature that encloses it, or the message itself if it is not sealed."""
    kind = message.get_content_type()
    if kind == "multipart/encrypted":
        raise Encrypted
    if kind not in SEALED:
        return message
    data: Any = message.get_payload(decode=True)
    try:
        from asn1crypto.cms import ContentInfo

        sealed: Any = ContentInfo.load(data)
        if sealed["content_type"].native != "signed_data":
            raise Encrypted
        inner: Any = sealed["content"]["encap_content_info"]["content"].native
        content: Any = email.message_from_bytes(inner, policy=policy.default)
    except (ImportError, ValueError, TypeError, KeyError) as error:
        raise Encrypted from error
    return content
