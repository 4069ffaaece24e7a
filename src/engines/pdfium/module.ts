import { PDFiumModule } from '@hyzyla/pdfium';

/** Functions of PDFium's C interface; each takes and returns numbers: handles, pointers, counts and flags. */
type FunctionName =
  | '_FPDF_GetLastError'
  | '_FPDF_LoadMemDocument'
  | '_FPDF_CloseDocument'
  | '_FPDF_GetPageCount'
  | '_FPDF_LoadPage'
  | '_FPDF_ClosePage'
  | '_FPDF_GetPageWidthF'
  | '_FPDF_GetPageHeightF'
  | '_FPDF_GetPageWidth'
  | '_FPDF_GetPageHeight'
  | '_FPDF_PageToDevice'
  | '_FPDFBitmap_CreateEx'
  | '_FPDFBitmap_FillRect'
  | '_FPDFBitmap_Destroy'
  | '_FPDF_RenderPageBitmap'
  | '_FPDFDOC_InitFormFillEnvironment'
  | '_FPDFDOC_ExitFormFillEnvironment'
  | '_FORM_OnAfterLoadPage'
  | '_FORM_OnBeforeClosePage'
  | '_FPDF_FFLDraw'
  | '_FPDFText_LoadPage'
  | '_FPDFText_ClosePage'
  | '_FPDFText_CountChars'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_GetLooseCharBox'
  | '_FPDFText_GetCharBox'
  | '_FPDFText_GetCharOrigin'
  | '_FPDFText_GetTextObject'
  | '_FPDFText_IsGenerated'
  | '_FPDFText_IsHyphen'
  | '_FPDFText_GetFontSize'
  | '_FPDFText_GetMatrix'
  | '_FPDFText_HasUnicodeMapError'
  | '_FPDFTextObj_GetFont'
  | '_FPDFTextObj_GetTextRenderMode'
  | '_FPDFFont_GetBaseFontName'
  | '_FPDFFont_GetFlags'
  | '_FPDFFont_GetWeight'
  | '_FPDFFont_GetItalicAngle'
  | '_FPDFPageObj_GetFillColor'
  | '_FPDFPageObj_GetStrokeColor'
  | '_FPDFPageObj_GetStrokeWidth'
  | '_FPDFPageObj_GetType'
  | '_FPDFPageObj_GetBounds'
  | '_FPDFPageObj_GetMatrix'
  | '_FPDFPageObj_GetMarkedContentID'
  | '_FPDFPage_CountObjects'
  | '_FPDFPage_GetObject'
  | '_FPDFFormObj_CountObjects'
  | '_FPDFImageObj_GetBitmap'
  | '_FPDFFormObj_GetObject'
  | '_FPDFPath_CountSegments'
  | '_FPDFPath_GetPathSegment'
  | '_FPDFPath_GetDrawMode'
  | '_FPDFPathSegment_GetPoint'
  | '_FPDFPathSegment_GetType'
  | '_FPDFPathSegment_GetClose'
  | '_FPDFPage_GetAnnotCount'
  | '_FPDFPage_GetAnnot'
  | '_FPDFPage_CloseAnnot'
  | '_FPDFAnnot_GetSubtype'
  | '_FPDFAnnot_GetRect'
  | '_FPDFAnnot_GetLink'
  | '_FPDFAnnot_GetFlags'
  | '_FPDFAnnot_GetFormFieldType'
  | '_FPDFAnnot_GetFormFieldValue'
  | '_FPDFAnnot_IsChecked'
  | '_FPDFAnnot_GetStringValue'
  | '_FPDFLink_GetAction'
  | '_FPDFAction_GetType'
  | '_FPDFAction_GetURIPath'
  | '_FPDFAction_GetDest'
  | '_FPDFBookmark_GetFirstChild'
  | '_FPDFBookmark_GetNextSibling'
  | '_FPDFBookmark_GetTitle'
  | '_FPDFBookmark_GetDest'
  | '_FPDFBookmark_GetAction'
  | '_FPDFDest_GetDestPageIndex'
  | '_FPDF_StructTree_GetForPage'
  | '_FPDF_StructTree_Close'
  | '_FPDF_StructTree_CountChildren'
  | '_FPDF_StructTree_GetChildAtIndex'
  | '_FPDF_StructElement_GetType'
  | '_FPDF_StructElement_GetAltText'
  | '_FPDF_StructElement_GetActualText'
  | '_FPDF_StructElement_CountChildren'
  | '_FPDF_StructElement_GetChildAtIndex'
  | '_FPDF_StructElement_GetChildMarkedContentID'
  | '_FPDF_StructElement_GetMarkedContentIdCount'
  | '_FPDF_StructElement_GetMarkedContentIdAtIndex'
  | '_FPDF_StructElement_GetAttributeCount'
  | '_FPDF_StructElement_GetAttributeAtIndex'
  | '_FPDF_StructElement_Attr_GetValue'
  | '_FPDF_StructElement_Attr_GetNumberValue'
  | '_FPDF_GetMetaText';

/** PDFium's C interface, as its WebAssembly build exposes it. */
export interface Pdfium extends Record<FunctionName, (...values: number[]) => number> {
  _FPDF_InitLibraryWithConfig(config: object): void;
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
}

// WebAssembly memory only grows: an instance that had to hold a large document is not kept for the next.
const keptBytes = 512 * 1024 * 1024;

let loaded: Promise<Pdfium> | undefined;

/** Loads PDFium once and keeps it for the next jobs of the host. */
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
