import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The part of pdf.js that is used here. It is a dependency of the web page, whose viewer it is. */
interface PdfJs {
  AnnotationMode: { ENABLE: number };
  OPS: { showText: number };
  getDocument(source: { data: Uint8Array; verbosity: number }): {
    promise: Promise<{ getPage(number: number): Promise<PdfJsPage> }>;
    destroy(): Promise<void>;
  };
}

interface PdfJsPage {
  getOperatorList(options: { annotationMode: number }): Promise<{ fnArray: number[]; argsArray: unknown[] }>;
}

const load = async (): Promise<PdfJs> =>
  await import(
    createRequire(new URL('../../../../web/package.json', import.meta.url)).resolve(
      'pdfjs-dist/legacy/build/pdf.mjs',
    )
  );

/** Returns the text that pdf.js draws on a document's first page, form fields included. */
export async function readDrawnByPdfJs(path: string): Promise<string> {
  const { AnnotationMode, OPS, getDocument } = await load();
  const opening = getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 });
  const page = await (await opening.promise).getPage(1);
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
  const shown = fnArray.flatMap((operator, at) =>
    operator === OPS.showText ? (argsArray[at] as [({ unicode: string } | number)[]])[0] : [],
  );
  await opening.destroy();
  return shown.map(glyph => (typeof glyph === 'number' ? '' : glyph.unicode)).join('');
}
