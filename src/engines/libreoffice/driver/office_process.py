"""Starts LibreOffice and limits the files that its documents can reach."""

import os
import subprocess
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import uno
from emoji_font import replace_emoji_font
from office_profile import write_profile

PROGRAM = "/usr/lib/libreoffice/program/soffice.bin"
START_SECONDS = 60
# LibreOffice's program, settings and resources are in these folders.
OWN_FOLDERS = ("/usr/lib/libreoffice", "/usr/share/libreoffice", "/etc/libreoffice")
REMOTE = ("http", "ftp", "webdav", "cmis")


def _create(context: Any, service: str) -> Any:
    return context.ServiceManager.createInstanceWithContext(service, context)


class Office:
    """LibreOffice as a process that sees only its own folders and those of the current request."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.profile = os.path.join(home, "profile")
        write_profile(self.profile)
        self.fonts = replace_emoji_font(home)
        self.pipe = f"filemill{os.getpid()}"
        self.process: Any = None
        self.desktop: Any = None

    def start(self) -> None:
        """Starts the office and waits until it takes requests."""
        args = [
            PROGRAM,
            "--headless",
            "--invisible",
            "--norestore",
            "--nologo",
            "--nodefault",
            "--nolockcheck",
            f"-env:UserInstallation=file://{self.profile}",
            f"--accept=pipe,name={self.pipe};urp;",
        ]
        env = {**os.environ, "HOME": self.home, "TMPDIR": self.home, "SAL_USE_VCLPLUGIN": "svp", "LC_ALL": "C.UTF-8"}
        env.update(self.fonts)

        def launch() -> subprocess.Popen:
            return subprocess.Popen(
                args,
                env=env,
                cwd=self.home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

        self.process = launch()
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
        deadline = time.time() + START_SECONDS
        while True:
            try:
                remote = resolver.resolve(f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext")
                self.create = partial(_create, remote)
                self.desktop = self.create("com.sun.star.frame.Desktop")
                break
            except Exception:
                # LibreOffice with a new profile may exit with code 81, which asks for another start.
                if self.process.poll() is not None:
                    self.process = launch()
                if time.time() > deadline:
                    raise
                time.sleep(0.03)
        self.wall_in()

    def wall_in(self) -> None:
        """Leaves only the office's own folders within reach: a document may name any file or address, and no setting covers all."""
        self.broker = self.create("com.sun.star.ucb.UniversalContentBroker")
        self.files = self.broker.queryContentProvider("file:///")
        self.admit(self.home, *OWN_FOLDERS)
        for known in self.broker.queryContentProviders():
            if known.Scheme == "file" or any(name in known.Scheme for name in REMOTE):
                self.broker.deregisterContentProvider(known.ContentProvider, known.Scheme)

    def admit(self, *folders: Any) -> Callable[[], object]:
        """Lets documents reach these folders until what it returns is called."""
        scopes = [f'"{uno.systemPathToFileUrl(folder)}/".*' for folder in set(folders)]
        for scope in scopes:
            self.broker.registerContentProvider(self.files, scope, True)
        return lambda: [self.broker.deregisterContentProvider(self.files, scope) for scope in scopes]

    def is_alive(self) -> bool:
        try:
            return self.process.poll() is None and self.desktop.getComponents() is not None
        except Exception:
            return False
