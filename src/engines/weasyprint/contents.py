"""Puts a table of contents before a page."""

from typing import Any
from urllib.parse import quote
from xml.etree.ElementTree import SubElement

LEVELS = {"h1": 0, "h2": 1, "h3": 2}


def add_contents(root: Any) -> None:
    """Lists the headings with links to them on a page of its own before everything else."""
    body = root.find("body")
    nav = None if body is None else SubElement(body, "nav", {"style": "break-after: page"})
    if body is None or nav is None:
        return
    body.remove(nav)
    headings = [each for each in body.iter() if each.tag in LEVELS]
    for index, heading in enumerate(headings):
        text = " ".join("".join(heading.itertext()).split())
        if not text:
            continue
        name = heading.get("id") or f"filemill-heading-{index}"
        heading.set("id", name)
        style = f"margin: .2em 0 .2em {1.5 * LEVELS[heading.tag]}em"
        line = SubElement(nav, "div", {"style": style})
        link = {"href": f"#{quote(name)}", "style": "color: inherit; text-decoration: none"}
        SubElement(line, "a", link).text = text
    if len(nav):
        nav.tail, body.text = body.text, None
        body.insert(0, nav)
