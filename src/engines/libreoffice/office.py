"""Keeps one LibreOffice at work: requests as JSON lines on standard input, answers as JSON lines on standard output.

A request: {"id", "input", "output", "filter", "data", "password", "paper", "sheet"}, or {"id", "draw"}: pairs of
a picture that only an office draws and where to draw it.
An answer: {"id", "ok": true} or {"id", "ok": false, "reason", "detail"}.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.task import XInteractionHandler

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fields import still_fields
from layout import choose_sheet, drop_comments, fit_rows, fit_sheets, set_paper
from slides import write_slides

PROGRAM = "/usr/lib/libreoffice/program/soffice.bin"
START_SECONDS = 60
# How finely a picture is drawn, to the hundredth of a millimetre (250 to the inch), and how large at most.
DOTS_PER_UNIT, MOST_DOTS = 250 / 2540, 3000
# Where its program, its settings and its own resources are.
OWN_FOLDERS = ("/usr/lib/libreoffice", "/usr/share/libreoffice", "/etc/libreoffice")
REMOTE = ("http", "ftp", "webdav", "cmis")

# As the profile's own settings: no macros, nothing fetched, no update of links, no recovery, no Java; and no reading
# along as if someone wrote (spelling, word completion), which took a fifth of all time.
SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="UseSystemFileDialog" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>1</value></prop></item>
<item oor:path="/org.openoffice.Office.Recovery/AutoSave"><prop oor:name="Enabled" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Java/VirtualMachine"><prop oor:name="Enable" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Linguistic/SpellChecking"><prop oor:name="IsSpellAuto" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Linguistic/GrammarChecking"><prop oor:name="IsAutoCheck" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/AutoFunction/Completion"><prop oor:name="Enable" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/AutoFunction/Completion"><prop oor:name="CollectWords" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
"""


def prop(name: str, value: Any) -> Any:
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


class Asked(unohelper.Base, XInteractionHandler):
    """Answers what LibreOffice would ask a person: the password once, and no to everything else."""

    def __init__(self, password: str | None) -> None:
        self.password, self.wanted, self.tried = password, False, False

    def handle(self, request: Any) -> None:
        choices = request.getContinuations()
        for choice in choices:
            if hasattr(choice, "setPassword"):
                self.wanted = True
                if self.password is not None and not self.tried:
                    self.tried = True
                    choice.setPassword(self.password)
                    choice.select()
                    return
        for choice in choices:
            if "XInteractionAbort" in str(choice):
                choice.select()
                return


def _create(context: Any, service: str) -> Any:
    return context.ServiceManager.createInstanceWithContext(service, context)


