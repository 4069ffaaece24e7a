"""convert.py FILE FORMAT: the steps of a job, one by one, with Python's standard library."""

import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any

API = os.environ["FILEMILL_URL"] + "/api/public"


def call(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Calls an endpoint. A refusal raises HTTPError, whose body says why."""
    request = urllib.request.Request(
        API + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["FILEMILL_API_KEY"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def convert(source: Path, output_format: str) -> Path:
    job = call(
        "POST",
        "/jobs",
        {
            "type": "document-convert",
            "filename": source.name,
            "fileSize": source.stat().st_size,
            "contentType": "application/octet-stream",
            "options": {"outputFormat": output_format},
            "autoStart": True,
        },
    )
    with source.open("rb") as file:
        upload = urllib.request.Request(job["uploadUrl"], method="PUT", data=file, headers=job["upload"]["headers"])
        upload.add_header("Content-Length", str(source.stat().st_size))
        urllib.request.urlopen(upload).close()
    job = call("GET", f"/jobs/{job['id']}?wait=30")
    while job["status"] in ("queued", "processing"):
        job = call("GET", f"/jobs/{job['id']}?wait=30")
    if job["status"] != "completed":
        raise SystemExit(f"{job['status']}: {job.get('failure') or job.get('startRefused')}")
    target = Path(job["result"]["files"][0]["filename"])
    with urllib.request.urlopen(job["result"]["downloadUrl"]) as result:
        target.write_bytes(result.read())
    return target


if __name__ == "__main__":
    print(convert(Path(sys.argv[1]), sys.argv[2]))
