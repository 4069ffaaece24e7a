"""Named values for calls of LibreOffice."""

from typing import Any

import uno
from com.sun.star.beans import PropertyValue


def make_property(name: str, value: Any) -> Any:
    """Makes a named value."""
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def make_property_list(values: dict[str, Any]) -> Any:
    """Makes a list of named values, of the type that filters want for their data."""
    made = tuple(make_property(name, value) for name, value in values.items())
    return uno.Any("[]com.sun.star.beans.PropertyValue", made)
