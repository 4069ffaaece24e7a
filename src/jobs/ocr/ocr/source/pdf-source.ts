import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSpan } from '../../../../engines/page-spans.ts';
import { openDocument, type PdfiumDocument } from '../../../../engines/pdfium/engine.ts';
import { preparePages, removeTextLayers } from '../../../../engines/pikepdf/engine.ts';
import { runPoppler } from '../../../../engines/poppler/open.ts';
import { findScanResolutions } from '../../../../engines/poppler/scans.ts';
import { sharp } from '../../../../engines/sharp/engine.ts';
import type { Work } from '../../../../settings/work.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { makePdfInput } from '../../../pdf/documents/pdf-input.ts';
import { withRescue } from '../../../pdf/documents/rescue.ts';
import type { RunInput } from '../../../run.ts';
import { renderGrey } from '../pixels.ts';
import { judgeOwnText, readOwnTexts } from './own-text.ts';
import { maxPages, maxPixels, type Source, type SourcePage } from './source.ts';

export interface PdfReading {
  spans: readonly PageSpan[];
  password: string | undefined;
  dpi: number | undefined;
  skipText: boolean;
  /** True if the output is a PDF, in which existing text must not be added again. */
  searchable: boolean;
  dir: string;
  begin(work: Work): void;
}

/** Opens the pages of a document, each at the resolution of its scan. */
export async function openPdfSource(input: RunInput, reading: PdfReading): Promise<Source> {
  const { dir } = reading;
  const plain = join(dir, 'plain.pdf');
  let file = input.path;
  const { result, engines } = await withRescue(
    dir,
    [makePdfInput(input, reading.password)],
    async ([only]) => {
      const prepared = await preparePages(
        { inputs: [only], output: plain, spans: reading.spans, most: maxPages },
        {},
      );
      file = prepared.rewritten ? plain : only.path;
      return prepared;
    },
  );
  const { indexes, withoutFonts } = result;
  if (!reading.skipText && reading.searchable) {
    const stripped = join(dir, 'stripped.pdf');
    const { removed } = await removeTextLayers({
      inputs: [{ path: file }],
      output: stripped,
      pages: indexes,
    });
    if (removed.length > 0) file = stripped;
  }

  // The pages are rendered one by one later; this reads their texts, pictures and sizes.
  reading.begin({ textPage: indexes.length });
  const document = await openDocument(await readFile(file));
  try {
    const pages = await describePages(document, file, indexes, new Set(withoutFonts), reading);
    return {
      pages,
      count: result.count,
      engines: [...engines, 'poppler', ...(pages.every(page => page.own?.enough) ? [] : ['pdfium', 'sharp'])],
      facts: {
        ...(result.repaired && { repaired: true }),
        ...(reading.searchable && result.signed && { signatureInvalidated: true }),
        ...(reading.searchable && result.restricted && { restrictionsRemoved: true }),
      },
      document: async () => file,
      hasLostPictures: () => document.hasLostPictures(),
      close: () => document.close(),
    };
  } catch (error) {
    document.close();
    throw error;
  }
}

async function describePages(
  document: PdfiumDocument,
  file: string,
  indexes: readonly number[],
  withoutFonts: ReadonlySet<number>,
  { dir, dpi, skipText, searchable }: PdfReading,
): Promise<SourcePage[]> {
  const [first, last] = [Math.min(...indexes) + 1, Math.max(...indexes) + 1];
  const readSize = (page: number) => document.pageSize(page - 1);
  const scanOf = await findScanResolutions(file, first, last, readSize, dir);
  const texts = skipText || searchable ? await readOwnTexts(file, first, last, dir) : [];
  return indexes.map(index => {
    const number = index + 1;
    const points = readSize(number);
    const most = 72 * Math.sqrt(maxPixels / Math.max(1, points.width * points.height));
    const scan = scanOf(number);
    const resolution = Math.min(dpi ?? scan.dpi, most);
    const width = Math.max(1, Math.round((points.width * resolution) / 72));
    const height = Math.max(1, Math.round((points.height * resolution) / 72));
    const own = judgeOwnText(texts[number - first] ?? [], {
      ...points,
      pixelsAPoint: resolution / 72,
      scanned: scan.scanned,
    });
    return {
      number,
      width,
      height,
      dpi: resolution,
      ...(own && { own: skipText ? own : { ...own, enough: false } }),
      grey: () =>
        withoutFonts.has(index)
          ? drawByPoppler(file, number, width, height, dir)
          : Promise.resolve(drawByPdfium(document, index, width, height)),
    };
  });
}

function drawByPdfium(document: PdfiumDocument, index: number, width: number, height: number): Grey {
  const { data: colours } = document.render(index, width, height);
  const data = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < data.length; at++, from += 3)
    data[at] = (colours[from]! * 77 + colours[from + 1]! * 150 + colours[from + 2]! * 29) >> 8;
  return { width, height, data };
}

/** Only Poppler uses fonts of the system. */
async function drawByPoppler(
  file: string,
  page: number,
  width: number,
  height: number,
  dir: string,
): Promise<Grey> {
  const stem = join(dir, `drawn-${page}`);
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  const range = ['-f', String(page), '-l', String(page)];
  await runPoppler(
    'pdftoppm',
    ['-png', '-gray', '-singlefile', '-cropbox', ...range, ...size, file, stem],
    dir,
    { work: { drawnPage: 1, megapixel: (width * height) / 1e6 } },
  );
  return renderGrey(sharp(`${stem}.png`).greyscale());
}
