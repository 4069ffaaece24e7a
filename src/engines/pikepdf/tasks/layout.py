"""Changes the layout of pages: several on a sheet, as a booklet, or on another size of paper."""

from pikepdf import Array, Dictionary, Name, Page

from parts.content import draw_over, draw_under
from parts.forms.field_labels import describe_missing, read_labels
from parts.forms.flattening import flatten_document
from parts.geometry import Matrix, compute_box, invert, move_point, multiply, write_matrix
from parts.layout.annotations import list_annotations, move_annotation, scale_text
from parts.layout.destinations import Moved, move_destinations
from parts.layout.sheets import Sheet, choose_sheet, order_booklet
from parts.objects import Value, get_dict
from parts.outcome import report_progress
from parts.page_tree import write_flat_tree
from parts.saving import save_changed
from parts.source import Source, open_source
from parts.visible import measure_visible, read_rotation, read_user_unit

PRINTERS = ("/CropBox", "/TrimBox", "/BleedBox", "/ArtBox", "/UserUnit")
#: Entries of the catalog that describe pages which are gone.
OF_PAGES = ("/PageLabels", "/StructTreeRoot", "/MarkInfo", "/Threads")


def run(request: dict) -> dict:
    source = open_source(request)
    signed = source.signed
    if request["mode"] == "resize":
        _resize(source, request)
        return {**save_changed(source, request["output"]), "untagged": False, "unlabelled": False, "flattened": 0}
    labels = read_labels(source.pdf, request.get("labels"))
    flattened, missing = flatten_document(source, True, True, labels)
    if missing and labels is None:
        return {**describe_missing(missing), "repaired": source.repaired, "signed": signed}
    untagged, unlabelled = "/StructTreeRoot" in source.root, "/PageLabels" in source.root
    source.pages = _make_sheets(source, request)
    for key in OF_PAGES:
        if key in source.root:
            del source.root[key]
    made = save_changed(source, request["output"])
    return {**made, "signed": signed, "untagged": untagged, "unlabelled": unlabelled, "flattened": flattened}


def _make_sheets(source: Source, request: dict) -> list:
    pages = source.pages
    first = measure_visible(pages[0])
    unit = read_user_unit(pages[0])
    width, height = request.get("paper") or (first.width * unit, first.height * unit)
    sheet = choose_sheet(request, (width, height), (first.width, first.height))
    order = order_booklet(len(pages)) if request["mode"] == "booklet" else list(range(len(pages)))
    each = sheet.columns * sheet.rows
    moved: Moved = {}
    sheets = []
    for start in range(0, len(order), each):
        sheets.append(_make_sheet(source, sheet, order[start : start + each], moved))
        report_progress(start, 2 * len(order))
    move_destinations(source.pdf, moved)
    return write_flat_tree(source.pdf, sheets)


def _make_sheet(source: Source, sheet: Sheet, indexes: list, moved: Moved) -> Value:
    pdf = source.pdf
    drawn, forms, links = "", Dictionary(), Array()
    made = pdf.make_indirect(Dictionary(Type=Name.Page))
    made["/MediaBox"] = Array([0, 0, round(sheet.width, 3), round(sheet.height, 3)])
    for at, index in enumerate(indexes):
        if index is None:
            continue
        page = source.pages[index]
        shown = measure_visible(page)
        scale, left, bottom = sheet.place(at, shown.width, shown.height)
        matrix = multiply(invert(shown.matrix), (scale, 0, 0, scale, left, bottom))
        form = Page(page).as_form_xobject(False)
        form["/BBox"] = Array(_compute_own_box(shown))
        for key in ("/StructParents", "/Matrix"):
            if key in form:
                del form[key]
        forms[f"/Page{at}"] = form
        drawn += f"q {write_matrix(matrix)} cm /Page{at} Do Q\n"
        for link in list_annotations(page):
            move_annotation(link, matrix)
            link["/P"] = made
            links.append(link)
        moved[page.objgen] = (made, matrix)
    made["/Resources"] = Dictionary(XObject=forms)
    made["/Contents"] = pdf.make_stream(drawn.encode("ascii"))
    if len(links):
        made["/Annots"] = links
    return made


def _compute_own_box(shown: Value) -> list[float]:
    corners = [move_point(shown.matrix, 0, 0), move_point(shown.matrix, shown.width, shown.height)]
    return list(compute_box(corners))


def _resize(source: Source, request: dict) -> None:
    moved: Moved = {}
    form = get_dict(source.root, "/AcroForm")
    for done, page in enumerate(source.pages):
        moved[page.objgen] = (page, _resize_page(page, form, request))
        report_progress(done, 2 * len(source.pages))
    move_destinations(source.pdf, moved)


def _resize_page(page: Value, form: Value, request: dict) -> Matrix:
    """Scales a page to a size of paper, in its own coordinates, so that its rotation stays."""
    shown = measure_visible(page)
    short, long = sorted(request["paper"])
    is_wide = shown.width > shown.height
    is_across = {"portrait": False, "landscape": True}.get(request["orientation"], is_wide)
    sheet = Sheet(*((long, short) if is_across else (short, long)), 1, 1, request["margin"], 0)
    wide, high = (sheet.height, sheet.width) if read_rotation(page) in (90, 270) else (sheet.width, sheet.height)
    x0, y0, x1, y1 = _compute_own_box(shown)
    most = 1.0 if request.get("noEnlarge") else None
    scale, left, bottom = sheet.place(0, shown.width, shown.height, most)
    if read_rotation(page) in (90, 270):
        left, bottom = bottom, left
    matrix = (scale, 0, 0, scale, left - x0 * scale, bottom - y0 * scale)
    # Content that was cut off stays cut off.
    clip = f"q {write_matrix(matrix)} cm {x0:.3f} {y0:.3f} {x1 - x0:.3f} {y1 - y0:.3f} re W n\n".encode()
    draw_over(page, b"Q\n")
    draw_under(page, clip)
    for annotation in list_annotations(page):
        move_annotation(annotation, matrix)
        if annotation.get("/Subtype") == "/Widget":
            scale_text(annotation, form, scale)
    for key in PRINTERS:
        if key in page:
            del page[key]
    page["/MediaBox"] = Array([0, 0, round(wide, 3), round(high, 3)])
    return matrix
