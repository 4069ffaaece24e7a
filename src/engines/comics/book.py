"""Makes a PDF, an EPUB or a CBZ of pictures, one on each page. JPEG pages keep their bytes, in a CBZ all of them."""

import html
import json
import re
import sys
import zipfile
from dataclasses import dataclass
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import img2pdf
from PIL import Image, ImageOps

UNREADABLE, TOO_LARGE = 65, 66
MAX_PIXELS = 100_000_000
"""The width of an upright page in points, as in a printed comic."""
PAGE_WIDTH = 480.0
QUALITY = 92
Image.MAX_IMAGE_PIXELS = MAX_PIXELS


@dataclass
class Page:
    path: str
    width: int
    height: int
    type: str


def read_page(path: str, folder: str, number: int) -> Page:
    """Returns a page as JPEG or PNG without transparency. Pages in other formats are encoded again."""
    with Image.open(path) as image:
        if image.width * image.height > MAX_PIXELS:
            sys.exit(TOO_LARGE)
        is_upright = image.getexif().get(0x0112, 1) == 1
        if image.format == "JPEG" and image.mode in ("L", "RGB") and is_upright:
            image.load()
            return Page(path, image.width, image.height, "jpeg")
        upright = ImageOps.exif_transpose(image)
        has_alpha = "A" in upright.getbands() or "transparency" in upright.info
        layered = upright.convert("RGBA") if has_alpha else upright.convert("RGB")
        flat = Image.new("RGB", layered.size, "white")
        flat.paste(layered, mask=layered.getchannel("A") if has_alpha else None)
        kind = "png" if image.format in ("PNG", "GIF", "BMP") else "jpeg"
        output = f"{folder}/page-{number}.{kind}"
        flat.save(output, kind.upper(), **({"quality": QUALITY} if kind == "jpeg" else {}))
        return Page(output, flat.width, flat.height, kind)


def read_pages(paths: list[str], folder: str) -> list[Page]:
    pages = []
    for number, path in enumerate(paths):
        try:
            pages.append(read_page(path, folder, number))
        except (Image.DecompressionBombError, Image.DecompressionBombWarning):
            sys.exit(TOO_LARGE)
        except (OSError, ValueError, SyntaxError, IndexError, EOFError):
            continue
    return pages


def lay_out(width: int, height: int, _resolution: Any) -> tuple[float, float, float, float]:
    wide = PAGE_WIDTH * (2 if width > height else 1)
    return wide, wide * height / width, wide, wide * height / width


def write_pdf(output: str, pages: list[Page], title: str) -> None:
    with open(output, "wb") as file:
        img2pdf.convert([page.path for page in pages], layout_fun=lay_out, title=title, outputstream=file)


def read_fact(facts: str, name: str) -> str:
    found = re.search(rf"<{name}>([^<]*)</{name}>", facts)
    return html.unescape(found.group(1)).strip() if found else ""


def write_epub(output: str, pages: list[Page], title: str, author: str, runs_leftwards: bool) -> None:
    escaped = html.escape(title)
    identifier = uuid5(NAMESPACE_URL, f"{title} {len(pages)}")
    ids = [f"p{number:05}" for number in range(1, len(pages) + 1)]
    pictures = "".join(
        f'<item id="i{name}" href="{name}.{page.type}" media-type="image/{page.type}"'
        + (' properties="cover-image"/>' if number == 0 else "/>")
        for number, (name, page) in enumerate(zip(ids, pages))
    )
    leaves = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in ids)
    spine = "".join(f'<itemref idref="{name}"/>' for name in ids)
    creator = f"<dc:creator>{html.escape(author)}</dc:creator>" if author else ""
    direction = ' page-progression-direction="rtl"' if runs_leftwards else ""
    package = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" '
        'unique-identifier="id" prefix="rendition: http://www.idpf.org/vocab/rendition/#">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:uuid:{identifier}</dc:identifier><dc:title>{escaped}</dc:title>{creator}'
        '<dc:language>en</dc:language><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>'
        '<meta property="rendition:layout">pre-paginated</meta><meta name="cover" content="ip00001"/></metadata>'
        '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f"{leaves}{pictures}</manifest><spine{direction}>{spine}</spine></package>\n"
    )
    entries = "".join(f'<li><a href="{name}.xhtml">{number}</a></li>' for number, name in enumerate(ids, 1))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"'
    nav = (
        f'{head} xmlns:epub="http://www.idpf.org/2007/ops"><head><title>{escaped}</title></head><body>'
        f'<nav epub:type="toc"><ol>{entries}</ol></nav></body></html>\n'
    )
    container = (
        '<?xml version="1.0"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>'
        "</container>\n"
    )
    with zipfile.ZipFile(output, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        deflated = zipfile.ZIP_DEFLATED
        book.writestr("META-INF/container.xml", container, deflated)
        book.writestr("EPUB/package.opf", package, deflated)
        book.writestr("EPUB/nav.xhtml", nav, deflated)
        for number, (name, page) in enumerate(zip(ids, pages), 1):
            leaf = (
                f"{head}><head><title>{escaped}</title>"
                f'<meta name="viewport" content="width={page.width}, height={page.height}"/>'
                "<style>body{margin:0}img{width:100%}</style></head>"
                f'<body><img src="{name}.{page.type}" alt="Page {number}"/></body></html>\n'
            )
            book.writestr(f"EPUB/{name}.xhtml", leaf, deflated)
            book.write(page.path, f"EPUB/{name}.{page.type}")


def write_cbz(output: str, paths: list[str], facts: str | None) -> int:
    """Packs the pictures as they are, with names that keep their order, and returns how many can be read."""
    digits = len(str(len(paths)))
    whole = 0
    with zipfile.ZipFile(output, "w") as book:
        for path in paths:
            try:
                with Image.open(path) as image:
                    image.verify()
                    kind = "jpg" if image.format == "JPEG" else str(image.format).lower()
            except (Image.DecompressionBombError, OSError, ValueError, SyntaxError, IndexError, EOFError):
                continue
            whole += 1
            book.write(path, f"{whole:0{digits}}.{kind}")
        if facts:
            book.write(facts, "ComicInfo.xml", zipfile.ZIP_DEFLATED)
    return whole


def main() -> None:
    request = json.load(sys.stdin)
    if request["to"] == "cbz":
        whole = write_cbz(request["output"], request["pages"], request.get("facts"))
        if whole == 0:
            sys.exit(UNREADABLE)
        print(json.dumps({"unreadable": len(request["pages"]) - whole}))
        return
    pages = read_pages(request["pages"], request["folder"])
    if not pages:
        sys.exit(UNREADABLE)
    facts = ""
    if request.get("facts"):
        with open(request["facts"], encoding="utf-8", errors="replace") as file:
            facts = file.read(1 << 20)
    title = read_fact(facts, "Title") or read_fact(facts, "Series") or request["title"]
    if request["to"] == "pdf":
        write_pdf(request["output"], pages, title)
    else:
        runs_leftwards = read_fact(facts, "Manga") == "YesAndRightToLeft"
        write_epub(request["output"], pages, title, read_fact(facts, "Writer"), runs_leftwards)
    print(json.dumps({"unreadable": len(request["pages"]) - len(pages)}))


main()
