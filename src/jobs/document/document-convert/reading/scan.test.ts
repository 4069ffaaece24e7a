import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../../tests/support/run-job.ts';
import { printed, sentences } from '../../../ocr/ocr/testing/printed.ts';
import { scanPdf } from '../../../ocr/ocr/testing/scan.ts';
import { pdfBytes } from '../../../pdf/testing/make-pdf.ts';
import { job as extractJob } from '../../document-extract/job.ts';
import { run as extract } from '../../document-extract/run.ts';
import { job } from '../job.ts';
import { run } from '../run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-scan-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let scan: string;
/** A page that was typed, and a scan after it. */
let mixed: string;
beforeAll(async () => {
  scan = await scanPdf(join(dir, 'scan.pdf'), [{}, { image: await printed() }]);
  mixed = join(dir, 'mixed.pdf');
  const typed = join(dir, 'typed.pdf');
  writeFileSync(typed, pdfBytes({ pages: [{ text: 'Words that were typed' }] }));
  execFileSync('qpdf', ['--empty', '--pages', typed, '1', scan, '2', '--', mixed]);
});

async function convert(options: Record<string, unknown>, path = scan) {
  await using result = await runJob(job, run, path, options);
  const text = readFileSync(result.outputs[0]!.path, 'utf8').replace(/\s+/g, ' ').trim();
  return { text, engines: result.engines, warnings: result.warnings };
}

test('recognises the text of a scan, only on the requested page', async () => {
  const { text, engines, warnings } = await convert({ outputFormat: 'txt', pages: '-1' });
  expect(text).toBe(sentences.join(' '));
  expect(engines).toContain('tesseract');
  expect(warnings).toEqual([]);
});

test('converts a scan to a document with its words and not only a picture', async () => {
  const { text } = await convert({ outputFormat: 'md' });
  expect(text).toContain('The quick brown fox jumps over');
});

test('recognises text that was converted to outlines', async () => {
  const [typed, outlined] = [join(dir, 'words.pdf'), join(dir, 'outlined.pdf')];
  writeFileSync(typed, pdfBytes({ pages: [{ text: 'Every letter on this page was drawn as a shape' }] }));
  execFileSync('gs', ['-q', '-dNoOutputFonts', '-sDEVICE=pdfwrite', '-o', outlined, typed]);
  expect(execFileSync('pdftotext', [outlined, '-'], { encoding: 'utf8' }).trim()).toBe('');
  const expected = {
    text: expect.stringContaining('Every letter on this page was drawn as a shape'),
    warnings: [],
  };
  expect(await convert({ outputFormat: 'md' }, outlined)).toMatchObject(expected);
  await using extracted = await runJob(extractJob, extract, outlined, { outputFormat: 'md' });
  expect(readFileSync(extracted.outputs[0]!.path, 'utf8')).toContain(
    'Every letter on this page was drawn as a shape',
  );
});

test('recognises a DjVu scan like a PDF, and uses its text layer if there is one', async () => {
  const place = (name: string) => join(dir, name);
  execFileSync('pdftoppm', ['-r', '200', '-f', '2', '-l', '2', '-singlefile', '-gray', scan, place('page')]);
  execFileSync('c44', ['-dpi', '200', place('page.pgm'), place('scan.djvu')]);
  const read = await convert({ outputFormat: 'md' }, place('scan.djvu'));
  expect(read.text).toContain('The quick brown fox jumps over');
  expect(read.engines).toEqual(expect.arrayContaining(['djvulibre', 'tesseract']));
  expect(read.warnings).toEqual([]);
  const unread = await convert({ outputFormat: 'txt', ocr: 'never' }, place('scan.djvu'));
  expect(unread).toEqual({ text: '', engines: ['djvulibre'], warnings: [{ code: 'no_text_layer' }] });
  writeFileSync(place('words'), '(page 0 0 1000 1000 (line 100 800 600 850 "Words of its own"))\n');
  execFileSync('djvused', [place('scan.djvu'), '-e', `select 1; set-txt ${place('words')}; save`]);
  const own = await convert({ outputFormat: 'md' }, place('scan.djvu'));
  expect(own.text).toContain('Words of its own');
  expect(own.engines).toEqual(expect.arrayContaining(['djvulibre', 'pikepdf', 'pdfium']));
  expect(own.engines).not.toContain('tesseract');
});

test('warns that a scan has no text layer if OCR is turned off', async () => {
  const { text, engines, warnings } = await convert({ outputFormat: 'txt', ocr: 'never' });
  expect(text).toBe('');
  expect(engines).toEqual(['pdfium']);
  expect(warnings).toEqual([{ code: 'no_text_layer' }]);
});

test('recognises only the scanned pages of a mixed document, or warns about them', async () => {
  const read = await convert({ outputFormat: 'txt' }, mixed);
  expect(read.text).toBe(`Words that were typed ${sentences.join(' ')}`);
  expect(read.warnings).toEqual([]);
  const unread = await convert({ outputFormat: 'html', ocr: 'never' }, mixed);
  expect(unread.text).toContain('Words that were typed');
  expect(unread.warnings).toEqual([{ code: 'no_text_layer' }]);
});

test('accepts languages only if OCR may run', () => {
  const asked = (options: object) =>
    job.resolve({ input: 'pdf', options: { outputFormat: 'txt', languages: ['deu'], ...options } as never });
  expect(asked({}).outputs).toEqual(['txt']);
  expect(() => asked({ ocr: 'never' })).toThrow(
    /`options\.languages` must be left out when `options\.ocr` is "never"/,
  );
  expect(() => asked({ outputFormat: 'png' })).toThrow(/`options\.languages` must be left out/);
});

test('declares the OCR engines only for ocr=always, and refuses ocr where it has no effect', () => {
  const asked = (ocr: 'auto' | 'always', outputFormat = 'txt') =>
    job.resolve({ input: 'pdf', options: { outputFormat, ocr } as never }).engines;
  expect(asked('auto')).toEqual(['pdfium']);
  expect(asked('always')).toContain('tesseract');
  expect(() => asked('auto', 'png')).toThrow(/`options\.ocr` must be left out/);
});
