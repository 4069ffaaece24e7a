"""Widens columns of printed sheets in which numbers would be shown as ### and texts would be cut off by the next cell."""

from typing import Any

# More rows and columns tell nothing new, and take long.
MOST_ROWS, MOST_COLUMNS = 2000, 300
# Widths are in hundredths of a millimetre.
UNITS_PER_POINT = 2540 / 72
# The width of a character and the space beside the text, as parts of the font's height and as a length.
CHARACTER, BOLD_CHARACTER, MARGIN = 0.55, 0.6, 250
LONGEST_TEXT = 40
BOLD = 150


def choose_rows(values: list[tuple[int, float]]) -> set[int]:
    """Chooses the rows whose numbers may be the longest: every number would have to be formatted to tell."""
    by_value = sorted(values, key=lambda each: each[1])
    longest = max(values, key=lambda each: len(repr(each[1])))
    return {row for row, _ in (by_value[0], by_value[-1], longest, values[0], values[-1])}


def measure(cell: Any, length: int) -> int:
    character = BOLD_CHARACTER if cell.CharWeight >= BOLD else CHARACTER
    return round(length * character * cell.CharHeight * UNITS_PER_POINT) + MARGIN


def measure_number(formats: Any, cell: Any) -> int:
    """Measures a number as it is shown. The general format drops digits of a fraction that have no room."""
    text = cell.String
    if formats.getByKey(cell.NumberFormat).FormatString == "General":
        whole, point, fraction = text.partition(".")
        text = whole + point + fraction[:2]
    return measure(cell, len(text))


def measure_column(sheet: Any, formats: Any, column: int, rows: Any, is_default: bool) -> int:
    numbers = [(row, cells[column]) for row, cells in enumerate(rows) if isinstance(cells[column], float)]
    # A text goes on into the next cell if that is empty.
    texts = [
        (row, len(cells[column]))
        for row, cells in enumerate(rows)
        if is_default and isinstance(cells[column], str) and column + 1 < len(cells) and cells[column + 1] != ""
    ]
    widest = 0
    for row in choose_rows(numbers) if numbers else ():
        cell = sheet.getCellByPosition(column, row)
        if not cell.IsMerged and not cell.RotateAngle:
            widest = max(widest, measure_number(formats, cell))
    if texts:
        row, length = max(texts, key=lambda each: each[1])
        cell = sheet.getCellByPosition(column, row)
        if not cell.IsMerged and not cell.RotateAngle and not cell.IsTextWrapped:
            widest = max(widest, measure(cell, min(length, LONGEST_TEXT)))
    return widest


def widen_columns(document: Any) -> None:
    """Widens the columns whose numbers do not fit and, if the workbook does not say how wide they are, those of texts."""
    sheets = document.getSheets()
    formats = document.getNumberFormats()
    for index in range(sheets.getCount()):
        sheet = sheets.getByIndex(index)
        if not sheet.IsVisible:
            continue
        cursor = sheet.createCursor()
        cursor.gotoEndOfUsedArea(False)
        end = cursor.getRangeAddress()
        last_column, last_row = min(end.EndColumn, MOST_COLUMNS - 1), min(end.EndRow, MOST_ROWS - 1)
        rows = sheet.getCellRangeByPosition(0, 0, last_column, last_row).getDataArray()
        columns = sheet.getColumns()
        default = columns.getByIndex(columns.getCount() - 1).Width
        for number in range(last_column + 1):
            column = columns.getByIndex(number)
            if not column.IsVisible:
                continue
            needed = measure_column(sheet, formats, number, rows, column.Width == default)
            if needed > column.Width:
                column.Width = needed
