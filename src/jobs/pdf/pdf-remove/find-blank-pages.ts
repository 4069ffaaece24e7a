import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { everyPage } from '../../../engines/page-spans.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { type PdfInput, preparePages } from '../../../engines/pikepdf/engine.ts';
import { limits } from '../../../settings/limits.ts';
import type { Work } from '../../../settings/work.ts';
import { isBlank } from './is-blank.ts';

/** The pixels of a page's longer side at which a letter still shows. */
const longestSide = 1000;
const white = 0xffffff;

interface Finding {
  dir: string;
  begin(work: Work): void;
  progress(percent: number): void;
}

/** Lists the indexes of the pages on which nothing is seen. */
export async function findBlankPages(input: PdfInput, { dir, begin, progress }: Finding): Promise<number[]> {
  const plain = join(dir, 'plain.pdf');
  const request = {
    inputs: [input] as [PdfInput],
    output: plain,
    spans: everyPage,
    most: limits.outputFiles,
  };
  const { rewritten, count, indexes } = await preparePages(request, {});
  begin({ drawnPage: count });
  const document = await openDocument(await readFile(rewritten ? plain : input.path));
  try {
    const blank = indexes.filter((index, at) => {
      const page = document.pageSize(index);
      const scale = longestSide / Math.max(page.width, page.height);
      const width = Math.max(1, Math.round(page.width * scale));
      const height = Math.max(1, Math.round(page.height * scale));
      progress((90 * (at + 1)) / count);
      const { data } = document.render(index, width, height);
      return isBlank(data, width, height) && !hasUndrawable(document, index);
    });
    if (blank.length === count) throw new JobFailure('only_blank_pages', `${count} pages`);
    return blank;
  } finally {
    document.close();
  }
}

/** Returns true if a page has text of a font, or a picture, that this reader may be unable to draw and others show. */
const hasUndrawable = (document: PdfiumDocument, index: number): boolean =>
  document.hasLostPictures() ||
  document
    .read(index)
    .glyphs.some(({ text, style }) => text.trim() !== '' && !style.invisible && style.colour !== white);
