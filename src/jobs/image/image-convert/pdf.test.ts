import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { readPixelHeights } from '../codecs/tiff-pixels.ts';
import { drawn, Fixtures, faded, height, scene, width } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

describe('PDF', () => {
  const render = (pdf: string, out: string) => {
    execFileSync('pdftoppm', ['-r', '72', '-png', '-singlefile', pdf, out]);
    return rgba(`${out}.png`);
  };

  test.each([
    ['a drawing with alpha', 'png', () => faded().png(), {}, 1.5],
    ['a photo', 'jpeg', () => drawn().jpeg({ quality: 95 }), {}, 2.5],
    ['a grey photo', 'jpeg', () => drawn().greyscale().toColourspace('b-w').jpeg({ quality: 95 }), {}, 2.5],
    ['a lossless photo', 'webp', () => drawn().webp({ lossless: true }), { lossless: true }, 1.5],
    ['a drawing on a background', 'png', () => faded().png(), { background: '#ffffff' }, 1.5],
  ] as const)('of %s looks the same', async (name, extension, make, options, tolerance) => {
    const source = await make().toBuffer();
    const path = await fixtures.file(`${name}.${extension}`, source);
    await using result = await runJob(job, run, path, { outputFormat: 'pdf', ...options });
    const pdf = result.outputs[0]!.path;
    expect(execFileSync('qpdf', ['--check', pdf], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    );
    const shown = await render(pdf, `${result.dir}/shown`);
    expect([shown.width, shown.height]).toEqual([width, height]);
    const onWhite = await rgba(await sharp(source).flatten({ background: 'white' }).png().toBuffer());
    expect(difference(shown, onWhite)).toBeLessThan(tolerance);
  });
});

describe('PDF of an SVG', () => {
  const convert = async (body: string, options: object = {}) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120">${body}</svg>`;
    const path = await fixtures.file('drawing.svg', svg);
    const result = await runJob(job, run, path, { outputFormat: 'pdf', ...options });
    const pdf = result.outputs[0]!.path;
    const render = async () => {
      execFileSync('pdftoppm', ['-r', '96', '-png', '-singlefile', pdf, `${result.dir}/shown`]);
      return rgba(`${result.dir}/shown.png`);
    };
    const images = execFileSync('pdfimages', ['-list', pdf], { encoding: 'utf8' }).split('\n').slice(2, -1);
    return { ...result, svg, pdf, images, render };
  };

  test('keeps lines and text, and looks the same', async () => {
    await using made = await convert(
      '<defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs>' +
        '<rect width="120" height="60" fill="url(#g)"/><text x="10" y="100" font-size="24">Größe 42</text>',
      { background: '#ffffcc' },
    );
    expect(made.images).toEqual([]);
    expect(made.engines).toContain('librsvg');
    expect(execFileSync('pdftotext', [made.pdf, '-'], { encoding: 'utf8' })).toContain('Größe 42');
    expect(execFileSync('pdfinfo', [made.pdf], { encoding: 'utf8' })).toMatch(/Page size: +150 x 90 pts/);
    const expected = await rgba(
      await sharp(Buffer.from(made.svg)).flatten({ background: '#ffffcc' }).png().toBuffer(),
    );
    expect(difference(await made.render(), expected)).toBeLessThan(3);
  });

  test('with a filter is rendered at the resolution of print', async () => {
    await using made = await convert(
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect x="20" y="20" width="99" height="60" fill="green" filter="url(#f)"/>',
    );
    expect(made.images.join()).toMatch(/ 300 +300 /);
    expect(execFileSync('pdfinfo', [made.pdf], { encoding: 'utf8' })).toMatch(/Page size: +150 x 90 pts/);
    const expected = await rgba(
      await sharp(Buffer.from(made.svg)).flatten({ background: 'white' }).png().toBuffer(),
    );
    expect(difference(await made.render(), expected)).toBeLessThan(3);
  });

  test('that is too tall to be rendered at that resolution becomes a page too', async () => {
    const markup =
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="22000"><rect width="99" height="9"/></svg>';
    const path = await fixtures.file('tall.svg', markup);
    await using made = await runJob(job, run, path, { outputFormat: 'pdf' });
    expect(made.outputs[0]!.metadata).toMatchObject({ pages: 1 });
  });

  test('reads no file that it names', async () => {
    const picture = await fixtures.file('named.png', await drawn().png().toBuffer());
    const name = (address: string) => `<image href="${address}" width="99" height="99"/>`;
    await using made = await convert([`file://${picture}`, picture, 'named.png'].map(name).join(''));
    expect(made.images).toEqual([]);
  });
});

test('the pages of a fax, whose pixels are not square, keep their shape', async () => {
  const size = { width: 204, height: 102 };
  const fax = sharp({ create: { ...size, channels: 3, background: 'white' } }).tiff({
    xres: 204 / 25.4,
    yres: 102 / 25.4,
  });
  const upright = await fixtures.file('fax.tiff', await fax.toBuffer());
  const turned = await fixtures.file('turned.tiff', await fax.withMetadata({ orientation: 6 }).toBuffer());
  for (const [path, height] of [
    [upright, 2],
    [turned, 0.5],
  ] as const) {
    await using made = await runJob(job, run, path, { outputFormat: 'pdf' });
    expect(execFileSync('pdfinfo', [made.outputs[0]!.path], { encoding: 'utf8' })).toMatch(
      /Page size: +72 x 72 pts/,
    );
    await using tiff = await runJob(job, run, path, { outputFormat: 'tiff' });
    const [shown] = await readPixelHeights(tiff.outputs[0]!.path, 1);
    expect(shown).toBeCloseTo(height, 2);
  }
});

test('a lossless PDF keeps every pixel', async () => {
  const path = await fixtures.file('exact.webp', await drawn().webp({ lossless: true }).toBuffer());
  await using result = await runJob(job, run, path, { outputFormat: 'pdf', lossless: true });
  execFileSync('pdfimages', ['-png', result.outputs[0]!.path, `${result.dir}/inside`]);
  expect((await sharp(`${result.dir}/inside-000.png`).raw().toBuffer()).equals(scene())).toBe(true);
});
