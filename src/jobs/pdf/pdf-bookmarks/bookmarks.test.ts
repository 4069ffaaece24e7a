import { readFile } from 'node:fs/promises';
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

async function list(path: string): Promise<{ title: string; page?: number; level: number }[]> {
  await using made = await runJob(job, run, path);
  return JSON.parse(await readFile(made.outputs[0]!.path, 'utf8')).bookmarks;
}

describe('pdf-bookmarks', () => {
  it('lists bookmarks with pages and levels, as another tool reads them', async () => {
    const flatten = (items: Awaited<ReturnType<typeof outline>>, level = 1): unknown[] =>
      items.flatMap(({ title, page, children }) => [
        { title, level, ...(page && { page }) },
        ...flatten(children, level + 1),
      ]);
    expect(await list(file)).toEqual(flatten(await outline(file)));
  });

  it('replaces bookmarks in any script and changes nothing else', async () => {
    const bookmarks = [
      { title: 'Žluťoučký 章', page: 1, level: 1 },
      { title: 'Inner', page: 3, level: 2 },
      { title: 'Deep', page: 4, level: 9 },
      { title: 'Last', page: 5, level: 1 },
    ];
    await using made = await runJob(job, run, file, { action: 'set', bookmarks });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(await outline(path)).toEqual([
      {
        title: 'Žluťoučký 章',
        page: 1,
        children: [{ title: 'Inner', page: 3, children: [{ title: 'Deep', page: 4, children: [] }] }],
      },
      { title: 'Last', page: 5, children: [] },
    ]);
    for (const read of [pageTexts, fields, labels, links]) expect(await read(path)).toEqual(await read(file));
    await using none = await runJob(job, run, path, { action: 'set', bookmarks: [] });
    expect(await outline(none.outputs[0]!.path)).toEqual([]);
  });

  it('takes back what it lists: titles without a page, and addresses', async () => {
    const bookmarks = [
      { title: 'Part', level: 1 },
      { title: 'Chapter', page: 2, level: 2 },
      { title: 'Site', url: 'https://example.org/%C3%A4?a=1', level: 1 },
    ];
    await using made = await runJob(job, run, file, { action: 'set', bookmarks });
    const { path } = made.outputs[0]!;
    await check(path);
    expect(await list(path)).toEqual(bookmarks);
    await using again = await runJob(job, run, path, { action: 'set', bookmarks: await list(path) });
    expect(await list(again.outputs[0]!.path)).toEqual(bookmarks);
    expect(() =>
      job.resolve({
        options: { action: 'set', bookmarks: [{ ...bookmarks[1]!, url: 'https://example.org' }] },
      } as never),
    ).toThrow('has a `page` and a `url`');
  });

  it('refuses a page that does not exist', async () => {
    const bookmarks = [{ title: 'x', page: 99, level: 1 }];
    await expect(runJob(job, run, file, { action: 'set', bookmarks })).rejects.toMatchObject({
      id: 'bookmark_page_missing',
    });
  });
});
