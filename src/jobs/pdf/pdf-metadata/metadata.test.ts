import { execFileSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as infoJob } from '../pdf-info/job.ts';
import { run as describePdf } from '../pdf-info/run.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('file.pdf'), {
    pages: [{ text: 'page' }],
    info: { Title: 'Old', Author: 'Old author', Creator: 'Some program' },
  });
});
const info = (path: string) =>
  Object.fromEntries(
    execFileSync('pdfinfo', [path], { encoding: 'utf8' })
      .split('\n')
      .map(line => line.split(/:\s+/) as [string, string]),
  );

describe('pdf-metadata', () => {
  it('sets given entries, removes empty ones and leaves the rest', async () => {
    await using made = await runJob(job, run, file, { title: 'Größe 大', keywords: 'a, b', author: '' });
    expect(info(made.outputs[0]!.path)).toMatchObject({
      Title: 'Größe 大',
      Keywords: 'a, b',
      Creator: 'Some program',
    });
    expect(info(made.outputs[0]!.path)).not.toHaveProperty('Author');
    expect(made.outputs[0]!.metadata).toEqual({ pages: 1 });
  });

  it('clears all entries on request', async () => {
    await using made = await runJob(job, run, file, { clear: true, subject: 'New' });
    const found = info(made.outputs[0]!.path);
    expect(found).toMatchObject({ Subject: 'New' });
    for (const key of ['Title', 'Author', 'Creator']) expect(found).not.toHaveProperty(key);
  });

  it('keeps XMP in sync, and its other content', async () => {
    const archival = realFile('pdf/sample-files__crazyones-pdfa.pdf', 'pdf/archival.pdf');
    await using made = await runJob(job, run, archival, { title: 'A & B', author: 'Ünal' });
    const xmp = execFileSync('pdfinfo', ['-meta', made.outputs[0]!.path], { encoding: 'utf8' });
    expect(xmp).toMatch(/<dc:title[ >].*A &amp; B.*<\/dc:title>/s);
    expect(xmp).toMatch(/<dc:creator[ >].*Ünal.*<\/dc:creator>/s);
    expect(xmp).toMatch(/pdfaid/);
  });

  it('sets programs, dates and custom entries, which pdf-info reads back', async () => {
    const set = {
      creator: 'Writer ✓',
      producer: 'Press',
      created: '2006-09-18T16:27:50-04:00',
      modified: '2026-01-02T03:04:05Z',
      custom: { Department: 'Größe', Copyright: 'Nobody' },
    };
    const archival = realFile('pdf/sample-files__crazyones-pdfa.pdf', 'pdf/archival.pdf');
    await using made = await runJob(job, run, archival, set);
    const copy = at('copy.pdf');
    await copyFile(made.outputs[0]!.path, copy);
    await using read = await runJob(infoJob, describePdf, copy, {});
    expect(JSON.parse(await readFile(read.outputs[0]!.path, 'utf8')).metadata).toMatchObject(set);
    const printed = execFileSync('pdfinfo', ['-rawdates', '-custom', copy], { encoding: 'utf8' });
    expect(printed).toMatch(/Department: +Größe/);
    expect(execFileSync('pdfinfo', ['-rawdates', copy], { encoding: 'utf8' })).toContain(
      "D:20060918162750-04'00'",
    );
    const xmp = execFileSync('pdfinfo', ['-meta', copy], { encoding: 'utf8' });
    for (const text of ['Writer ✓', '2006-09-18T16:27:50-04:00', '2026-01-02T03:04:05Z'])
      expect(xmp).toContain(text);
    await using gone = await runJob(job, run, copy, { producer: '', custom: { Department: '' } });
    await copyFile(gone.outputs[0]!.path, copy);
    await using again = await runJob(infoJob, describePdf, copy, {});
    const { metadata } = JSON.parse(await readFile(again.outputs[0]!.path, 'utf8'));
    expect(metadata.custom).not.toHaveProperty('Department');
    expect(metadata).not.toHaveProperty('producer');
    await expect(runJob(job, run, file, { custom: { Title: 'x' } })).rejects.toMatchObject({
      name: 'Refusal',
    });
  });

  it('refuses a request without anything to change', async () => {
    await expect(runJob(job, run, file, {})).rejects.toMatchObject({ name: 'Refusal' });
  });
});
