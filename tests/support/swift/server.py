"""OpenStack Swift with its S3 API on one folder: account, container, object and proxy server in one process.

Usage: server.py FOLDER. Prints `{"port": N}` when it answers, and ends when its standard input does.
"""

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from time import time as now
from typing import Any

import eventlet
from eventlet.hubs import trampoline

eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)

from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.utils import NullLogger  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp, wsgi  # noqa: E402

folder = Path(sys.argv[1])
drive = folder / "drives" / "d1"

common = f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder / "drives"}
mount_check = false
user = {os.environ.get("USER", "root")}
log_level = ERROR
# A listing includes what was just written, however busy the machine is.
container_update_timeout = 60
conn_timeout = 10
node_timeout = 60
"""

storage = """
[app:main]
use = egg:swift#{kind}
"""

proxy = """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk slo dlo versioned_writes proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 60

[filter:tempauth]
use = egg:swift#tempauth
user_filemill_tester = testing .admin

[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
min_segment_size = 5242880
# As an operator allows browser pages to upload to the store.
cors_preflight_allow_origin = *

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
"""


class Memory:
    """What tempauth and the proxy ask of memcached."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[float, Any]] = {}

    def get(self, key: str, **_: Any) -> Any:
        until, value = self.kept.get(key, (0, None))
        return value if until > now() else None

    def set(self, key: str, value: Any, time: float = 0, **_: Any) -> None:
        self.kept[key] = (now() + (time or 60), json.loads(json.dumps(value)))

    def delete(self, key: str, **_: Any) -> None:
        self.kept.pop(key, None)


def with_cache(app: Callable[..., Any]) -> Callable[..., Any]:
    memory = Memory()

    def cached(env: dict[str, Any], start_response: Any) -> Any:
        env["swift.cache"] = memory
        return app(env, start_response)

    return cached


def listen() -> socket.socket:
    return eventlet.listen(("127.0.0.1", 0), backlog=1024)


def serve(kind: str, sock: socket.socket) -> None:
    path = folder / f"{kind}.conf"
    path.write_text(common + (proxy if kind == "proxy" else storage.format(kind=kind)))
    app = loadapp(str(path), global_conf={"log_name": kind})
    if kind == "proxy":
        app = with_cache(app)
    # The AWS SDK only knows `ETag` in this spelling.
    eventlet.spawn(wsgi.server, sock, app, NullLogger(), protocol=SwiftHttpProtocol, capitalize_response_headers=False)


def build_ring(kind: str, port: int) -> None:
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "d1", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(str(folder / f"{kind}.ring.gz"))


def main() -> None:
    drive.mkdir(parents=True, exist_ok=True)
    for kind in ("account", "container", "object"):
        sock = listen()
        build_ring(kind, sock.getsockname()[1])
        serve(kind, sock)
    sock = listen()
    serve("proxy", sock)
    print(json.dumps({"port": sock.getsockname()[1]}), flush=True)
    trampoline(sys.stdin.fileno(), read=True)


main()
