import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyPage, parsePages } from '../../../engines/page-spans.ts';
import { openDocument } from '../../../engines/pdfium/engine.ts';
import { preparePages } from '../../../engines/pikepdf/engine.ts';
import { cropPages, type PageCrop } from '../../../engines/pikepdf/layout.ts';
import type { Run } from '../../run.ts';
import { runOnOneDocument } from '../documents/one-document.ts';
import { findContent } from './content.ts';
import type { job } from './job.ts';

export { warm } from '../documents/warm.ts';

const maxPages = 100_000;

export const run: Run<typeof job> = async context => {
  const { dir, options, begin, progress } = context;
  const { box, margin } = options;
  const spans = options.pages === undefined ? everyPage : parsePages(options.pages);
  const plain = join(dir, 'plain.pdf');
  const made = await runOnOneDocument(
    context,
    async (request, task) => {
      if (box) {
        const area = [box.x, box.y, box.x + box.width, box.y + box.height] as const;
        return cropPages({ ...request, spans, box: area }, task);
      }
      const [input] = request.inputs;
      const prepared = await preparePages({ inputs: [input], output: plain, spans, most: maxPages }, {});
      const { indexes, units } = prepared;
      begin({ drawnPage: indexes.length });
      const document = await openDocument(await readFile(prepared.rewritten ? plain : input.path));
      const crops: PageCrop[] = [];
      try {
        for (const [at, index] of indexes.entries()) {
          const found = findContent(document, index, margin / units[at]!);
          // An empty page is left as it is.
          if (found) crops.push({ index, box: found.map(side => side * units[at]!) as never });
          progress((90 * (at + 1)) / indexes.length);
        }
      } finally {
        document.close();
      }
      return cropPages({ ...request, crops }, {});
    },
    ({ cropped }) => ({ cropped }),
  );
  return { ...made, engines: [...made.engines, ...(box ? [] : ['pdfium'])] };
};
