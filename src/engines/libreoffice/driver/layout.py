"""
Lays an open document out on its pages: sets the paper, fits sheets to it, picks the sheet that is wanted and drops
comments.
"""

from typing import Any

from com.sun.star.lang import Locale

# Below this scale, in per cent, a printed sheet can no longer be read: it continues on further pages instead.
SMALLEST_SCALE = 45
# LibreOffice's kind of number formats that show a boolean.
LOGICAL = 1024


def drop_comments(document: Any) -> bool:
    """
    Removes comments: they are not printed, and this LibreOffice crashed for lack of the window that shows them. Tells whether
    there were any.
    """
    if not hasattr(document, "getTextFields"):
        return False
    fields = document.getTextFields().createEnumeration()
    comments = []
    while fields.hasMoreElements():
        field = fields.nextElement()
        if field.supportsService("com.sun.star.text.textfield.Annotation"):
            comments.append(field)
    for comment in comments:
        comment.getAnchor().getText().removeTextContent(comment)
    return bool(comments)


def end_with_paragraph(document: Any) -> None:
    """Adds a paragraph after a table at the end of a text, without which a doc has the table as a line of text."""
    blocks = document.getText().createEnumeration()
    last = None
    while blocks.hasMoreElements():
        last = blocks.nextElement()
    if last is not None and last.supportsService("com.sun.star.text.TextTable"):
        paragraph = document.createInstance("com.sun.star.text.Paragraph")
        document.getText().insertTextContentAfter(paragraph, last)


def list_page_styles(document: Any) -> list:
    """Lists the page styles of a document, of which some kinds have none."""
    if hasattr(document, "getStyleFamilies"):
        families = document.getStyleFamilies()
        if families.hasByName("PageStyles"):
            styles = families.getByName("PageStyles")
            return [styles.getByIndex(index) for index in range(styles.getCount())]
    return []


def drop_running_titles(document: Any) -> None:
    """Removes the header and footer that LibreOffice adds to sheets which do not say that they have none."""
    for style in list_page_styles(document):
        style.HeaderIsOn = style.FooterIsOn = False


def set_paper(document: Any, paper: Any) -> None:
    """Sets the paper, given in points, as far as asked for; LibreOffice counts in hundredths of a millimetre."""

    def unit(points: float) -> int:
        return round(points / 72 * 2540)

    for style in list_page_styles(document):
        if "size" in paper:
            style.IsLandscape = paper["size"][0] > paper["size"][1]
            style.Width, style.Height = unit(paper["size"][0]), unit(paper["size"][1])
        elif "landscape" in paper and style.IsLandscape != paper["landscape"]:
            style.IsLandscape = paper["landscape"]
            style.Width, style.Height = style.Height, style.Width
        for side, points in paper.get("margins", {}).items():
            setattr(style, f"{side.capitalize()}Margin", unit(points))


def measure_used_width(sheet: Any) -> int:
    """Measures how wide the visible columns in use are, of the first 501."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last = cursor.getRangeAddress().EndColumn
    columns = sheet.getColumns()
    return sum(
        columns.getByIndex(index).Width for index in range(min(last, 500) + 1) if columns.getByIndex(index).IsVisible
    )


def fit_rows(document: Any) -> None:
    """Makes rows as high as the text that is wrapped in them."""
    sheets = document.getSheets()
    for index in range(sheets.getCount()):
        cursor = sheets.getByIndex(index).createCursor()
        cursor.gotoEndOfUsedArea(False)
        cursor.gotoStartOfUsedArea(True)
        cursor.getRows().OptimalHeight = True


def fit_sheets(document: Any, may_turn: bool) -> None:
    """Turns and shrinks sheets that are too wide for their paper and have no print settings of their own."""
    styles = document.getStyleFamilies().getByName("PageStyles")
    sheets = document.getSheets()
    widest: dict = {}
    for index in range(sheets.getCount()):
        sheet = sheets.getByIndex(index)
        widest[sheet.PageStyle] = max(widest.get(sheet.PageStyle, 0), measure_used_width(sheet))
    for name, width in widest.items():
        style = styles.getByName(name)
        if style.ScaleToPages or style.ScaleToPagesX or style.ScaleToPagesY or style.PageScale != 100:
            continue

        def room(style: Any = style) -> int:
            return style.Width - style.LeftMargin - style.RightMargin

        if width > room() and may_turn and not style.IsLandscape:
            style.IsLandscape = True
            style.Width, style.Height = style.Height, style.Width
        if width > room():
            style.PageScale = max(SMALLEST_SCALE, int(100 * room() / width))


def format_booleans(document: Any) -> None:
    """Gives booleans of Excel their format, because they are read as formulas and would be shown and stored as 0 and 1."""
    formats = document.getNumberFormats()
    boolean = formats.getStandardFormat(LOGICAL, Locale())
    sheets = document.getSheets()
    for index in range(sheets.getCount()):
        search = sheets.getByIndex(index).createSearchDescriptor()
        search.SearchString = r"^=(TRUE|FALSE)\(\)$"
        search.SearchRegularExpression = True
        found = sheets.getByIndex(index).findAll(search)
        if found is not None:
            found.NumberFormat = boolean


def hide_sheets(document: Any, hidden: list[str]) -> None:
    """Hides the sheets of these names, unless none would be left to show."""
    sheets = document.getSheets()
    if set(sheets.getElementNames()) <= set(hidden):
        return
    for name in hidden:
        if sheets.hasByName(name):
            sheets.getByName(name).IsVisible = False


def choose_sheet(document: Any, wanted: Any) -> bool:
    sheets = document.getSheets()
    names = list(sheets.getElementNames())
    kept = wanted if wanted in names else None
    if kept is None and str(wanted).isdigit() and 1 <= int(wanted) <= len(names):
        kept = names[int(wanted) - 1]
    if kept is None:
        return wanted == "all"
    sheets.getByName(kept).IsVisible = True
    for name in names:
        if name != kept:
            sheets.getByName(name).IsVisible = False
    return True
