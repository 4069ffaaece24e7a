import { JobFailure } from '../../contract/failure.ts';
import type { Box } from '../../documents/boxes.ts';
import type { Bookmark, SourcePage } from '../../documents/source.ts';
import { readAnnotations } from './annotations.ts';
import { type FontCache, readGlyphs } from './characters/glyphs.ts';
import { readDrawings } from './drawings.ts';
import { hasLostPicture } from './lost-pictures.ts';
import { loadPdfium, type Pdfium, release } from './module.ts';
import { readOutline } from './outline.ts';
import { allocate, Scratch } from './scratch.ts';
import { readTags } from './structure.ts';
import { multiply, readPageMatrix } from './transform.ts';

export interface RenderedPage {
  width: number;
  height: number;
  /** Rows of red, green, blue, without padding. */
  data: Uint8Array;
}

export interface PdfiumDocument {
  pageCount: number;
  /** The page's visible size in points, turned as it is shown. */
  pageSize(index: number): { width: number; height: number };
  /** Draws a page, with its annotations and form fields, on white. */
  render(index: number, width: number, height: number): RenderedPage;
  /** Draws a part of a page, its box in points, with `scale` pixels a point. */
  renderPart(index: number, box: Box, scale: number): RenderedPage;
  /** Everything on a page that its content can be told from. */
  read(index: number): SourcePage;
  outline(): Bookmark[];
  /** True if a picture on a page drawn so far cannot be decoded: its place is empty. */
  hasLostPictures(): boolean;
  close(): void;
}

const passwordError = 4;
const annotations = 0x01;
const redFirst = 0x10;
const formatBgr = 2;
const white = 0xffffffff;
// A structure of callbacks, none of which is needed: 140 bytes, with room to spare.
const formInfoBytes = 256;

/** A page with more characters than this is read up to here. */
const maxGlyphs = 300_000;

/** Opens a document, with its password where it needs one. */
export async function openDocument(bytes: Uint8Array, password?: string): Promise<PdfiumDocument> {
  const lib = await loadPdfium();
  const data = allocate(lib, bytes.length);
  lib.HEAPU8.set(bytes, data);
  const document = releaseOnTrap(lib, () => load(lib, data, bytes.length, password));
  if (!document) {
    const code = lib._FPDF_GetLastError();
    lib.wasmExports.free(data);
    throw new JobFailure(
      code === passwordError ? 'password_required' : 'unreadable_input',
      `pdfium error ${code}`,
    );
  }
  const form = openForm(lib, document);
  const scratch = new Scratch(lib);
  const fonts: FontCache = new Map();
  let hasLost = false;

  const usePage = <T>(index: number, use: (page: number) => T): T =>
    releaseOnTrap(lib, () => {
      const page = lib._FPDF_LoadPage(document, index);
      if (!page) throw new JobFailure('unreadable_input', `pdfium cannot read page ${index + 1}`);
      try {
        return use(page);
      } finally {
        lib._FPDF_ClosePage(page);
      }
    });

  const drawPage = (page: number, width: number, height: number, whole: Whole): RenderedPage => {
    const drawn = render(lib, page, form.handle, width, height, whole);
    if (!hasLost) {
      const [across, down] = [lib._FPDF_GetPageWidth(page), lib._FPDF_GetPageHeight(page)];
      const toPixels = {
        ...{ a: whole.width / across, b: 0, c: 0, d: whole.height / down },
        ...{ e: whole.left, f: whole.top },
      };
      const matrix = multiply(readPageMatrix(lib, page, across, down, scratch), toPixels);
      hasLost = hasLostPicture(lib, page, drawn, matrix, scratch);
    }
    return drawn;
  };

  return {
    pageCount: releaseOnTrap(lib, () => lib._FPDF_GetPageCount(document)),
    pageSize: index =>
      usePage(index, page => ({
        width: lib._FPDF_GetPageWidth(page),
        height: lib._FPDF_GetPageHeight(page),
      })),
    render: (index, width, height) =>
      usePage(index, page => drawPage(page, width, height, { left: 0, top: 0, width, height })),
    renderPart: (index, box, scale) =>
      usePage(index, page => {
        const [pageWidth, pageHeight] = [lib._FPDF_GetPageWidth(page), lib._FPDF_GetPageHeight(page)];
        const whole = {
          left: -Math.round(box.left * scale),
          top: -Math.round(box.top * scale),
          width: Math.round(pageWidth * scale),
          height: Math.round(pageHeight * scale),
        };
        const width = Math.max(1, Math.round((box.right - box.left) * scale));
        const height = Math.max(1, Math.round((box.bottom - box.top) * scale));
        return drawPage(page, width, height, whole);
      }),
    read: index => usePage(index, page => readPage(lib, document, page, index, form.handle, fonts, scratch)),
    outline: () => releaseOnTrap(lib, () => readOutline(lib, document, scratch)),
    hasLostPictures: () => hasLost,
    close: () => {
      scratch.free();
      form.close();
      lib._FPDF_CloseDocument(document);
      lib.wasmExports.free(data);
      release(lib, false);
    },
  };
}

