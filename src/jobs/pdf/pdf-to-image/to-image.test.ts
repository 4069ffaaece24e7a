import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
let file: string;
beforeAll(async () => {
  file = await makePdf(at('sample.pdf'), sample);
});

/** How dark an image is on the whole, 0 to 255, and how much it differs from another of the same size. */
const grey = (image: string | Buffer) =>
  sharp(image).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
async function difference(one: string | Buffer, other: string | Buffer): Promise<number> {
  const [a, b] = await Promise.all([grey(one), grey(other)]);
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
}
const popplerPng = (path: string, page: number, dpi: number) =>
  execFileSync(
    'pdftoppm',
    ['-png', '-singlefile', '-r', String(dpi), '-f', String(page), '-l', String(page), path],
    {
      maxBuffer: 1 << 28,
    },
  );

describe('pdf-to-image', () => {
  it('draws every page with its rotation', async () => {
    await using made = await runJob(job, run, file, { dpi: 72 });
    expect(made.outputs.map(({ filename, metadata }) => [filename, metadata])).toEqual([
      ['sample-1.png', { page: 1, width: 595, height: 842 }],
      ['sample-2.png', { page: 2, width: 842, height: 595 }],
      ['sample-3.png', { page: 3, width: 595, height: 842 }],
      ['sample-4.png', { page: 4, width: 595, height: 842 }],
      ['sample-5.png', { page: 5, width: 595, height: 842 }],
    ]);
    for (const [index, output] of made.outputs.entries()) {
      expect(await sharp(output.path).metadata()).toMatchObject({ format: 'png', density: 72 });
      expect(await difference(output.path, popplerPng(file, index + 1, 72))).toBeLessThan(1);
    }
    expect(made.progress.at(-1)).toBe(100);
    expect(made.engines).toEqual(['pikepdf', 'pdfium', 'sharp']);
  });

  it.each(['jpeg', 'webp', 'gif'] as const)('writes %s', async format => {
    const quality = format === 'gif' ? {} : { quality: 80 };
    await using made = await runJob(job, run, file, { format, pages: '3', ...quality, dpi: 144 });
    expect(made.outputs).toHaveLength(1);
    expect(made.outputs[0]!.filename).toBe(`sample-3.${format === 'jpeg' ? 'jpg' : format}`);
    expect(await sharp(made.outputs[0]!.path).metadata()).toMatchObject({
      format,
      width: 1190,
      height: 1684,
    });
    expect(await difference(made.outputs[0]!.path, popplerPng(file, 3, 144))).toBeLessThan(2);
  });

  it('packs the pages as a comic book, in the given order', async () => {
    await using made = await runJob(job, run, file, { format: 'cbz', pages: '3,1', dpi: 72 });
    const [book] = made.outputs;
    expect(book).toMatchObject({ filename: 'sample.cbz', format: 'cbz', metadata: { pages: 2 } });
    const names = execFileSync('unzip', ['-Z1', book!.path], { encoding: 'utf8' });
    expect(names.trim().split('\n')).toEqual(['1.jpg', '2.jpg']);
    for (const [name, page] of [
      ['1.jpg', 3],
      ['2.jpg', 1],
    ] as const) {
      const image = execFileSync('unzip', ['-p', book!.path, name], { maxBuffer: 1 << 28 });
      expect(await difference(image, popplerPng(file, page, 72))).toBeLessThan(1);
    }
  });

  it('draws pages in the given order, and fails for a missing one', async () => {
    await using made = await runJob(job, run, file, { pages: '4-3,-1,4', dpi: 20 });
    expect(made.outputs.map(output => output.metadata!.page)).toEqual([4, 3, 5]);
    await expect(runJob(job, run, file, { pages: '9' })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  it('opens an encrypted document only with its password', async () => {
    execFileSync('qpdf', ['--encrypt', 'pass', 'owner', '256', '--', file, at('locked.pdf')]);
    const draw = (options: object) => runJob(job, run, at('locked.pdf'), { dpi: 40, pages: '1', ...options });
    await expect(draw({})).rejects.toMatchObject({ reason: 'password_required' });
    await using made = await draw({ password: 'pass' });
    expect(await difference(made.outputs[0]!.path, popplerPng(file, 1, 40))).toBeLessThan(2);
  });

  it('refuses an image that would be too large', async () => {
    const poster = await makePdf(at('poster.pdf'), { pages: [{ text: 'poster' }], size: [14_400, 14_400] });
    await expect(runJob(job, run, poster, { dpi: 150 })).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });

  it('uses system fonts for fonts that are not embedded', async () => {
    const japanese = realFile('pdf/pdf.js__noembed-sjis.pdf', 'pdf/japanese.pdf');
    await using made = await runJob(job, run, japanese, { dpi: 72 });
    const { dominant } = await sharp(made.outputs[0]!.path).stats();
    expect(dominant.r).toBeGreaterThan(240);
    const pixels = await grey(made.outputs[0]!.path);
    expect(pixels.filter(value => value < 128).length).toBeGreaterThan(50);
    expect(made.engines).toEqual(['pikepdf', 'poppler', 'sharp']);
  });

  it('shows the values of form fields', async () => {
    const form = realFile('pdf/qpdf__form-filled-by-acrobat.pdf', 'pdf/filled.pdf');
    await using made = await runJob(job, run, form, { dpi: 72, pages: '1' });
    expect(await difference(made.outputs[0]!.path, popplerPng(form, 1, 72))).toBeLessThan(3);
  });
});
