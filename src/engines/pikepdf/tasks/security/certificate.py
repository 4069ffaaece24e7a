"""Reads whose name a certificate has."""

from parts.signing.certificate import open_certificate


def run(request: dict) -> dict:
    return {"name": open_certificate(request).name}
