"""Reads the slides of an open presentation in order: titles, text, tables, pictures, notes."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

PRESENTATION = "com.sun.star.presentation."
TITLES = (PRESENTATION + "TitleTextShape",)
# Shapes that stand on every slide say nothing about this one.
REPEATED = tuple(PRESENTATION + name for name in ("FooterShape", "DateTimeShape", "SlideNumberShape", "HeaderShape"))
MAX_PICTURES = 300
BOLD = 150
# LibreOffice's numbers for kinds of numbering.
NO_NUMBER, BULLET = 5, 6

Draw = Callable[[Any, str], None] | None


def write_slides(document: Any, output: str, draw: Draw) -> bool:
    """
    Writes the slides as JSON; `draw` puts pictures beside it or leaves them out. Tells whether there are comments, which are not
    written.
    """
    pages = document.getDrawPages()
    reader = Reader(os.path.dirname(output), draw)
    slides = []
    for index in range(pages.getCount()):
        page = pages.getByIndex(index)
        if page.Visible:
            slides.append(reader.read_slide(page))
    with open(output, "w", encoding="utf-8") as file:
        json.dump(slides, file)
    return any(
        pages.getByIndex(index).createAnnotationEnumeration().hasMoreElements() for index in range(pages.getCount())
    )


class Reader:
    def __init__(self, folder: str, draw: Draw) -> None:
        self.folder = folder
        self.draw = draw
        self.pictures = 0

    def read_slide(self, page: Any) -> dict[str, Any]:
        shapes = list(list_shapes(page))
        title = next((shape for shape in shapes if shape.ShapeType in TITLES), None)
        blocks: list[dict[str, Any]] = []
        for shape in shapes:
            if shape is not title:
                blocks.extend(self.read_shape(shape, page.Number))
        return {
            "title": " ".join(title.getString().split()) if title is not None else "",
            "blocks": blocks,
            "notes": [
                paragraph
                for shape in list_shapes(page.getNotesPage())
                if shape.ShapeType == PRESENTATION + "NotesShape"
                for paragraph in read_text(shape, page.Number)
            ],
        }

    def read_shape(self, shape: Any, number: int) -> list[dict[str, Any]]:
        kind = shape.ShapeType
        if kind.endswith(".TableShape"):
            return [read_table(shape.Model)]
        if kind.endswith((".OLE2Shape", ".ChartShape")):
            return [*self.read_picture(shape), *read_chart(shape)]
        if kind.endswith(".GraphicObjectShape"):
            return self.read_picture(shape)
        return read_text(shape, number) if hasattr(shape, "createEnumeration") else []

    def read_picture(self, shape: Any) -> list[dict[str, Any]]:
        if (
            self.draw is None
            or self.pictures == MAX_PICTURES
            or not shape.getSize().Width
            or not shape.getSize().Height
        ):
            return []
        self.pictures += 1
        name = f"picture-{self.pictures}.png"
        self.draw(shape, os.path.join(self.folder, name))
        return [{"kind": "picture", "file": name, "text": shape.Description or shape.Title}]


def list_shapes(page: Any) -> Iterator[Any]:
    """Lists the shapes of a page, those of groups one by one. Shapes that are empty, hidden, or on every page, are left out."""
    for index in range(page.getCount()):
        shape = page.getByIndex(index)
        if shape.ShapeType.endswith(".GroupShape"):
            yield from list_shapes(shape)
        elif (
            shape.ShapeType not in REPEATED
            and getattr(shape, "Visible", True)
            and not getattr(shape, "IsEmptyPresentationObject", False)
        ):
            yield shape


def read_text(shape: Any, number: int) -> list[dict[str, Any]]:
    """Reads the paragraphs of a shape on the slide of this number."""
    paragraphs = [read_paragraph(paragraph, number) for paragraph in list_parts(shape)]
    return [paragraph for paragraph in paragraphs if paragraph["text"].strip()]


def list_parts(enumerable: Any) -> Iterator[Any]:
    parts = enumerable.createEnumeration()
    while parts.hasMoreElements():
        yield parts.nextElement()


def read_paragraph(paragraph: Any, number: int) -> dict[str, Any]:
    runs = [read_run(portion, number) for portion in list_parts(paragraph)]
    text = "".join(run["text"] for run in runs)
    read = {"kind": "paragraph", "text": text, "runs": [run for run in runs if run["text"]]}
    level = paragraph.NumberingLevel
    if level is None or level < 0 or not paragraph.NumberingIsNumber:
        return read
    rule = {value.Name: value.Value for value in paragraph.NumberingRules.getByIndex(level)}
    kind = rule.get("NumberingType", NO_NUMBER)
    if kind == NO_NUMBER:
        return read
    return {**read, "kind": "item", "level": level, "numbered": kind != BULLET}


def read_run(portion: Any, number: int) -> dict[str, Any]:
    run = {
        "text": read_string(portion, number),
        "bold": portion.CharWeight >= BOLD,
        "italic": portion.CharPosture.value != "NONE",
    }
    if portion.TextPortionType == "TextField" and hasattr(portion.TextField, "URL"):
        run["link"] = portion.TextField.URL
    return run


def read_string(portion: Any, number: int) -> str:
    """Returns the text of a portion; that of the field for a slide's number is "<number>"."""
    is_field = portion.TextPortionType == "TextField"
    if is_field and portion.TextField.supportsService("com.sun.star.text.textfield.PageNumber"):
        return str(number)
    return portion.getString()


def read_table(table: Any) -> dict[str, Any]:
    rows, columns = table.Rows.getCount(), table.Columns.getCount()
    cells = [[table.getCellByPosition(column, row).getString() for column in range(columns)] for row in range(rows)]
    return {"kind": "table", "rows": cells}


def read_chart(shape: Any) -> list[dict[str, Any]]:
    """Reads the numbers that a chart shows, where it has any."""
    model = getattr(shape, "Model", None)
    if model is None or not hasattr(model, "getData") or not hasattr(model.getData(), "getRowDescriptions"):
        return []
    data = model.getData()
    header = ["", *data.getColumnDescriptions()]
    # A missing value is stored as the smallest number there is.
    rows = [
        [name, *("" if value != value or (abs(value) < 1e-300 and value) else f"{value:.10g}" for value in values)]
        for name, values in zip(data.getRowDescriptions(), data.getData(), strict=False)
    ]
    return [{"kind": "table", "rows": [header, *rows]}] if rows else []
