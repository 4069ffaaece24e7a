"""Cuts fonts down to the glyphs a document uses by HarfBuzz: fontTools, which WeasyPrint 57 uses, takes seconds for each
of the large fonts of Chinese, Japanese and Korean."""

from typing import Any

from cffi import FFI
from weasyprint.pdf.stream import Font

ffi = FFI()
ffi.cdef("""
typedef ... hb_blob_t;
typedef ... hb_face_t;
typedef ... hb_set_t;
typedef ... hb_subset_input_t;
hb_blob_t *hb_blob_create(const char *data, unsigned int length, int mode, void *user, void *destroy);
const char *hb_blob_get_data(hb_blob_t *blob, unsigned int *length);
void hb_blob_destroy(hb_blob_t *blob);
hb_face_t *hb_face_create(hb_blob_t *blob, unsigned int index);
hb_blob_t *hb_face_reference_blob(hb_face_t *face);
void hb_face_destroy(hb_face_t *face);
void hb_set_add(hb_set_t *set, uint32_t value);
hb_subset_input_t *hb_subset_input_create_or_fail(void);
void hb_subset_input_destroy(hb_subset_input_t *input);
void hb_subset_input_set_flags(hb_subset_input_t *input, unsigned int flags);
hb_set_t *hb_subset_input_glyph_set(hb_subset_input_t *input);
hb_set_t *hb_subset_input_set(hb_subset_input_t *input, int kind);
hb_face_t *hb_subset_or_fail(hb_face_t *face, hb_subset_input_t *input);
""")

READ_ONLY = 1
DROPPED_TABLES = 3
# Hints and subroutines are dropped, and every glyph keeps its number, by which the page names it.
FLAGS = 1 | 2 | 4
# Tables that lay text out or draw it in other ways, which a finished page does not need.
TABLES = (
    "BASE",
    "DSIG",
    "EBDT",
    "EBLC",
    "EBSC",
    "GDEF",
    "GPOS",
    "GSUB",
    "JSTF",
    "LTSH",
    "PCLT",
    "SVG ",
    "VORG",
    "vhea",
    "vmtx",
)


def cut(harfbuzz: Any, subsetter: Any, content: Any, index: Any, glyphs: Any) -> bytes | None:
    """Returns the font with these glyphs only; None if HarfBuzz cannot."""

    def owned(made: Any, destroy: Any) -> Any:
        return None if made == ffi.NULL else ffi.gc(made, destroy)

    data = ffi.from_buffer(content)
    blob = owned(harfbuzz.hb_blob_create(data, len(content), READ_ONLY, ffi.NULL, ffi.NULL), harfbuzz.hb_blob_destroy)
    face = owned(harfbuzz.hb_face_create(blob, index), harfbuzz.hb_face_destroy)
    asked = owned(subsetter.hb_subset_input_create_or_fail(), subsetter.hb_subset_input_destroy)
    if asked is None:
        return None
    subsetter.hb_subset_input_set_flags(asked, FLAGS)
    wanted = subsetter.hb_subset_input_glyph_set(asked)
    for glyph in glyphs:
        harfbuzz.hb_set_add(wanted, glyph)
    dropped = subsetter.hb_subset_input_set(asked, DROPPED_TABLES)
    for table in TABLES:
        harfbuzz.hb_set_add(dropped, int.from_bytes(table.encode(), "big"))
    made = owned(subsetter.hb_subset_or_fail(face, asked), harfbuzz.hb_face_destroy)
    if made is None:
        return None
    written = ffi.gc(harfbuzz.hb_face_reference_blob(made), harfbuzz.hb_blob_destroy)
    length = ffi.new("unsigned int *")
    found = harfbuzz.hb_blob_get_data(written, length)
    return ffi.buffer(found, length[0])[:] or None


def install() -> None:
    """
    Makes WeasyPrint cut plain fonts with HarfBuzz; variable and coloured ones stay with fontTools, as do all where
    HarfBuzz is missing.
    """
    try:
        harfbuzz, subsetter = ffi.dlopen("libharfbuzz.so.0"), ffi.dlopen("libharfbuzz-subset.so.0")
    except OSError:
        return
    by_font_tools = Font.clean

    def clean(font: Any, cmap: Any) -> None:
        plain = font.ttfont is not None and "fvar" not in font.ttfont and not (font.png or font.svg)
        small = cut(harfbuzz, subsetter, font.file_content, font.index, cmap) if plain and cmap else None
        if small is None:
            by_font_tools(font, cmap)
        else:
            font.file_content = small

    Font.clean = clean
