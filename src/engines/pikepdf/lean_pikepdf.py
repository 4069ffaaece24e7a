"""
Imports pikepdf without what these tasks never use. Its package start-up loads lxml, Pillow and the e-mail parser (for
XMP, image extraction and its own version number), which is more than half of a small job's time. Should a release not
take to this, the plain import is used.
"""

import sys
import types

HEAVY = ("importlib_metadata", "pikepdf.models.image", "pikepdf.models.metadata")


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
    _import_lean()
except Exception:
    for loaded in [name for name in sys.modules if name in HEAVY or name.split(".")[0] == "pikepdf"]:
        del sys.modules[loaded]
    import pikepdf  # noqa: F401
finally:
    sys.modules.pop("importlib_metadata", None)