class Office:
    def __init__(self, home: str) -> None:
        self.home = home
        self.profile = os.path.join(home, "profile")
        os.makedirs(os.path.join(self.profile, "user"), exist_ok=True)
        with open(os.path.join(self.profile, "user", "registrymodifications.xcu"), "w") as file:
            file.write(SETTINGS)
        self.pipe = f"filemill{os.getpid()}"
        self.process: Any = None
        self.desktop: Any = None

    def start(self) -> None:
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
                # A fresh profile may end at once with 81: it wants to be started again.
                if self.process.poll() is not None:
                    self.process = launch()
                if time.time() > deadline:
                    raise
                time.sleep(0.03)
        self.wall_in()

    def wall_in(self) -> None:
        """A document may name any file or address: what can be reached shrinks to its own folders, no setting covers all."""
        self.broker = self.create("com.sun.star.ucb.UniversalContentBroker")
        self.files = self.broker.queryContentProvider("file:///")
        self.admit(self.home, *OWN_FOLDERS)
        for known in self.broker.queryContentProviders():
            if known.Scheme == "file" or any(name in known.Scheme for name in REMOTE):
                self.broker.deregisterContentProvider(known.ContentProvider, known.Scheme)

    def admit(self, *folders: Any) -> Callable[[], object]:
        """Lets these folders be reached until the answer is called."""
        scopes = [f'"{uno.systemPathToFileUrl(folder)}/".*' for folder in set(folders)]
        for scope in scopes:
            self.broker.registerContentProvider(self.files, scope, True)
        return lambda: [self.broker.deregisterContentProvider(self.files, scope) for scope in scopes]

    def is_alive(self) -> bool:
        try:
            return self.process.poll() is None and self.desktop.getComponents() is not None
        except Exception:
            return False

    def load(self, url: str, asked: Any) -> Any:
        """Reads a document without a window for it; None where no filter knows it."""
        # MacroExecutionMode NEVER_EXECUTE, UpdateDocMode NO_UPDATE.
        given = [
            prop("URL", url),
            prop("Hidden", True),
            prop("MacroExecutionMode", 0),
            prop("UpdateDocMode", 0),
            prop("InteractionHandler", asked),
        ]
        kinds, filters = (
            self.create("com.sun.star.document.TypeDetection"),
            self.create("com.sun.star.document.FilterFactory"),
        )
        kind, found = kinds.queryTypeByDescriptor(tuple(given), True)
        if not kind:
            return None
        known = {each.Name: each.Value for each in found}
        # A page is to be a text like any other: by itself it would be a web document, which has filters of its own.
        preferred = (
            known.get("FilterName") or {each.Name: each.Value for each in kinds.getByName(kind)}["PreferredFilter"]
        )
        name = "HTML (StarWriter)" if url.endswith(".html") else preferred
        service = {each.Name: each.Value for each in filters.getByName(name)}["DocumentService"]
        document = self.create(service)
        document.load(tuple([each for each in found if each.Name != "FilterName"] + [prop("FilterName", name)]))
        return document

    def show(self, document: Any) -> None:
        """Printing takes a window, if one that nobody sees; other filters do without."""
        drop_comments(document)
        # As the document reads once its changes are accepted, which is what it becomes in every other format.
        if document.supportsService("com.sun.star.text.TextDocument"):
            document.ShowChanges = False
        self.desktop.loadComponentFromURL(
            "private:object", "_blank", 0, (prop("Model", document), prop("Hidden", True))
        )

    def convert(self, request: dict[str, Any]) -> dict[str, Any]:
        if "draw" in request:
            return self.draw(request["draw"])
        leave = self.admit(os.path.dirname(request["input"]), os.path.dirname(request["output"]))
        try:
            return self.convert_admitted(request)
        finally:
            leave()

    def draw(self, pictures: list) -> dict[str, Any]:
        """Pictures as PNG; one that cannot be read is passed over."""
        leave = self.admit(*{os.path.dirname(path) for pair in pictures for path in pair})
        sheet = self.create("com.sun.star.drawing.DrawingDocument")
        try:
            sheet.initNew()
            provider = self.create("com.sun.star.graphic.GraphicProvider")
            for source, output in pictures:
                picture = provider.queryGraphic((prop("URL", f"file://{source}"),))
                size = picture.Size100thMM if picture is not None else None
                if not size or not size.Width or not size.Height:
                    continue
                # By itself a picture is written as finely as a screen shows it; in a frame, as finely as one says.
                frame = sheet.createInstance("com.sun.star.drawing.GraphicObjectShape")
                sheet.getDrawPages().getByIndex(0).add(frame)
                frame.Graphic = picture
                frame.setSize(size)
                self.draw_shape(frame, output)
            return {"ok": True}
        finally:
            leave()
            sheet.close(True)

    def draw_shape(self, shape: Any, output: str) -> None:
        size = shape.getSize()
        scale = min(DOTS_PER_UNIT, MOST_DOTS / max(size.Width, size.Height))
        dots = [prop(f"Pixel{side}", max(1, int(getattr(size, side) * scale))) for side in ("Width", "Height")]
        writer = self.create("com.sun.star.drawing.GraphicExportFilter")
        writer.setSourceDocument(shape)
        writer.filter(
            (
                prop("URL", f"file://{output}"),
                prop("MediaType", "image/png"),
                prop("FilterData", uno.Any("[]com.sun.star.beans.PropertyValue", tuple(dots))),
            )
        )

    def convert_admitted(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["filter"].endswith("_pdf_Export"):
            # LibreOffice says better what is wrong with a file, and reads some of what is.
            with contextlib.suppress(
                OSError, ValueError, KeyError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error
            ):
                still_fields(request["input"])
        asked = Asked(request.get("password"))
        try:
            document = self.load(f"file://{request['input']}", asked)
        except Exception:
            if not asked.wanted or self.process.poll() is not None:
                raise
            document = None
        if document is None:
            if asked.wanted:
                return {"ok": False, "reason": "password_required", "detail": "a password is wanted"}
            return {"ok": False, "reason": "unreadable_input", "detail": "LibreOffice could not open it"}
        try:
            if request["filter"] == "slides":
                write_slides(document, request["output"], self.draw_shape if request.get("pictures") else None)
                return {"ok": True}
            if request["filter"].endswith("_pdf_Export"):
                self.show(document)
            if request.get("paper"):
                set_paper(document, request["paper"])
            if request.get("fit"):
                if request.get("fitRows"):
                    fit_rows(document)
                fit_sheets(document, request["fit"] == "turn")
            if request.get("sheet") is not None and not choose_sheet(document, request["sheet"]):
                return {"ok": False, "reason": "sheet_missing", "detail": "no such sheet"}
            data = [prop(name, value) for name, value in request.get("data", {}).items()]
            store = [prop("FilterName", request["filter"]), prop("Overwrite", True)]
            if data:
                store.append(prop("FilterData", uno.Any("[]com.sun.star.beans.PropertyValue", tuple(data))))
            document.storeToURL(f"file://{request['output']}", tuple(store))
            return {"ok": True}
        finally:
            with contextlib.suppress(Exception):
                document.close(True)


def serve(office: Any) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = office.convert(request)
        except Exception as error:
            gone = "disposed" in str(error) or not office.is_alive()
            reason = "crashed" if gone else "unreadable_input"
            answer = {"ok": False, "reason": reason, "detail": f"{type(error).__name__}: {error}"[:2000]}
        print(json.dumps({"id": request["id"], **answer}), flush=True)
        # Some documents bring it down as they are closed, their output already written.
        if answer.get("reason") == "crashed" or not office.is_alive():
            return


def main() -> None:
    office = Office(sys.argv[1])
    try:
        office.start()
        print(json.dumps({"ready": True}), flush=True)
        serve(office)
    finally:
        # Nobody is left to ask it anything: it must not outlive its driver.
        office.process.kill()


main()
