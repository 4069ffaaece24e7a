import { availableParallelism } from 'node:os';
import type { Work } from '../../../../settings/work.ts';
import { identity } from '../matrix.ts';
import type { ReadPage } from '../page.ts';
import type { SourcePage } from '../source/source.ts';
import type { Reading } from './attempt.ts';
import { addOwnText } from './merge-text.ts';
import { recognisePage } from './recognise-page.ts';

const maxAtOnce = 4;

/** Reads as many pages at once as there are cores, and reports each one when it is done. */
export async function readPages(
  pages: readonly SourcePage[],
  reading: Reading,
  { begin, progress }: { begin(work: Work): void; progress(done: number): void },
): Promise<ReadPage[]> {
  const read: ReadPage[] = new Array(pages.length);
  const waiting = pages.entries();
  let done = 0;
  let failed = false;
  const work = async () => {
    for (const [at, page] of waiting) {
      if (failed) return;
      try {
        if (!page.own?.enough) begin({ recognizedPage: 1 });
        read[at] = await readPage(page, reading);
      } catch (error) {
        failed = true;
        throw error;
      }
      progress(++done / pages.length);
    }
  };
  const workers = Math.min(pages.length, maxAtOnce, availableParallelism());
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return read;
}

async function readPage(page: SourcePage, reading: Reading): Promise<ReadPage> {
  const { number, width, height, dpi, own } = page;
  const facts = { number, width, height, dpi };
  if (own?.enough)
    return {
      ...facts,
      turn: 0,
      own: true,
      blocks: own.blocks,
      toPage: identity,
      confidence: 100,
      dropped: 0,
      readTwice: false,
    };
  const recognised = await recognisePage(await page.grey(), reading);
  return addOwnText({ ...facts, own: false, ...recognised }, own?.blocks ?? []);
}
