import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as mergeJob } from '../pdf-merge/job.ts';
import { run as merge } from '../pdf-merge/run.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, labels, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
let file: string;
const remove = (pages: string) => runJob(job, run, file, { pages });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-remove-'));
  file = await makePdf(join(dir, 'sample.pdf'), sample);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('pdf-remove', () => {
  it('keeps the other pages in order, with what belongs to them', async () => {
    await using made = await remove('-1,2,2');
    const path = made.outputs[0]!.path;
    await check(path);
    expect((await pageTexts(path)).map(text => text.split('\n')[0]!.trim())).toEqual([
      'page one',
      'page three',
      'page four',
    ]);
    expect(made.outputs[0]!.metadata).toEqual({ pages: 3 });
    expect(await labels(path)).toEqual(['i', '1', '2']);
    expect(Object.keys(await fields(path))).toEqual(['first', 'third']);
    expect(await links(path)).toEqual([
      [1, 2],
      [2, 2],
      [2, 1],
      [3, 2],
    ]);
    expect(await outline(path)).toEqual([
      { title: 'Start', page: 1, children: [] },
      {
        title: 'Body',
        page: null,
        children: [
          { title: 'Middle', page: 2, children: [] },
          { title: 'After: a/b', page: 3, children: [] },
        ],
      },
    ]);
  });

  it.each(['1-', '5-1', '1,2,3,4,5'])('refuses to remove all pages: %s', async pages => {
    await expect(remove(pages)).rejects.toMatchObject({ reason: 'option_mismatch' });
  });

  describe('blank pages', () => {
    /** A scanned page: shaded and noisy paper with a dark edge, two punched holes, dust, and what is printed on it. */
    const scan = async (printed: string) => {
      const [width, height] = [620, 877];
      const noise = await sharp({
        create: {
          width,
          height,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', mean: 232, sigma: 7 },
        },
      })
        .png()
        .toBuffer();
      const marks = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <defs><linearGradient id="s"><stop stop-color="#777"/><stop offset=".3" stop-color="#777" stop-opacity="0"/></linearGradient></defs>
        <rect width="40" height="${height}" fill="url(#s)"/>
        <circle cx="30" cy="260" r="9" fill="#222"/><circle cx="32" cy="600" r="9" fill="#333"/>
        <rect x="300" y="200" width="2" height="1"/><rect x="410" y="650" width="1" height="2"/>
        <text x="120" y="300" font-size="22" fill="#bbb" transform="scale(-1 1) translate(-620)">shows through from the other side</text>
        ${printed}</svg>`;
      return sharp(noise)
        .composite([{ input: Buffer.from(marks) }])
        .jpeg({ quality: 80 })
        .toBuffer();
    };

    it('are removed from scans, but none with as little as a page number', async () => {
      const number = '<text x="310" y="820" font-size="14">7</text>';
      const paths = [];
      for (const [index, printed] of [
        '<text x="99" y="99" font-size="20">Letter</text>',
        '',
        number,
        '',
      ].entries()) {
        paths.push(join(dir, `scan-${index}.jpg`));
        await writeFile(paths[index]!, await scan(printed));
      }
      await using scanned = await runJob(mergeJob, merge, paths, {});
      await using made = await runJob(job, run, scanned.outputs[0]!.path, { blank: true });
      expect(made.outputs[0]!.metadata).toEqual({ pages: 2, blankPages: 2 });
      const shown = await drawnPage(made.outputs[0]!.path, 2);
      expect(difference(shown, await drawnPage(scanned.outputs[0]!.path, 3))).toBe(0);
    });

    it('are removed from other documents if not even pale print is on them, beside named pages', async () => {
      const path = await makePdf(join(dir, 'empty.pdf'), {
        pages: [{ text: 'one' }, { text: '' }, { text: 'three' }, { text: '' }, { text: 'five' }],
      });
      await using made = await runJob(job, run, path, { blank: true, pages: '1' });
      expect(made.outputs[0]!.metadata).toEqual({ pages: 2, blankPages: 2 });
      expect((await pageTexts(made.outputs[0]!.path)).map(text => text.trim())).toEqual(['three', 'five']);
    });

    it.skipIf(!hasCorpus)('have no text either, even if its font is missing here', async () => {
      const path = corpusFile('pdf/pdf.js__noembed-sjis.pdf');
      await using made = await runJob(job, run, path, { blank: true });
      expect(made.outputs[0]!.metadata).toMatchObject({ blankPages: 0 });
    });

    it('are not all removed', async () => {
      const path = await makePdf(join(dir, 'all-empty.pdf'), { pages: [{ text: '' }, { text: '' }] });
      await expect(runJob(job, run, path, { blank: true })).rejects.toMatchObject({ id: 'only_blank_pages' });
    });
  });

  it('fails for a page that does not exist', async () => {
    await expect(remove('1,6')).rejects.toMatchObject({ reason: 'option_mismatch' });
  });
});
