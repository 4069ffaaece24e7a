"""Finds what is drawn on pages besides text. Reads {"input", "pages"} as JSON on standard input; answers for each page
with {"rules": [[left, top, right, bottom]...], "images": [...]}, in points from the top left as the reader sees it."""

import json
import sys

import pikepdf

THIN = 2.5
STRAIGHT = 0.8
MOST_OPERATORS = 150_000
MOST_RULES = 3000
DEEPEST = 5
WANTED = "q Q cm m l c v y h re S s f F f* B B* b b* n Do INLINE_IMAGE BI"


def times(a, b):
    return (
        a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5],
    )


def at(matrix, x, y):
    return matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]


def box(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [min(xs), min(ys), max(xs), max(ys)]


class Page:
    def __init__(self):
        self.rules, self.images, self.left = [], [], MOST_OPERATORS

    def stroke(self, path):
        for points in path:
            for (x0, y0), (x1, y1) in zip(points, points[1:]):
                if (abs(x0 - x1) <= STRAIGHT) != (abs(y0 - y1) <= STRAIGHT):
                    self.rules.append(box([(x0, y0), (x1, y1)]))

    def fill(self, path):
        for points in path:
            left, top, right, bottom = box(points)
            if (right - left <= THIN) != (bottom - top <= THIN):
                self.rules.append([left, top, right, bottom])

    def draw(self, content, resources, matrix, depth):
        stack, path = [], []
        for operands, operator in pikepdf.parse_content_stream(content, WANTED):
            self.left -= 1
            if self.left < 0 or len(self.rules) > MOST_RULES:
                raise OverflowError
            name = str(operator)
            if name == "q":
                stack.append(matrix)
            elif name == "Q":
                matrix = stack.pop() if stack else matrix
            elif name == "cm":
                matrix = times([float(each) for each in operands], matrix)
            elif name == "m":
                path.append([at(matrix, float(operands[0]), float(operands[1]))])
            elif name == "l" and path:
                path[-1].append(at(matrix, float(operands[0]), float(operands[1])))
            elif name in ("c", "v", "y") and path:
                # What is round is no rule: the pen goes on from where the curve ends.
                path.append([at(matrix, float(operands[-2]), float(operands[-1]))])
            elif name == "h" and path:
                path[-1].append(path[-1][0])
            elif name == "re":
                x, y, width, height = (float(each) for each in operands)
                corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
                path.append([at(matrix, *corner) for corner in corners])
            elif name in ("S", "s", "B", "B*", "b", "b*"):
                if name in ("s", "b", "b*") and path:
                    path[-1].append(path[-1][0])
                self.stroke(path)
                path = []
            elif name in ("f", "F", "f*"):
                self.fill(path)
                path = []
            elif name == "n":
                path = []
            elif name == "Do":
                self.place(operands[0], resources, matrix, depth)
            elif name in ("INLINE IMAGE", "BI"):
                self.image(matrix)

    def image(self, matrix):
        self.images.append(box([at(matrix, x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]))

    def place(self, name, resources, matrix, depth):
        found = resources.get("/XObject", {}).get(str(name))
        if found is None:
            return
        if found.get("/Subtype") == "/Image":
            self.image(matrix)
        elif found.get("/Subtype") == "/Form" and depth < DEEPEST:
            own = [float(each) for each in found.get("/Matrix", [1, 0, 0, 1, 0, 0])]
            self.draw(found, found.get("/Resources", resources), times(own, matrix), depth + 1)


def seen(page):
    """From the page's own coordinates to the reader's, turned as the page is."""
    x0, y0, x1, y1 = (float(each) for each in page.mediabox)
    left, bottom, right, top = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    turn = int(page.obj.get("/Rotate", inherited(page.obj, "/Rotate") or 0)) % 360
    return {
        90: (0, 1, 1, 0, -bottom, -left),
        180: (-1, 0, 0, 1, right, -bottom),
        270: (0, -1, -1, 0, top, right),
    }.get(turn, (1, 0, 0, -1, -left, top))


def inherited(node, key):
    for _ in range(50):
        if node is None or key in node:
            return node.get(key) if node is not None else None
        node = node.get("/Parent")


def drawn(page):
    found = Page()
    try:
        found.draw(page, page.resources, seen(page), 0)
    except Exception:
        # A drawing of so many lines holds no table, and a page that cannot be followed tells nothing.
        return {"rules": [], "images": found.images[:200]}
    return {"rules": found.rules, "images": found.images[:200]}


def main():
    request = json.load(sys.stdin)
    with pikepdf.open(request["input"]) as document:
        for number in request["pages"]:
            print(json.dumps(drawn(document.pages[number - 1])))


main()
