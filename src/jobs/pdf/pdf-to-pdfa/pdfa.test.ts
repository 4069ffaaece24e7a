import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { difference, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, fields, links, outline, pageTexts } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const runTool = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' });
const unembedded = (path: string) =>
  runTool('pdffonts', path)
    .split('\n')
    .slice(2)
    .filter(line => / no +(yes|no) +(yes|no) /.test(line));

describe('pdf-to-pdfa', () => {
  it('makes PDF/A that looks the same as the document', async () => {
    const file = await makePdf(at('sample.pdf'), { ...sample, info: { Title: 'Größe', Author: 'Someone' } });
    await using made = await runJob(job, run, file);
    const { path, metadata } = made.outputs[0]!;
    await check(path);
    expect(metadata).toEqual({ pages: 5, conformance: 'PDF/A-2b', outputIntent: 'sRGB' });
    const xmp = runTool('pdfinfo', '-meta', path);
    expect(xmp).toMatch(/pdfaid:part(=.|>)2/);
    expect(xmp).toContain('Größe');
    expect(runTool('pdfinfo', path)).toMatch(/Title: +Größe/);
    expect(unembedded(path)).toEqual([]);
    expect(runTool('pdfdetach', '-list', path)).toContain('0 embedded files');
    expect(await fields(path)).toEqual({});
    expect(await pageTexts(path)).toEqual(await pageTexts(file));
    expect((await links(path)).length).toBe((await links(file)).length);
    expect((await outline(path)).map(item => [item.title, item.page])).toEqual(
      (await outline(file)).map(item => [item.title, item.page]),
    );
    for (const page of [1, 2, 3])
      expect(difference(await drawnPage(file, page), await drawnPage(path, page))).toBeLessThan(1);
    expect(made.engines).toEqual(['pikepdf', 'ghostscript']);
  });

  it('keeps attachments in PDF/A-3b', async () => {
    const file = await makePdf(at('parts.pdf'), sample);
    await using third = await runJob(job, run, file, { standard: '3b' });
    const { path, metadata } = third.outputs[0]!;
    await check(path);
    expect(metadata).toMatchObject({ conformance: 'PDF/A-3b' });
    expect(runTool('pdfinfo', '-meta', path)).toMatch(/pdfaid:part(=.|>)3/);
    expect(runTool('pdfdetach', '-list', path)).toMatch(/1 embedded files\s.*note.txt/);
    expect(await pageTexts(path)).toEqual(await pageTexts(file));
  });

  it('keeps the text of fonts that are not embedded', async () => {
    const japanese = realFile('pdf/pdf.js__noembed-sjis.pdf', 'pdf/japanese.pdf');
    await using made = await runJob(job, run, japanese);
    const { path } = made.outputs[0]!;
    expect(unembedded(path)).toEqual([]);
    expect(await pageTexts(path)).toEqual(['あいうえお']);
  });

  it('converts a real form with its values', async () => {
    const form = realFile('pdf/qpdf__form-filled-by-acrobat.pdf', 'pdf/filled.pdf');
    await using made = await runJob(job, run, form);
    const { path } = made.outputs[0]!;
    expect((await pageTexts(path)).join()).toContain('potato');
    expect(difference(await drawnPage(form), await drawnPage(path))).toBeLessThan(1);
  });
});
