"""Adds the token of a timestamp server to the signature of a document that was just signed: PAdES B-T."""

import base64

from parts.outcome import Failure
from parts.signing.cms import read_signature, write_signature
from parts.signing.timestamp import BadToken, add_token, read_response


def run(request: dict) -> dict:
    first, last = request["place"]
    with open(request["path"], "r+b") as file:
        file.seek(first)
        raw = bytes.fromhex(file.read(last - first).decode("ascii"))
        response = base64.b64decode(request["response"])
        try:
            token = read_response(response, read_signature(raw), int(request["nonce"], 16))
        except BadToken as error:
            raise Failure("timestamp_unavailable", str(error), 0) from None
        file.seek(first)
        file.write(write_signature(add_token(raw, token), (first, last)))
    return {}
