import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as extractJob } from '../pdf-extract/job.ts';
import { run as extract } from '../pdf-extract/run.ts';
import { job as splitJob } from '../pdf-split/job.ts';
import { run as split } from '../pdf-split/run.ts';
import { testFolder } from '../testing/folder.ts';
import { PdfObjects, references } from '../testing/pdf-objects.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();

type DrawnCode = readonly [format: 'QRCode' | 'EAN13', text: string, isWhite?: boolean];

/** Draws a code in black on white, or in white on black, three pixels to a module. */
async function drawCode(...[format, text, isWhite = false]: DrawnCode) {
  const { image } = await writeBarcode(text, { format, scale: 3 });
  return sharp(await image!.arrayBuffer())
    .flatten({ background: '#fff' })
    .negate(isWhite)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Pages of 300 by 400, each with a code 50 from the left and 60 from the bottom, or with none. */
async function drawPages(codes: (DrawnCode | undefined)[]): Promise<Buffer> {
  const objects = new PdfObjects();
  const [catalog, tree] = [objects.reserve(), objects.reserve()];
  const pages: number[] = [];
  for (const code of codes) {
    const drawn = code && (await drawCode(...code));
    const image =
      drawn &&
      objects.stream(
        `/Subtype /Image /Width ${drawn.info.width} /Height ${drawn.info.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        drawn.data,
      );
    const content = objects.stream('', image ? 'q 150 0 0 150 50 60 cm /Im Do Q' : '');
    const resources = image ? `/XObject << /Im ${image} 0 R >>` : '';
    pages.push(
      objects.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 400] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
      ),
    );
  }
  objects.set(tree, `<< /Type /Pages /Kids ${references(pages)} /Count ${pages.length} >>`);
  objects.set(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return objects.file(`/Root ${catalog} 0 R`);
}

beforeAll(async () => {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  prepareZXingModule({ overrides: { wasmBinary } });
  const codes = [undefined, ['QRCode', 'Žluť 1'], undefined, ['EAN13', '4006381333931'], undefined] as const;
  await writeFile(at('codes.pdf'), await drawPages([...codes]));
});

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

describe('pdf-barcode', () => {
  it('reads codes with their pages and boxes', async () => {
    await using made = await runJob(job, run, at('codes.pdf'));
    const { codes } = await readJson(made.outputs[0]!.path);
    expect(codes).toMatchObject([
      { page: 2, format: 'QRCode', text: 'Žluť 1' },
      { page: 4, format: 'EAN13', text: '4006381333931' },
    ]);
    // The code is a little smaller than its picture, which has a white margin.
    const [{ x, y, width, height }] = codes;
    expect(x).toBeGreaterThan(50);
    expect(y).toBeGreaterThan(400 - 60 - 150);
    expect(x + width).toBeLessThan(200);
    expect(y + height).toBeLessThan(340);
    expect(width).toBeGreaterThan(90);
    await using some = await runJob(job, run, at('codes.pdf'), { pages: '4' });
    expect((await readJson(some.outputs[0]!.path)).codes).toHaveLength(1);
  });

  it('reads white codes on dark ground', async () => {
    await writeFile(at('white.pdf'), await drawPages([['QRCode', 'white', true]]));
    await using made = await runJob(job, run, at('white.pdf'));
    expect((await readJson(made.outputs[0]!.path)).codes).toMatchObject([{ page: 1, text: 'white' }]);
  });

  it('reads codes in pictures', async () => {
    const { data, info } = await drawCode('QRCode', 'in a picture');
    const raw = { width: info.width, height: info.height, channels: 1 as const };
    await sharp(data, { raw }).extend({ left: 40, top: 20, background: '#fff' }).png().toFile(at('code.png'));
    await using made = await runJob(job, run, at('code.png'));
    const found = await readJson(made.outputs[0]!.path);
    expect(found).toMatchObject({ unit: 'pixel', codes: [{ page: 1, text: 'in a picture' }] });
    expect(found.codes[0].x).toBeGreaterThanOrEqual(40);
  });
});

describe('pdf-split at separator pages', () => {
  const describeParts = (outputs: { filename: string; metadata?: Record<string, unknown> }[]) =>
    outputs.map(({ filename, metadata }) => [filename, metadata!.firstPage, metadata!.lastPage]);

  it('leaves the separators out and names files after them', async () => {
    await using made = await runJob(splitJob, split, at('codes.pdf'), { mode: 'codes' });
    expect(describeParts(made.outputs)).toEqual([
      ['codes-1.pdf', 1, 1],
      ['codes-2-Žluť 1.pdf', 3, 3],
      ['codes-3-4006381333931.pdf', 5, 5],
    ]);
  });

  it('can use only one text as separator, and keep separators', async () => {
    const options = { mode: 'codes', separator: 'Žluť 1', keepSeparators: true };
    await using made = await runJob(splitJob, split, at('codes.pdf'), options);
    expect(describeParts(made.outputs)).toEqual([
      ['codes-1.pdf', 1, 1],
      ['codes-2-Žluť 1.pdf', 2, 5],
    ]);
    await expect(
      runJob(splitJob, split, at('codes.pdf'), { mode: 'codes', separator: 'nothing' }),
    ).rejects.toMatchObject({ id: 'separators_missing' });
  });

  it('leaves out the backs of separators, with or without a code', async () => {
    const one = { mode: 'codes', separator: 'Žluť 1', doubleSided: true };
    await using made = await runJob(splitJob, split, at('codes.pdf'), one);
    expect(describeParts(made.outputs)).toEqual([
      ['codes-1.pdf', 1, 1],
      ['codes-2-Žluť 1.pdf', 4, 5],
    ]);
    await using both = await runJob(extractJob, extract, at('codes.pdf'), { pages: '1,2,2,3,5' });
    await using parts = await runJob(splitJob, split, both.outputs[0]!.path, {
      mode: 'codes',
      doubleSided: true,
    });
    expect(parts.outputs.map(({ metadata }) => [metadata!.firstPage, metadata!.lastPage])).toEqual([
      [1, 1],
      [4, 5],
    ]);
  });
});