function openForm(lib: Pdfium, document: number): { handle: number; close(): void } {
  const info = allocate(lib, formInfoBytes);
  lib.HEAPU8.fill(0, info, info + formInfoBytes);
  new DataView(lib.HEAPU8.buffer).setUint32(info, 2, true);
  const handle = releaseOnTrap(lib, () => lib._FPDFDOC_InitFormFillEnvironment(document, info));
  return {
    handle,
    close: () => {
      if (handle) lib._FPDFDOC_ExitFormFillEnvironment(handle);
      lib.wasmExports.free(info);
    },
  };
}

/** The position of the whole page, in pixels from the top left of the drawn part. */
interface Whole {
  left: number;
  top: number;
  width: number;
  height: number;
}

function render(
  lib: Pdfium,
  page: number,
  form: number,
  width: number,
  height: number,
  whole: Whole,
): RenderedPage {
  const stride = width * 3;
  const size = stride * height;
  const pixels = allocate(lib, size);
  let bitmap = 0;
  try {
    bitmap = lib._FPDFBitmap_CreateEx(width, height, formatBgr, pixels, stride);
    lib._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    if (form) lib._FORM_OnAfterLoadPage(page, form);
    const place = [whole.left, whole.top, whole.width, whole.height];
    lib._FPDF_RenderPageBitmap(bitmap, page, ...place, 0, annotations | redFirst);
    if (form) {
      lib._FPDF_FFLDraw(form, bitmap, page, ...place, 0, redFirst);
      lib._FORM_OnBeforeClosePage(page, form);
    }
    return { width, height, data: lib.HEAPU8.slice(pixels, pixels + size) };
  } finally {
    if (bitmap) lib._FPDFBitmap_Destroy(bitmap);
    lib.wasmExports.free(pixels);
  }
}

/** Returns the document's handle, or 0 if it cannot be opened. */
function load(lib: Pdfium, data: number, size: number, password: string | undefined): number {
  if (password === undefined) return lib._FPDF_LoadMemDocument(data, size, 0);
  const bytes = new TextEncoder().encode(`${password}\0`);
  const pointer = allocate(lib, bytes.length);
  try {
    lib.HEAPU8.set(bytes, pointer);
    return lib._FPDF_LoadMemDocument(data, size, pointer);
  } finally {
    lib.HEAPU8.fill(0, pointer, pointer + bytes.length);
    lib.wasmExports.free(pointer);
  }
}

function readPage(
  lib: Pdfium,
  document: number,
  page: number,
  index: number,
  form: number,
  fonts: FontCache,
  scratch: Scratch,
): SourcePage {
  const [width, height] = [lib._FPDF_GetPageWidth(page), lib._FPDF_GetPageHeight(page)];
  const matrix = readPageMatrix(lib, page, width, height, scratch);
  const textPage = lib._FPDFText_LoadPage(page);
  try {
    return {
      number: index + 1,
      width,
      height,
      ...(textPage ? readGlyphs(lib, textPage, matrix, fonts, maxGlyphs, scratch) : { glyphs: [] }),
      ...readDrawings(lib, page, matrix, scratch),
      ...readAnnotations(lib, document, page, form, matrix, scratch),
      tags: readTags(lib, page, scratch),
    };
  } finally {
    if (textPage) lib._FPDFText_ClosePage(textPage);
  }
}

/** Runs `work`. A trap in the library is the document's fault, and the instance cannot be used again after it. */
function releaseOnTrap<T>(lib: Pdfium, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JobFailure) throw error;
    release(lib, true);
    throw new JobFailure('unreadable_input', `pdfium: ${error}`);
  }
}
