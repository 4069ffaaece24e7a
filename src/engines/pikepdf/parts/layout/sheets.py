"""Computes where pages go on sheets of paper."""

from dataclasses import dataclass

#: Columns and rows of an upright sheet, for each number of pages on it.
GRIDS = {2: (1, 2), 4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 16: (4, 4)}
MIN_CELL = 10.0


@dataclass
class Sheet:
    width: float
    height: float
    columns: int
    rows: int
    margin: float
    gap: float

    @property
    def cell(self) -> tuple[float, float]:
        wide = (self.width - 2 * self.margin - (self.columns - 1) * self.gap) / self.columns
        high = (self.height - 2 * self.margin - (self.rows - 1) * self.gap) / self.rows
        return max(wide, MIN_CELL), max(high, MIN_CELL)

    def place(self, at: int, width: float, height: float, most: float | None = None) -> tuple[float, float, float]:
        """Places a page in the middle of a cell, counted by rows: returns its scale (`most` at most), left and bottom."""
        wide, high = self.cell
        column, row = at % self.columns, at // self.columns
        scale = min(wide / width, high / height)
        scale = scale if most is None else min(scale, most)
        left = self.margin + column * (wide + self.gap) + (wide - width * scale) / 2
        top = self.margin + row * (high + self.gap) + (high - height * scale) / 2
        return scale, left, self.height - top - height * scale


def choose_sheet(request: dict, paper: tuple[float, float], page: tuple[float, float]) -> Sheet:
    """Chooses the sheet, upright or across, on which pages are largest."""
    short, long = sorted(paper)
    columns, rows = GRIDS[2 if request["mode"] == "booklet" else request["perSheet"]]
    margin, gap = request["margin"], request["gap"]
    portraits = [Sheet(short, long, columns, rows, margin, gap), Sheet(short, long, rows, columns, margin, gap)]
    landscapes = [Sheet(long, short, rows, columns, margin, gap), Sheet(long, short, columns, rows, margin, gap)]
    if request["mode"] == "booklet":
        # A booklet is folded in its middle.
        return landscapes[0]
    orientation = request["orientation"]
    candidates = {"portrait": portraits, "landscape": landscapes}.get(orientation, portraits + landscapes)
    return max(candidates, key=lambda sheet: round(sheet.place(0, *page)[0], 4))


def order_booklet(count: int) -> list[int | None]:
    """Orders pages so that printed on both sides and folded, they follow each other; None is an empty place."""
    total = -(-count // 4) * 4
    order: list[int] = []
    for side in range(total // 2):
        pair = [total - 1 - side, side]
        order.extend(pair if side % 2 == 0 else reversed(pair))
    return [index if index < count else None for index in order]
