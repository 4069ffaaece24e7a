"""Forms in Adobe's XFA, which only its own programs show."""

from ..objects import Value, get_dict
from ..outcome import Failure
from ..source import Source


def has_xfa(source: Source) -> bool:
    form = get_dict(source.root, "/AcroForm")
    return form is not None and "/XFA" in form


def refuse_xfa(source: Source, fields: list[Value]) -> None:
    """Refuses a form that has nothing but XFA."""
    if has_xfa(source) and not fields:
        raise Failure("xfa_unsupported", "a form in XFA alone", 0)
    refuse_unrendered_xfa(source)


def refuse_unrendered_xfa(source: Source) -> None:
    """Refuses a form whose pages are drawn from its XFA: those in the file only say that it cannot be shown."""
    if has_xfa(source) and source.root.get("/NeedsRendering") is True:
        raise Failure("xfa_unsupported", "pages drawn from XFA", source.index)


def drop_xfa(source: Source) -> bool:
    """Removes the XFA beside ordinary fields, whose values it would hide from Adobe's programs. Returns whether there was any."""
    form = get_dict(source.root, "/AcroForm")
    if form is None or "/XFA" not in form:
        return False
    del form["/XFA"]
    return True
