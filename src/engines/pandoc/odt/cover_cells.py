"""
Adds the covered cells of merged ones to the tables of an OpenDocument text, without which the cells after them are in the wrong
place. Pandoc's writer leaves them out. Takes the file and the path of the copy.
"""

import re
import sys
import zipfile
from dataclasses import dataclass, field

TAG = re.compile(r"<(/?)table:(table|table-row|table-cell)(?=[\s/>])([^>]*)>")
SPAN = re.compile(r'table:number-(rows|columns)-spanned="(\d+)"')
COVERED = "<table:covered-table-cell/>"


@dataclass
class Table:
    # The number of further rows into which cells extend, by column.
    below: dict[int, int] = field(default_factory=dict)
    column: int = 0
    width: int = 1

    def take_covered(self) -> str:
        """Returns the cells that are covered from above, up to the next that is not."""
        covered = ""
        while self.below.get(self.column):
            self.below[self.column] -= 1
            self.column += 1
            covered += COVERED
        return covered

    def begin_cell(self, attributes: str) -> str:
        covered = self.take_covered()
        spans = {name: int(count) for name, count in SPAN.findall(attributes)}
        self.width = spans.get("columns", 1)
        for column in range(self.column, self.column + self.width):
            self.below[column] = spans.get("rows", 1) - 1
        self.column += self.width
        return covered


def cover_cells(content: str) -> str:
    parts, done = [], 0
    open_tables: list[Table] = []
    for tag in TAG.finditer(content):
        parts.append(content[done : tag.start()])
        done = tag.end()
        ends, name, attributes = tag[1] == "/", tag[2], tag[3]
        table = open_tables[-1] if open_tables else Table()
        before = after = ""
        if name == "table" and not ends:
            open_tables.append(Table())
        elif name == "table":
            open_tables.pop()
        elif name == "table-row" and not ends:
            table.column = 0
        elif name == "table-row":
            before = table.take_covered()
        elif name == "table-cell" and not ends:
            before = table.begin_cell(attributes)
        if name == "table-cell" and (ends or attributes.endswith("/")):
            after = COVERED * (table.width - 1)
        parts += [before, tag[0], after]
    return "".join(parts) + content[done:]


def main() -> None:
    source, output = sys.argv[1:3]
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(output, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "content.xml":
                content = cover_cells(content.decode()).encode()
            new.writestr(entry, content)


main()
