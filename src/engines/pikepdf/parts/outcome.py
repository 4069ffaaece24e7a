"""Messages of a task to the process that started it."""

import json
import sys
import time
from typing import Any


class Failure(Exception):
    """The task cannot be done. `reason` is an entry of the contract's catalogue of failures; `input` is the index of
    the file at fault, `part` the part of an option at fault."""

    def __init__(self, reason: str, detail: str, input: int | None = None, part: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail[:2000]
        self.input = input
        self.part = part


def report(**message: Any) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


_told = 0
_when = 0.0


def report_progress(done: float, of: float) -> None:
    """Reports progress at most ten times a second, and only when it has grown."""
    global _told, _when
    percent = min(99, int(100 * done / max(of, 1)))
    if percent > _told and (now := time.monotonic()) - _when >= 0.1:
        _told, _when = percent, now
        report(progress=percent)
