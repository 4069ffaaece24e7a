import { join } from 'node:path';
import { archiveDocument } from '../../../engines/ghostscript/engine.ts';
import { finishArchive, prepareArchive } from '../../../engines/pikepdf/engine.ts';
import { poppler } from '../../../engines/poppler/open.ts';
import type { FileRun } from '../../run.ts';
import { withFieldLabels } from '../field-labels.ts';
import { oneDocument } from '../one-document.ts';
import type { job } from './job.ts';

export { warm } from '../warm.ts';

export const run: FileRun<typeof job> = async context => {
  const { dir, progress } = context;
  const prepared = join(dir, 'prepared.pdf');
  const written = join(dir, 'written.pdf');
  const { outputs, engines } = await oneDocument(
    context,
    async ({ inputs, output }) => {
      const facts = await withFieldLabels(dir, labels =>
        prepareArchive({ inputs, output: prepared, ...(labels && { labels }) }, {}),
      );
      const { pages, info } = facts;
      progress(10);
      const source = facts.withoutFonts ? await withSystemFonts(prepared, dir) : prepared;
      await archiveDocument(source, written, { dir, onPage: page => progress(10 + (80 * page) / pages) });
      await finishArchive({ inputs: [{ path: written }], output, info, pages }, {});
      return facts;
    },
    () => ({ conformance: 'PDF/A-2b', outputIntent: 'sRGB' }),
  );
  return { outputs, engines: [...new Set([...engines, 'ghostscript'])] };
};

/** Ghostscript has no letters for Chinese, Japanese and Korean fonts that are not in the document; Poppler asks the system. */
async function withSystemFonts(path: string, dir: string): Promise<string> {
  const redrawn = join(dir, 'redrawn.pdf');
  await poppler('pdftocairo', ['-pdf', path, redrawn], dir);
  return redrawn;
}
