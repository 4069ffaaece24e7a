"""
Draws a DXF drawing as PDF or SVG. Reads a request as JSON on standard input and answers with the number of drawn pieces.
"""

import json
import sys
from collections.abc import Iterable

import cairo
import gi
from ezdxf import DXFError, recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.backend import Backend, prepare_string_for_rendering
from ezdxf.addons.drawing.config import Configuration
from ezdxf.addons.drawing.properties import LayoutProperties, Properties
from ezdxf.layouts import Layout
from ezdxf.math import Matrix44, Vec3
from ezdxf.path import Command, Curve3To, Curve4To, Path
from ezdxf.tools.fonts import FontFace, FontMeasurements

gi.require_version("Pango", "1.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import Pango, PangoCairo  # noqa: E402

# The longer side of the page and its margin in points: the drawing is fitted to A3.
LONG_SIDE, MARGIN = 1191.0, 14.0
# Thinner lines vanish on paper, in points.
THINNEST = 0.35
POINTS_PER_MM = 72 / 25.4
MAX_PIECES = 2_000_000
UNREADABLE, TOO_LARGE, EMPTY = 65, 66, 67
# Texts are measured in this size, in points.
MEASURED = 100


class Texts:
    """Measures and draws texts. A size of 1 is the height of a capital letter."""

    def __init__(self) -> None:
        self.context = cairo.Context(cairo.RecordingSurface(cairo.CONTENT_COLOR_ALPHA, None))  # type: ignore[arg-type]
        self.capitals: dict[str, float] = {}

    def lay_out(self, context: cairo.Context, text: str, font: FontFace | None) -> tuple[Pango.Layout, float]:
        """Returns the text with the height of its font's capital letters."""
        family = font.family if font and font.family else ""
        layout = PangoCairo.create_layout(context)
        options = cairo.FontOptions()
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        PangoCairo.context_set_font_options(layout.get_context(), options)
        description = Pango.FontDescription(f"{family}, Liberation Sans, DejaVu Sans, Noto Sans CJK SC, sans-serif")
        description.set_absolute_size(MEASURED * Pango.SCALE)
        layout.set_font_description(description)
        if family not in self.capitals:
            layout.set_text("H", -1)
            ink, _ = layout.get_extents()
            self.capitals[family] = max(1.0, ink.height / Pango.SCALE)
        layout.set_text(text, -1)
        return layout, self.capitals[family]

    def measure(self, text: str, font: FontFace | None) -> float:
        layout, capital = self.lay_out(self.context, text, font)
        return layout.get_size()[0] / Pango.SCALE / capital

    def draw(self, context: cairo.Context, text: str, font: FontFace | None) -> None:
        _, capital = self.lay_out(self.context, text, font)
        # The layout must see the final scale: fonts cannot be made for the size it has without.
        context.scale(1 / capital, -1 / capital)
        layout, _ = self.lay_out(context, text, font)
        context.move_to(0, -layout.get_baseline() / Pango.SCALE)
        PangoCairo.show_layout(context, layout)


class Pieces(Backend):
    """Collects the pieces of a drawing with their extent, because lines are as thick on a page of any scale."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = Texts()
        self.pieces: list[tuple] = []
        self.left, self.bottom = float("inf"), float("inf")
        self.right, self.top = float("-inf"), float("-inf")

    def add(self, piece: tuple, points: Iterable[Vec3]) -> None:
        if len(self.pieces) >= MAX_PIECES:
            sys.exit(TOO_LARGE)
        for point in points:
            self.left, self.right = min(self.left, point.x), max(self.right, point.x)
            self.bottom, self.top = min(self.bottom, point.y), max(self.top, point.y)
        self.pieces.append(piece)

    def set_background(self, color: str) -> None:
        pass

    def draw_point(self, pos: Vec3, properties: Properties) -> None:
        self.draw_line(pos, pos, properties)

    def draw_line(self, start: Vec3, end: Vec3, properties: Properties) -> None:
        self.add(("line", (start, end), properties.color, properties.lineweight), (start, end))

    def draw_path(self, path: Path, properties: Properties) -> None:
        if len(path):
            self.add(("paths", (path,), properties.color, properties.lineweight), path.control_vertices())

    def draw_filled_paths(self, paths: Iterable[Path], holes: Iterable[Path], properties: Properties) -> None:
        every = tuple(path for path in (*paths, *holes) if len(path))
        points = [point for path in every for point in path.control_vertices()]
        if every:
            self.add(("area", every, properties.color, 0), points)

    def draw_filled_polygon(self, points: Iterable[Vec3], properties: Properties) -> None:
        corners = [Vec3(point) for point in points]
        if corners:
            self.add(("polygon", tuple(corners), properties.color, 0), corners)

    def draw_text(self, text: str, transform: Matrix44, properties: Properties, cap_height: float) -> None:
        if not text.strip():
            return
        text = prepare_string_for_rendering(text, self.current_entity.dxftype() if self.current_entity else "TEXT")
        width = self.texts.measure(text, properties.font) * cap_height
        corners = [Vec3(x, y) for x in (0, width) for y in (0, cap_height)]
        placed = (text, transform, properties.font, cap_height)
        self.add(("text", placed, properties.color, 0), transform.transform_vertices(corners))

    def get_font_measurements(self, cap_height: float, font: FontFace | None = None) -> FontMeasurements:  # noqa: ARG002
        return FontMeasurements(0, cap_height, 0.75 * cap_height, 0.3 * cap_height)

    def get_text_line_width(self, text: str, cap_height: float, font: FontFace | None = None) -> float:
        return self.texts.measure(text, font) * cap_height if text.strip() else 0

    def clear(self) -> None:
        self.pieces = []


def trace(context: cairo.Context, path: Path) -> None:
    at = path.start
    context.move_to(at.x, at.y)
    for step in path.commands():
        if isinstance(step, Curve4To):
            context.curve_to(step.ctrl1.x, step.ctrl1.y, step.ctrl2.x, step.ctrl2.y, step.end.x, step.end.y)
        elif isinstance(step, Curve3To):
            first, second = at + (step.ctrl - at) * 2 / 3, step.end + (step.ctrl - step.end) * 2 / 3
            context.curve_to(first.x, first.y, second.x, second.y, step.end.x, step.end.y)
        elif step.type == Command.MOVE_TO:
            context.move_to(step.end.x, step.end.y)
        else:
            context.line_to(step.end.x, step.end.y)
        at = step.end


def draw_piece(context: cairo.Context, texts: Texts, scale: float, piece: tuple) -> None:
    kind, content, color, weight = piece
    parts = [int(color[at : at + 2], 16) / 255 for at in range(1, len(color), 2)]
    context.set_source_rgba(*parts, *([1] if len(parts) == 3 else []))
    if kind == "text":
        text, transform, font, size = content
        m = list(transform)
        context.save()
        context.transform(cairo.Matrix(m[0], m[1], m[4], m[5], m[12], m[13]))
        context.scale(size, size)
        texts.draw(context, text, font)
        context.restore()
        return
    if kind in ("line", "polygon"):
        context.move_to(content[0].x, content[0].y)
        for point in content[1:]:
            context.line_to(point.x, point.y)
    else:
        for path in content:
            trace(context, path)
    if kind in ("area", "polygon"):
        context.fill()
    else:
        context.set_line_width(max(THINNEST, weight * POINTS_PER_MM) / scale)
        context.stroke()


def draw_drawing(request: dict) -> int:
    document, _ = recover.readfile(request["input"])
    layout: Layout = document.modelspace()
    if len(layout) == 0:
        sheets = [sheet for sheet in document.layouts if sheet.name != "Model" and len(sheet)]
        layout = sheets[0] if sheets else layout
    pieces = Pieces()
    on_paper = LayoutProperties.from_layout(layout)
    on_paper.set_colors("#ffffff")
    frontend = Frontend(RenderContext(document), pieces, Configuration.defaults().with_changes(hatching_timeout=5))
    frontend.draw_layout(layout, layout_properties=on_paper)
    if not pieces.pieces:
        sys.exit(EMPTY)

    width, height = pieces.right - pieces.left, pieces.top - pieces.bottom
    scale = (LONG_SIDE - 2 * MARGIN) / (max(width, height) or 1)
    page = [max(side * scale, 1) + 2 * MARGIN for side in (width, height)]
    kind = cairo.SVGSurface if request["to"] == "svg" else cairo.PDFSurface
    surface = kind(request["output"], *page)
    context = cairo.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.set_line_cap(cairo.LINE_CAP_ROUND)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    context.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
    context.translate(MARGIN, page[1] - MARGIN)
    context.scale(scale, -scale)
    context.translate(-pieces.left, -pieces.bottom)
    for piece in pieces.pieces:
        draw_piece(context, pieces.texts, scale, piece)
    context.show_page()
    surface.finish()
    return len(pieces.pieces)


def main() -> None:
    request = json.load(sys.stdin)
    try:
        print(json.dumps({"pieces": draw_drawing(request)}))
    except (DXFError, UnicodeError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(UNREADABLE)


main()
