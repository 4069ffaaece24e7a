import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type PdfDocument = PDFDocumentProxy;

GlobalWorkerOptions.workerSrc = new URL(worker, import.meta.url).href;

/** Whether a document was not opened because it needs a password, or another one. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException';

/** Opens a PDF for display. It is parsed in a web worker, and its scripts never run. */
export async function openPdf(source: Blob | string, password?: string): Promise<PdfDocument> {
  const data =
    typeof source === 'string' ? { url: source } : { data: new Uint8Array(await source.arrayBuffer()) };
  return getDocument({
    ...data,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    ...(password && { password }),
  }).promise;
}

/** Returns a page, or undefined if the document was closed meanwhile, which throws at once or rejects. */
export async function getOpenPage(pdf: PdfDocument, page: number) {
  try {
    return await pdf.getPage(page);
  } catch {
    return undefined;
  }
}
