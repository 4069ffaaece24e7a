import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
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

  it('fails for a page that does not exist', async () => {
    await expect(remove('1,6')).rejects.toMatchObject({ reason: 'option_mismatch' });
  });
});
