import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { tellJobFailure } from '../../../contract/tell-failure.ts';
import { makePdf } from '../testing/make-pdf.ts';
import {
  check,
  fields,
  labels,
  links,
  namedDestinations,
  outline,
  pageTexts,
  qpdfJson,
  taggedText,
} from '../testing/read-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
let report: string;
let annex: string;
let plain: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-merge-'));
  report = await makePdf(join(dir, 'report.pdf'), {
    pages: [
      { text: 'report one', links: [3, 'summary', '/top'], fields: [{ name: 'name', value: 'Ann' }] },
      { text: 'report two', links: [1] },
      { text: 'report three', links: ['start'] },
    ],
    outline: [
      { title: 'Beginning', page: 1, children: [{ title: 'Überblick', page: 2 }] },
      { title: 'Summary', name: 'summary' },
      { title: 'Site', uri: 'https://example.com/' },
    ],
    names: { start: 1, summary: 3 },
    oldNames: { top: 1 },
    labels: [
      { at: 0, style: 'r' },
      { at: 2, style: 'D', prefix: 'R-' },
    ],
    info: { Title: 'The report', Author: 'Ann' },
    attachments: { 'data.txt': 'from report' },
  });
  annex = await makePdf(join(dir, 'annex.pdf'), {
    pages: [
      { text: 'annex one', links: ['summary', 'start', '/top'], fields: [{ name: 'name', value: 'Ben' }] },
      { text: 'annex two', fields: [{ name: 'name_2', value: 'Cid' }] },
    ],
    outline: [{ title: 'Annex', page: 2 }],
    names: { start: 2, summary: 1 },
    oldNames: { top: 2 },
    attachments: { 'data.txt': 'from annex' },
    hiddenLayers: ['draft'],
    fieldFont: 'Courier',
  });
  plain = await makePdf(join(dir, 'plain.pdf'), { pages: [{ text: 'plain one' }, { text: 'plain two' }] });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('pdf-merge', () => {
  it('joins pages in order and reports their number', async () => {
    await using merged = await runJob(job, run, [report, annex, plain]);
    const [output] = merged.outputs;
    await check(output!.path);
    expect((await pageTexts(output!.path)).map(text => text.split('\n')[0]!.trim())).toEqual([
      'report one',
      'report two',
      'report three',
      'annex one',
      'annex two',
      'plain one',
      'plain two',
    ]);
    expect(output!.metadata).toEqual({ pages: 7, sources: 3 });
    expect(output!.filename).toBe('report-merged.pdf');
    expect(merged.engines).toEqual(['pikepdf']);
  });

  it('nests each source’s outline under its filename, pointing at its first page', async () => {
    await using merged = await runJob(job, run, [report, annex, plain]);
    expect(await outline(merged.outputs[0]!.path)).toEqual([
      {
        title: 'report.pdf',
        page: 1,
        children: [
          { title: 'Beginning', page: 1, children: [{ title: 'Überblick', page: 2, children: [] }] },
          { title: 'Summary', page: 3, children: [] },
          { title: 'Site', page: null, children: [] },
        ],
      },
      { title: 'annex.pdf', page: 4, children: [{ title: 'Annex', page: 5, children: [] }] },
      { title: 'plain.pdf', page: 6, children: [] },
    ]);
  });

  it('makes no outline if bookmarks are turned off', async () => {
    await using merged = await runJob(job, run, [report, annex], { preserveBookmarks: false });
    const path = merged.outputs[0]!.path;
    expect(await outline(path)).toEqual([]);
    expect(await namedDestinations(path)).toMatchObject({ start: 1, summary: 3 });
  });

  it('keeps named destinations of all sources distinct, and link targets unchanged', async () => {
    await using merged = await runJob(job, run, [report, annex]);
    const path = merged.outputs[0]!.path;
    expect(await namedDestinations(path)).toEqual({
      start: 1,
      summary: 3,
      top: 1,
      start_2: 5,
      summary_2: 4,
      top_2: 5,
    });
    expect(await links(path)).toEqual([
      [1, 3],
      [1, 3],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 4],
      [4, 5],
      [4, 5],
    ]);
  });

  it('keeps form fields distinct, each with its own value and font', async () => {
    await using merged = await runJob(job, run, [report, annex]);
    const path = merged.outputs[0]!.path;
    expect(await fields(path)).toEqual({
      name: { value: 'Ann', page: 1 },
      name_3: { value: 'Ben', page: 4 },
      name_2: { value: 'Cid', page: 5 },
    });
    const { qpdf } = (await qpdfJson(path, 'qpdf')) as unknown as { qpdf: [unknown, Record<string, never>] };
    const values = Object.values(qpdf[1]).map(object => (object as { value?: Record<string, never> }).value);
    const form = values.find(value => value?.['/Fields'])!;
    expect(Object.keys(form['/DR']!['/Font'])).toEqual(['/Helv', '/Helv_2']);
    const appearances = values.filter(value => value?.['/T']).map(value => [value!['/T'], value!['/DA']]);
    expect(appearances).toContainEqual(['u:name_3', 'u:/Helv_2 12 Tf 0 g']);
    expect(appearances).toContainEqual(['u:name', undefined]);
  });

  it('keeps page labels, and numbers a source without labels from 1', async () => {
    await using merged = await runJob(job, run, [report, plain, report]);
    expect(await labels(merged.outputs[0]!.path)).toEqual(['i', 'ii', 'R-1', '1', '2', 'i', 'ii', 'R-1']);
    await using unlabelled = await runJob(job, run, [plain, annex]);
    expect(await labels(unlabelled.outputs[0]!.path)).toBeUndefined();
  });

  it('keeps hidden layers hidden, and both attachments with the same name', async () => {
    await using merged = await runJob(job, run, [report, annex]);
    const path = merged.outputs[0]!.path;
    expect((await pageTexts(path)).join()).not.toContain('hidden');
    const list = execFileSync('pdfdetach', ['-list', path], { encoding: 'utf8' });
    expect(list).toContain('2 embedded files');
    const attached = ['1', '2'].map(number => {
      const to = join(merged.dir, `attached-${number}`);
      execFileSync('pdfdetach', ['-save', number, '-o', to, path]);
      return execFileSync('cat', [to], { encoding: 'utf8' });
    });
    expect(attached.sort()).toEqual(['from annex', 'from report']);
  });

  it('keeps the tags of all sources', async () => {
    const tagged = realFile('pdf/pdf.js__structure_simple.pdf', 'pdf/tagged.pdf');
    const words = await taggedText(tagged);
    expect(words).toContain('This paragraph 2.');
    await using merged = await runJob(job, run, [tagged, plain, tagged]);
    expect(await taggedText(merged.outputs[0]!.path)).toBe(`${words} ${words}`);
  });

  it('keeps every field of real forms, each with its value', async () => {
    const long = realFile('pdf/pdf.js__prefilled_f1040.pdf', 'pdf/form.pdf');
    const short = realFile('pdf/qpdf__form-filled-by-acrobat.pdf', 'pdf/filled.pdf');
    const forms = [long, short, long];
    await using merged = await runJob(job, run, forms);
    const found = Object.values(await fields(merged.outputs[0]!.path));
    const own = await Promise.all(forms.map(async form => Object.values(await fields(form))));
    const values = (entries: { value: string }[]) => entries.map(entry => entry.value).sort();
    expect(values(found)).toEqual(values(own.flat()));
    expect(found.filter(entry => entry.value === 'foobar').map(entry => entry.page)).toEqual([2, 7]);
  });

  it('merges a file with itself', async () => {
    await using merged = await runJob(job, run, [report, report]);
    const path = merged.outputs[0]!.path;
    await check(path);
    expect(await fields(path)).toEqual({
      name: { value: 'Ann', page: 1 },
      name_2: { value: 'Ann', page: 4 },
    });
    expect((await links(path)).slice(5)).toEqual([
      [4, 6],
      [4, 6],
      [4, 4],
      [5, 4],
      [6, 4],
    ]);
    expect((await outline(path)).map(entry => [entry.title, entry.page])).toEqual([
      ['report.pdf', 1],
      ['report.pdf', 4],
    ]);
  });

  it('adjusts links that refer to pages by number', async () => {
    const numbered = await makePdf(join(dir, 'numbered.pdf'), {
      pages: [{ text: 'one', links: ['#2', '#2'] }, { text: 'two' }],
    });
    await using merged = await runJob(job, run, [plain, numbered]);
    expect(await links(merged.outputs[0]!.path)).toEqual([
      [3, 4],
      [3, 4],
    ]);
  });

  it('fails for an encrypted source without its password', async () => {
    const locked = join(dir, 'locked.pdf');
    execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', plain, locked]);
    await expect(runJob(job, run, [report, locked])).rejects.toMatchObject({
      id: 'file_locked',
      reason: 'password_required',
      place: 2,
    });
  });

  it('names the damaged file', async () => {
    const broken = join(dir, 'broken.pdf');
    await writeFile(broken, '%PDF-1.7\nnothing of a document');
    await expect(runJob(job, run, [report, broken])).rejects.toMatchObject({
      id: 'file_unreadable',
      place: 2,
    });
    const failure = { id: 'file_unreadable', place: 2 } as const;
    const tell = (...names: string[]) => tellJobFailure(failure, {}, names).message;
    expect(tell('report.pdf', 'broken.pdf')).toMatch(/^broken\.pdf cannot be read/);
    expect(tell('a.pdf', 'a.pdf')).toMatch(/^a\.pdf \(file 2\) cannot be read/);
    const locked = { id: 'file_locked', place: 1 } as const;
    expect(tellJobFailure(locked, { password: 'x' }, ['a $& {value}.pdf'])).toEqual({
      reason: 'wrong_password',
      option: 'options.password',
      message: 'The password in `password` does not open a $& {value}.pdf.',
    });
  });
});
