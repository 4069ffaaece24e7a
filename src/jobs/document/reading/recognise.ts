import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreparedPage } from '../../../documents/layout/prepare.ts';
import { prepareRecognised } from '../../../documents/layout/recognised.ts';
import type { SourcePage } from '../../../documents/source.ts';
import type { PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import { listLines, transformToPage } from '../../ocr/ocr/page.ts';
import { readPages } from '../../ocr/ocr/read/read-pages.ts';
import { mostPixels } from '../../ocr/ocr/source/source.ts';
import type { WorkContext } from '../../run.ts';

const usualDpi = 300;

/** Recognises the words in the picture of a page. */
export async function recognisePage(
  source: PdfiumDocument,
  page: SourcePage,
  languages: readonly string[],
  dir: string,
  begin: WorkContext<unknown>['begin'],
): Promise<PreparedPage> {
  const most = 72 * Math.sqrt(mostPixels / Math.max(1, page.width * page.height));
  const dpi = Math.min(usualDpi, most);
  const width = Math.max(1, Math.round((page.width * dpi) / 72));
  const height = Math.max(1, Math.round((page.height * dpi) / 72));
  const own = await mkdtemp(join(dir, 'page-'));
  const grey = async () => {
    const { data: colours } = source.render(page.number - 1, width, height);
    const data = new Uint8Array(width * height);
    for (let at = 0, from = 0; at < data.length; at++, from += 3)
      data[at] = (colours[from]! * 77 + colours[from + 1]! * 150 + colours[from + 2]! * 29) >> 8;
    return { width, height, data };
  };
  const [read] = await readPages(
    [{ number: page.number, width, height, dpi, grey }],
    { languages, segmentation: 3, rotate: 'auto', clean: true, deskew: true, dir: own },
    { begin, progress: () => {} },
  );
  if (!read) return prepareRecognised(page, []);
  const points = 72 / dpi;
  const lines = listLines(read.blocks).map(line =>
    line.words.map(word => {
      const { left, top, right, bottom } = transformToPage(read, word);
      return {
        text: word.text,
        confidence: word.confidence,
        left: left * points,
        top: top * points,
        right: right * points,
        bottom: bottom * points,
      };
    }),
  );
  return prepareRecognised(page, lines);
}
