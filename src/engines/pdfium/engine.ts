import { JobFailure } from '../../contract/failure.ts';
import { loadPdfium, type Pdfium, release } from './module.ts';

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
  close(): void;
}

const passwordError = 4;
const annotations = 0x01;
const redFirst = 0x10;
const formatBgr = 2;
const white = 0xffffffff;
// A structure of callbacks, none of which is needed: 140 bytes, with room to spare.
const formInfoBytes = 256;

/** Opens a document that needs no password. */
export async function openDocument(bytes: Uint8Array): Promise<PdfiumDocument> {
  const lib = await loadPdfium();
  const data = allocate(lib, bytes.length);
  lib.HEAPU8.set(bytes, data);
  const document = releaseOnTrap(lib, () => lib._FPDF_LoadMemDocument(data, bytes.length, 0));
  if (!document) {
    const code = lib._FPDF_GetLastError();
    lib.wasmExports.free(data);
    throw new JobFailure(
      code === passwordError ? 'password_required' : 'unreadable_input',
      `pdfium error ${code}`,
    );
  }
  const form = openForm(lib, document);

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

  return {
    pageCount: releaseOnTrap(lib, () => lib._FPDF_GetPageCount(document)),
    pageSize: index =>
      usePage(index, page => ({
        width: lib._FPDF_GetPageWidth(page),
        height: lib._FPDF_GetPageHeight(page),
      })),
    render: (index, width, height) => usePage(index, page => render(lib, page, form.handle, width, height)),
    close: () => {
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

function render(lib: Pdfium, page: number, form: number, width: number, height: number): RenderedPage {
  const stride = width * 3;
  const size = stride * height;
  const pixels = allocate(lib, size);
  let bitmap = 0;
  try {
    bitmap = lib._FPDFBitmap_CreateEx(width, height, formatBgr, pixels, stride);
    lib._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    if (form) lib._FORM_OnAfterLoadPage(page, form);
    lib._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotations | redFirst);
    if (form) {
      lib._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, redFirst);
      lib._FORM_OnBeforeClosePage(page, form);
    }
    return { width, height, data: lib.HEAPU8.slice(pixels, pixels + size) };
  } finally {
    if (bitmap) lib._FPDFBitmap_Destroy(bitmap);
    lib.wasmExports.free(pixels);
  }
}

function allocate(lib: Pdfium, size: number): number {
  const pointer = lib.wasmExports.malloc(size);
  if (!pointer) throw new JobFailure('limit_exceeded', `pdfium has no room for ${size} bytes`);
  return pointer;
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
