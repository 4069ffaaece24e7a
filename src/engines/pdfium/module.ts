import { PDFiumModule } from '@hyzyla/pdfium';

/** The part of PDFium's C interface used here, as its WebAssembly build exposes it. */
export interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_CloseDocument(document: number): void;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: number, stride: number): number;
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): void;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number;
  _FPDFDOC_ExitFormFillEnvironment(form: number): void;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void;
}

// WebAssembly memory only grows: an instance that had to hold a large document is not kept for the next.
const keptBytes = 512 * 1024 * 1024;

let loaded: Promise<Pdfium> | undefined;

/** PDFium, loaded once and kept between the jobs of a host. */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

/** Lets go of an instance that has grown large or may be damaged. */
export function release(instance: Pdfium, damaged: boolean): void {
  if (damaged || instance.HEAPU8.byteLength > keptBytes) loaded = undefined;
}

async function load(): Promise<Pdfium> {
  const instance = (await PDFiumModule({})) as unknown as Pdfium;
  instance._FPDF_InitLibraryWithConfig({ version: 2 });
  return instance;
}
