import { readFile, stat } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { preparePage } from '../../documents/layout/characters/prepare.ts';
import type { Document } from '../../documents/model.ts';
import { readDocument } from '../../documents/read.ts';
import { pageNumbers } from '../page-ranges.ts';
import { throwLockFailure } from '../pdf-lock.ts';
import { openDocument, type PdfiumDocument } from './engine.ts';

/** The library holds the whole file in memory. */
const maxBytes = 700 * 1024 * 1024;
/** An image over this share of a page without text is a scan. */
const scanShare = 0.5;

export interface ReadPdf {
  document: Document;
  source: PdfiumDocument;
  /** Numbers of the pages without any text, and how many of these are pictures. */
  bare: number[];
  scans: number;
}

/** Opens a PDF and reads its content by the document model. The caller closes `source`. */
export async function readPdf(
  input: string,
  options: { pages?: string | undefined; password?: string | undefined; dir: string },
  progress: (percent: number) => void,
): Promise<ReadPdf> {
  const { size } = await stat(input);
  if (size > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${size} bytes`);
  const source = await openDocument(await readFile(input), options.password).catch(error =>
    throwLockFailure(error, input, options.dir),
  );
  try {
    const numbers = pageNumbers(options.pages, source.pageCount);
    const bare: number[] = [];
    let scans = 0;
    const pages = function* () {
      for (const [at, number] of numbers.entries()) {
        const page = source.read(number - 1);
        if (page.glyphs.length === 0) {
          bare.push(number);
          const covered = page.images.reduce(
            (sum, box) => sum + (box.right - box.left) * (box.bottom - box.top),
            0,
          );
          if (covered > scanShare * page.width * page.height) scans++;
        }
        yield preparePage(page);
        progress((95 * (at + 1)) / numbers.length);
      }
    };
    const document = await readDocument(pages(), source.outline());
    return { document, source, bare, scans };
  } catch (error) {
    source.close();
    throw error;
  }
}
