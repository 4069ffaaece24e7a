"""
Adds invisible text to the pages of a document, or takes it off. The request is read from standard input; the document
needs no password. Exits with 3 where the document cannot be worked on.
"""

import json
import os
import sys
import traceback

import pikepdf
from pikepdf import Array, Dictionary, Name, Operator, Stream

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from glyphless import glyphless_font  # noqa: E402

FONT = "/Text"
SHOWS = {"Tj", "TJ"}
INVISIBLE = 3
DEEPEST_FORM = 8


def box_of(page) -> tuple:
    """The part of a page that is shown."""
    left, bottom, right, top = sides(page.mediabox)
    try:
        crop = sides(page.cropbox)
        cut = max(left, crop[0]), max(bottom, crop[1]), min(right, crop[2]), min(top, crop[3])
        if cut[0] < cut[2] and cut[1] < cut[3]:
            return cut
    except (TypeError, ValueError, AttributeError):
        pass
    return left, bottom, right, top


def sides(box) -> tuple:
    a, b, c, d = (float(side) for side in box)
    return min(a, c), min(b, d), max(a, c), max(b, d)


def rotation(page) -> int:
    try:
        degrees = int(page.Rotate) % 360
    except (AttributeError, TypeError, ValueError):
        return 0
    return degrees if degrees % 90 == 0 else 0


def placement(page, width: float, height: float) -> tuple:
    """The matrix from the page as it is shown to the page as it is written."""
    left, bottom, right, top = box_of(page)
    turned = rotation(page)
    across, down = (top - bottom, right - left) if turned in (90, 270) else (right - left, top - bottom)
    x, y = across / width, down / height
    return {
        0: (x, 0, 0, y, left, bottom),
        90: (0, x, -y, 0, right, bottom),
        180: (-x, 0, 0, -y, right, top),
        270: (0, -x, y, 0, left, top),
    }[turned]


def own_resources(page):
    """The page's resources, its own to change: what is inherited or shared is copied."""
    found = page.obj.get("/Resources")
    node = page.obj
    for _ in range(64):
        if found is not None or node.get("/Parent") is None:
            break
        node = node.Parent
        found = node.get("/Resources")
    resources = Dictionary(found) if isinstance(found, (Dictionary, pikepdf.Object)) and found is not None else Dictionary()
    fonts = resources.get("/Font")
    resources.Font = Dictionary(fonts) if fonts is not None else Dictionary()
    page.obj.Resources = resources
    return resources


def add(request: dict) -> dict:
    with pikepdf.open(request["input"]) as pdf:
        font = None
        for layer in request["pages"]:
            page = pdf.pages[layer["index"]]
            if layer.get("content"):
                font = font or glyphless_font(pdf)
                add_to_page(pdf, page, layer, font)
            if layer.get("turn"):
                page.obj.Rotate = (rotation(page) + layer["turn"]) % 360
        pdf.save(request["output"], fix_metadata_version=False)
        return {"pages": len(pdf.pages)}


def add_to_page(pdf, page, layer: dict, font) -> None:
    matrix = placement(page, layer["width"], layer["height"])
    resources = own_resources(page)
    name = FONT
    while name in resources.Font:
        name += "_"
    resources.Font[name] = font
    with open(layer["content"], "rb") as file:
        content = file.read().replace(b"/Text ", name.encode() + b" ")
    numbers = " ".join(f"{number:.6f}".rstrip("0").rstrip(".") for number in matrix)
    # The page's own operators may leave any state behind, even more saved states than restored.
    before = pdf.make_stream(b"q\n")
    after = pdf.make_stream(b"\nQ\nq " + numbers.encode() + b" cm\n" + content + b"Q\n")
    found = page.obj.get("/Contents")
    own = list(found) if isinstance(found, Array) else [found] if found is not None else []
    page.obj.Contents = Array([before, *own, after])


def remove(request: dict) -> dict:
    with pikepdf.open(request["input"]) as pdf:
        removed = []
        seen = set()
        for index in request["pages"]:
            page = pdf.pages[index]
            try:
                content, count = without_invisible(page.obj, page.obj.get("/Resources"), seen, 0)
            except (pikepdf.PdfError, RuntimeError, TypeError):
                continue
            if content is not None:
                page.obj.Contents = pdf.make_stream(content)
            if count:
                removed.append(index)
        pdf.save(request["output"], fix_metadata_version=False)
        return {"removed": removed}


def without_invisible(holder, resources, seen: set, depth: int):
    """The content without its invisible text, or None if it had none, and how often any was found, forms included."""
    mode, saved, kept, dropped, inside = 0, [], [], 0, 0
    for operands, operator in pikepdf.parse_content_stream(holder):
        word = str(operator)
        if word == "q":
            saved.append(mode)
        elif word == "Q":
            mode = saved.pop() if saved else mode
        elif word == "Tr":
            mode = int(operands[0])
        elif word == "Do" and depth < DEEPEST_FORM:
            inside += strip_form(operands[0], resources, seen, depth)
        elif mode == INVISIBLE and word in SHOWS:
            dropped += 1
            continue
        elif mode == INVISIBLE and word in ("'", '"'):
            dropped += 1
            kept.append(([], Operator("T*")))
            continue
        kept.append((operands, operator))
    content = pikepdf.unparse_content_stream(kept) if dropped else None
    return content, dropped + inside


def strip_form(name, resources, seen: set, depth: int) -> int:
    forms = resources.get("/XObject") if resources is not None else None
    form = forms.get(str(name)) if forms is not None else None
    if not isinstance(form, Stream) or form.get("/Subtype") != Name.Form or form.objgen in seen:
        return 0
    seen.add(form.objgen)
    content, count = without_invisible(form, form.get("/Resources", resources), seen, depth + 1)
    if content is not None:
        form.write(content)
    return count


def main() -> None:
    request = json.load(sys.stdin)
    try:
        result = {"add": add, "remove": remove}[request["task"]](request)
    except OSError:
        raise
    except Exception:
        traceback.print_exc()
        sys.exit(3)
    json.dump(result, sys.stdout)


main()
