import { mkdtemp, rm, stat } from 'node:fs/promises';
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
const split = (options: object) => runJob(job, run, file, { ...options });
const textOf = async (path: string) => (await pageTexts(path)).map(text => text.split('\n')[0]!.trim());

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-split-'));
  file = await makePdf(join(dir, 'sample.pdf'), sample);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('pdf-split', () => {
  it('makes one file per page by default', async () => {
    await using made = await split({});
    expect(made.outputs.map(output => output.filename)).toEqual([1, 2, 3, 4, 5].map(n => `sample-${n}.pdf`));
    expect(await Promise.all(made.outputs.map(output => textOf(output.path)))).toEqual([
      ['page one'],
      ['page two'],
      ['page three'],
      ['page four'],
      ['page five'],
    ]);
    for (const output of made.outputs) await check(output.path);
    expect(made.outputs[2]!.metadata).toEqual({ pages: 1, firstPage: 3, lastPage: 3 });
    const third = made.outputs[2]!.path;
    expect(await outline(third)).toEqual([
      { title: 'Body', page: null, children: [{ title: 'Middle', page: 1, children: [] }] },
    ]);
    expect(await links(third)).toEqual([[1, 1]]);
    expect(await labels(third)).toEqual(['1']);
    expect(await fields(third)).toEqual({ third: { value: 'tres', page: 1 } });
    expect(made.progress.at(-1) ?? 0).toBeLessThan(100);
  });

  it('makes one file per range', async () => {
    await using made = await split({ mode: 'ranges', ranges: '2-3,1,4-' });
    expect(await Promise.all(made.outputs.map(output => textOf(output.path)))).toEqual([
      ['page two', 'page three'],
      ['page one'],
      ['page four', 'page five'],
    ]);
    await expect(split({ mode: 'ranges', ranges: '1,5-6' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  it('makes one file for every n pages', async () => {
    await using made = await split({ mode: 'every', every: 2 });
    expect(await Promise.all(made.outputs.map(output => textOf(output.path)))).toEqual([
      ['page one', 'page two'],
      ['page three', 'page four'],
      ['page five'],
    ]);
    expect(made.outputs.map(output => output.metadata)).toEqual([
      { pages: 2, firstPage: 1, lastPage: 2 },
      { pages: 2, firstPage: 3, lastPage: 4 },
      { pages: 1, firstPage: 5, lastPage: 5 },
    ]);
  });

  it('starts a file at each bookmark of a level, named after it', async () => {
    await using top = await split({ mode: 'bookmarks' });
    expect(top.outputs.map(({ filename, metadata }) => [filename, metadata!.pages])).toEqual([
      ['sample-1-Start.pdf', 1],
      ['sample-2-Body.pdf', 3],
      ['sample-3-End.pdf', 1],
    ]);
    await using deeper = await split({ mode: 'bookmarks', level: 2 });
    expect(deeper.outputs.map(({ filename, metadata }) => [filename, metadata!.pages])).toEqual([
      ['sample-1-Start.pdf', 1],
      ['sample-2-Body.pdf', 1],
      ['sample-3-Middle.pdf', 1],
      ['sample-4-After a b.pdf', 1],
      ['sample-5-End.pdf', 1],
    ]);
  });

  it('fails if there are no bookmarks to split at', async () => {
    const bare = await makePdf(join(dir, 'bare.pdf'), { pages: [{ text: 'one' }, { text: 'two' }] });
    await expect(runJob(job, run, bare, { mode: 'bookmarks' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  it('includes in each file only the resources its pages use', async () => {
    const heavy = await makePdf(join(dir, 'heavy.pdf'), {
      pages: [{ text: 'with image' }, { text: 'without' }, { text: 'without' }],
      sharedWeight: 300_000,
    });
    await using made = await runJob(job, run, heavy, {});
    const sizes = await Promise.all(made.outputs.map(async output => (await stat(output.path)).size));
    expect(sizes[0]).toBeGreaterThan(290_000);
    expect(sizes[1]).toBeLessThan(5_000);
    expect(sizes[2]).toBeLessThan(5_000);
  });

  it.each([
    [{ mode: 'ranges' }, 'options.ranges', '`options.ranges` is required when `options.mode` is "ranges".'],
    [{ mode: 'every' }, 'options.every', '`options.every` is required when `options.mode` is "every".'],
    [
      { mode: 'each', ranges: '1' },
      'options.ranges',
      '`options.ranges` must be left out when `options.mode` is "each".',
    ],
    [{ every: 3 }, 'options.every', '`options.every` must be left out when `options.mode` is "each".'],
    [
      { mode: 'every', every: 2, level: 1 },
      'options.level',
      '`options.level` must be left out when `options.mode` is "every".',
    ],
  ])('refuses options that conflict: %j', async (options, path, message) => {
    await expect(split(options)).rejects.toMatchObject({ name: 'Refusal', path, message });
  });
});
