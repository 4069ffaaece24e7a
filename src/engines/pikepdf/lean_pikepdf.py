"""
Imports pikepdf without what these tasks never use. Its package start-up loads lxml, Pillow and the e-mail parser (for
XMP, image extraction and its own version number), which is more than half of a small job's time. The plain import
is used where the installed version is not the known one, or where the lean import fails.
"""

import os
import sys
import types

HEAVY = ("importlib_metadata", "pikepdf.models.image", "pikepdf.models.metadata")

KNOWN_VERSION = "pikepdf-6."


def _is_known() -> bool:
    """Tells the version by the name of its metadata folder: asking the package would load what is to be left out."""
    return any(name.startswith(KNOWN_VERSION) for path in sys.path if os.path.isdir(path) for name in os.listdir(path))


class _Absent(types.ModuleType):
    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (Exception,), {})


def _import_lean() -> None:
    for name in HEAVY:
        sys.modules[name] = _Absent(name)
    setattr(sys.modules["importlib_metadata"], "version", lambda _name: "0")  # noqa: B010
    import pikepdf  # noqa: F401


try:
    if _is_known():
        _import_lean()
except Exception:
    for loaded in [name for name in sys.modules if name in HEAVY or name.split(".")[0] == "pikepdf"]:
        del sys.modules[loaded]
    import pikepdf  # noqa: F401
finally:
    sys.modules.pop("importlib_metadata", None)
