import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import {
  check,
  fields,
  labels,
  links,
  namedDestinations,
  outline,
  pageTexts,
  taggedText,
} from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
let file: string;
const firstLines = async (path: string) => (await pageTexts(path)).map(text => text.split('\n')[0]!.trim());
const extract = (pages: string, extra = {}) => runJob(job, run, file, { pages, ...extra });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-extract-'));
  file = await makePdf(join(dir, 'sample.pdf'), sample);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('pdf-extract', () => {
  it('keeps the given page order', async () => {
    await using made = await extract('4,1-2,-1');
    const [output] = made.outputs;
    await check(output!.path);
    expect(await firstLines(output!.path)).toEqual(['page four', 'page one', 'page two', 'page five']);
    expect(output).toMatchObject({ filename: 'sample.pdf', format: 'pdf', metadata: { pages: 4 } });
    expect(execFileSync('pdfinfo', [output!.path], { encoding: 'utf8' })).toMatch(
      /Title: +Sample\nAuthor: +Nobody/,
    );
    expect(execFileSync('pdfdetach', ['-list', output!.path], { encoding: 'utf8' })).toContain('note.txt');
  });

  it('accepts ranges that run backwards or count from the end', async () => {
    await using made = await extract('-1-3');
    expect(await firstLines(made.outputs[0]!.path)).toEqual(['page five', 'page four', 'page three']);
  });

  it('prunes bookmarks of removed pages, and keeps a parent with remaining children', async () => {
    await using made = await extract('3,5,1');
    expect(await outline(made.outputs[0]!.path)).toEqual([
      { title: 'Start', page: 3, children: [] },
      { title: 'Body', page: null, children: [{ title: 'Middle', page: 1, children: [] }] },
      { title: 'End', page: 2, children: [{ title: 'Last words', page: 2, children: [] }] },
    ]);
  });

  it('prunes links, named destinations and fields of removed pages', async () => {
    await using made = await extract('3,1');
    const path = made.outputs[0]!.path;
    // Page one had three links; those to pages five and two are gone.
    expect(await links(path)).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);
    expect(await namedDestinations(path)).toEqual({ middle: 1, old: 2 });
    expect(await fields(path)).toEqual({
      first: { value: 'uno', page: 2 },
      third: { value: 'tres', page: 1 },
    });
  });

  it('keeps links that refer to a page by number pointing to that page', async () => {
    const numbered = await makePdf(join(dir, 'numbered.pdf'), {
      pages: [
        { text: 'one' },
        { text: 'two', links: ['#3', '#4', '#1'] },
        { text: 'three' },
        { text: 'four' },
      ],
    });
    await using made = await runJob(job, run, numbered, { pages: '4,2,3' });
    expect(await links(made.outputs[0]!.path)).toEqual([
      [2, 3],
      [2, 1],
    ]);
  });

  it('keeps no data of removed pages', async () => {
    await using made = await extract('2');
    const raw = execFileSync('qpdf', ['--qdf', '--stream-data=uncompress', made.outputs[0]!.path, '-'], {
      encoding: 'latin1',
    });
    expect(raw).toContain('page two');
    expect(raw).not.toMatch(/page (one|three|four|five)|cinco|uno|Last words/);
  });

  it('keeps page labels with their pages', async () => {
    await using made = await extract('2,5,4');
    expect(await labels(made.outputs[0]!.path)).toEqual(['ii', '3', '2']);
  });

  it('repeats a page named twice, with unique field names', async () => {
    await using made = await extract('1,3,1,1');
    const path = made.outputs[0]!.path;
    await check(path);
    expect(await firstLines(path)).toEqual(['page one', 'page three', 'page one', 'page one']);
    expect(await fields(path)).toEqual({
      first: { value: 'uno', page: 1 },
      third: { value: 'tres', page: 2 },
      first_2: { value: 'uno', page: 3 },
      first_3: { value: 'uno', page: 4 },
    });
    // Links from page one to pages two and five are gone from every copy.
    expect((await links(path)).filter(([, to]) => to === 'nowhere')).toEqual([]);
  });

  it('keeps the tags of the remaining pages', async () => {
    const form = realFile('pdf/pdf.js__prefilled_f1040.pdf', 'pdf/form.pdf');
    await using made = await runJob(job, run, form, { pages: '2' });
    const text = await taggedText(made.outputs[0]!.path);
    expect(text).toContain('Amount from line 37');
    expect(text).not.toContain('Filing Status');
  });

  it('keeps bookmarks that go to tags, titles that go nowhere, and that not all is tagged', async () => {
    const objects = new PdfObjects();
    const [tree, tags, outlines, title, place] = Array.from({ length: 5 }, () => objects.reserve()) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const pages = [1, 2].map(() =>
      objects.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 120] >>`),
    );
    const tag = `<< /S /P /K << /Type /MCR /Pg ${pages[1]} 0 R /MCID 0 >> >>`;
    const element = objects.add(`<< /S /Sect /P ${tags} 0 R /K [${tag}] >>`);
    objects.set(tree, `<< /Type /Pages /Kids ${references(pages)} /Count 2 >>`);
    objects.set(tags, `<< /Type /StructTreeRoot /K ${element} 0 R >>`);
    objects.set(outlines, `<< /First ${title} 0 R /Last ${place} 0 R /Count 2 >>`);
    objects.set(title, `<< /Title (Parts) /Parent ${outlines} 0 R /Next ${place} 0 R >>`);
    objects.set(place, `<< /Title (Second) /Parent ${outlines} 0 R /Prev ${title} 0 R /SE ${element} 0 R >>`);
    const root = objects.add(
      `<< /Type /Catalog /Pages ${tree} 0 R /Outlines ${outlines} 0 R /StructTreeRoot ${tags} 0 R /MarkInfo << /Marked false >> >>`,
    );
    const tagged = join(dir, 'tagged.pdf');
    await writeFile(tagged, objects.file(`/Root ${root} 0 R`));
    const second = { title: 'Second', page: 2, children: [] };
    await using whole = await runJob(job, run, tagged, { pages: '1-' });
    const { path } = whole.outputs[0]!;
    expect(await outline(path)).toEqual([{ title: 'Parts', page: null, children: [] }, second]);
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged: +no/);
    await using part = await runJob(job, run, tagged, { pages: '2' });
    expect(await outline(part.outputs[0]!.path)).toEqual([{ ...second, page: 1 }]);
  });

  it.each(['6', '-6', '3-9', '1,7-'])('fails for a page that does not exist: %s', async pages => {
    await expect(extract(pages)).rejects.toMatchObject({ reason: 'option_mismatch' });
  });

  it('opens an encrypted document only with its password', async () => {
    const locked = join(dir, 'locked.pdf');
    execFileSync('qpdf', ['--encrypt', 'päss', 'owner', '256', '--', file, locked]);
    const open = (options: object) => runJob(job, run, locked, { pages: '2', ...options });
    await expect(open({})).rejects.toMatchObject({ reason: 'password_required' });
    await expect(open({ password: 'wrong' })).rejects.toMatchObject({ reason: 'password_required' });
    await using made = await open({ password: 'päss' });
    expect(await firstLines(made.outputs[0]!.path)).toEqual(['page two']);
  });
});
