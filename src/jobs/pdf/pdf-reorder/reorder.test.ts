import { beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, labels, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), sample);
});

describe('pdf-reorder', () => {
  it('puts the named pages first and the others after them', async () => {
    await using made = await runJob(job, run, file, { pages: '5,2' });
    const path = made.outputs[0]!.path;
    await check(path);
    expect((await pageTexts(path)).map(text => text.split('\n')[0]!.trim())).toEqual([
      'page five',
      'page two',
      'page one',
      'page three',
      'page four',
    ]);
    expect(await labels(path)).toEqual(['3', 'ii', 'i', '1', '2']);
    expect((await outline(path)).map(({ title, page }) => [title, page])).toEqual([
      ['Start', 3],
      ['Body', 2],
      ['End', 1],
    ]);
    expect(await links(path)).toEqual([
      [2, 3],
      [3, 1],
      [3, 4],
      [3, 2],
      [4, 4],
      [4, 3],
      [5, 4],
      [5, 1],
    ]);
    expect((await fields(path)).fifth).toEqual({ value: 'cinco', page: 1 });
  });

  it('refuses to name a page twice', async () => {
    await expect(runJob(job, run, file, { pages: '1-3,2' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });
});
