"""Shows pages of two documents side by side, with marks over what differs."""

from pikepdf import Array, Dictionary, Name, OutlineItem, Page, Pdf

from parts.geometry import compute_box, invert, move_point, multiply, write_matrix
from parts.objects import MALFORMED, Value
from parts.outcome import Failure, report_progress
from parts.saving import save_pdf
from parts.source import Source, open_source
from parts.visible import Visible, measure_visible

GAP = 12.0
#: The largest page that viewers show, in points, and the smallest.
LARGEST, SMALLEST = 14400.0, 3.0
GREY = "0.85 g"


def run(request: dict) -> dict:
    sources = [open_source(request, index) for index in range(2)]
    for source in sources:
        source.pdf.generate_appearance_streams()
        source.pdf.flatten_annotations("screen")
    pdf = Pdf.new()
    # Marks darken what is under them, so that it can still be read.
    state = pdf.make_indirect(Dictionary(Type=Name.ExtGState, BM=Name.Multiply))
    titles: list[tuple[str, int]] = []
    for number, sheet in enumerate(request["sheets"]):
        indexes = [sheet["old"], sheet["new"]]
        _add_sheet(pdf, state, sources, indexes, [sheet["oldMarks"], sheet["newMarks"]])
        if sheet["oldMarks"] or sheet["newMarks"]:
            titles.append((_name_sheet(*indexes), number))
        report_progress(number, 2 * len(request["sheets"]))
    with pdf.open_outline() as outline:
        outline.root.extend(OutlineItem(title, number, "Fit") for title, number in titles)
    save_pdf(pdf, request["output"], progress=lambda percent: report_progress(50 + percent / 2, 100))
    return {"pages": len(request["sheets"])}


def _name_sheet(old: int | None, new: int | None) -> str:
    if old is None or new is None or old == new:
        return str((new if old is None else old) + 1)  # type: ignore[operator]
    return f"{old + 1} \u2192 {new + 1}"


def _add_sheet(pdf: Pdf, state: Value, sources: list[Source], indexes: list, marks: list[list[dict]]) -> None:
    pages = [None if index is None else sources[at].pages[index] for at, index in enumerate(indexes)]
    shown = [None if page is None else measure_visible(page) for page in pages]
    # An empty side is as large as the page beside it.
    sizes = [size for own, other in zip(shown, reversed(shown)) if (size := own or other)]
    width = sizes[0].width + GAP + sizes[1].width
    height = max(size.height for size in sizes)
    drawn, forms = f"{GREY} 0 0 {width:.2f} {height:.2f} re f\n", Dictionary()
    left = 0.0
    for at, (page, own) in enumerate(zip(pages, shown)):
        if own is not None:
            forms[f"/Side{at}"] = _copy_page(pdf, page, own, sources[at])
            bottom = height - own.height
            matrix = multiply(invert(own.matrix), (1, 0, 0, 1, left, bottom))
            drawn += f"q 1 g {left:.2f} {bottom:.2f} {own.width:.2f} {own.height:.2f} re f Q\n"
            drawn += f"q {write_matrix(matrix)} cm /Side{at} Do Q\n"
            drawn += _write_marks(marks[at], left, height)
        left += sizes[at].width + GAP
    scale = min(1.0, LARGEST / max(width, height))
    if scale < 1:
        drawn = f"{scale:.6f} 0 0 {scale:.6f} 0 0 cm\n{drawn}"
    pdf.add_blank_page(page_size=tuple(max(SMALLEST, round(side * scale, 2)) for side in (width, height)))
    made = pdf.pages[-1].obj
    made["/Resources"] = Dictionary(XObject=forms, ExtGState=Dictionary(Marks=state))
    made["/Contents"] = pdf.make_stream(drawn.encode("ascii"))


def _write_marks(marks: list[dict], left: float, height: float) -> str:
    drawn = "q /Marks gs\n" if marks else ""
    for mark in marks:
        x0, y0, x1, y1 = mark["box"]
        red, green, blue = mark["colour"]
        drawn += f"{red:.3f} {green:.3f} {blue:.3f} rg "
        drawn += f"{left + x0:.2f} {height - y1:.2f} {x1 - x0:.2f} {y1 - y0:.2f} re f\n"
    return drawn + ("Q\n" if marks else "")


def _copy_page(pdf: Pdf, page: Value, shown: Visible, source: Source) -> Value:
    try:
        form = pdf.copy_foreign(Page(page).as_form_xobject(False))
    except MALFORMED as error:
        raise Failure("unreadable_input", f"page: {error}", source.index) from None
    corners = [move_point(shown.matrix, 0, 0), move_point(shown.matrix, shown.width, shown.height)]
    form["/BBox"] = Array(list(compute_box(corners)))
    for key in ("/StructParents", "/Matrix"):
        if key in form:
            del form[key]
    return form
