import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { everyPage, parsePages } from '../../engines/page-spans.ts';
import { listInstalledLanguages } from '../../engines/tesseract/languages.ts';
import type { RunInput, WorkContext } from '../run.ts';
import { listWords } from './ocr/page.ts';
import { readPages } from './ocr/read/read-pages.ts';
import { openPdfSource } from './ocr/source/pdf-source.ts';
import { writeSearchable } from './ocr/write/pdf.ts';

/** Returns true if the engines and languages for recognition are installed. */
export async function canReadScans(languages: readonly string[]): Promise<boolean> {
  const installed = await listInstalledLanguages();
  return languages.every(language => installed.includes(language));
}

interface RecognitionRequest {
  languages: readonly string[];
  password: string | undefined;
  pages: string | undefined;
  /** True to recognise pages that have text of their own, too. */
  again: boolean;
}

/** Recognises the scanned pages of a PDF and makes a copy with their words in place. */
export async function makeSearchable(
  input: RunInput,
  { languages, password, pages, again }: RecognitionRequest,
  dir: string,
  { begin, progress }: Pick<WorkContext<unknown>, 'begin' | 'progress'>,
): Promise<{ path: string; engines: string[]; words: number }> {
  const own = join(dir, 'read');
  await mkdir(own);
  const spans = pages === undefined ? everyPage : parsePages(pages);
  const source = await openPdfSource(input, {
    ...{ spans, password, dpi: undefined, skipText: !again },
    searchable: true,
    dir: own,
    begin,
  });
  try {
    const read = await readPages(
      source.pages,
      { languages, segmentation: 3, rotate: 'auto', clean: true, deskew: true, dir: own },
      { begin, progress: done => progress(100 * done) },
    );
    const path = join(own, 'searchable.pdf');
    await writeSearchable(read, await source.document(), path, own);
    const twice = read.some(page => page.readTwice);
    const words = read
      .filter(page => !page.own)
      .reduce((sum, page) => sum + listWords(page.blocks).length, 0);
    return {
      path,
      words,
      engines: [...source.engines, 'tesseract', 'pikepdf', ...(twice ? ['pp-ocr'] : [])],
    };
  } finally {
    source.close();
  }
}
