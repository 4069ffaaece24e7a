import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { hasCorpus, realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { drawn, Fixtures } from '../testing/fixtures.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>hidden-note</note></x:xmpmeta>';
const withPlace = () =>
  drawn()
    .withExif({
      IFD0: { Artist: 'hidden-artist' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withXmp(xmp);

const outputs = ['png', 'jpeg', 'webp', 'avif', 'tiff', 'gif', 'bmp', 'ico', 'jxl', 'pdf'];

test('removes location, author and notes from every output', async () => {
  const path = await fixtures.file('placed.jpg', await withPlace().jpeg().toBuffer());
  expect(await readFile(path, 'latin1')).toContain('hidden-artist');
  for (const outputFormat of outputs) {
    await using result = await runJob(job, run, path, { outputFormat });
    const bytes = await readFile(result.outputs[0]!.path, 'latin1');
    expect(bytes, outputFormat).not.toMatch(/hidden-artist|hidden-note|Exif\0\0|GPS|ns\.adobe/);
  }
});

test('removes the metadata of a JPEG embedded in a PDF without re-encoding', async () => {
  const path = await fixtures.file('scan.jpg', await withPlace().jpeg().toBuffer());
  await using result = await runJob(job, run, path, { outputFormat: 'pdf' });
  const pdf = await readFile(result.outputs[0]!.path);
  const scan = await readFile(path);
  const pixels = scan.subarray(scan.indexOf(Buffer.from([0xff, 0xda])));
  expect(pdf.includes(pixels)).toBe(true);
  expect(pdf.includes('hidden-artist')).toBe(false);
});

test('keeps metadata on request, including the location', async () => {
  const path = await fixtures.file('kept.jpg', await withPlace().jpeg().toBuffer());
  for (const outputFormat of ['png', 'jpeg', 'webp', 'avif', 'jxl']) {
    await using result = await runJob(job, run, path, { outputFormat, keepMetadata: true });
    const out = result.outputs[0]!.path;
    expect(await readFile(out, 'latin1'), outputFormat).toContain('hidden-artist');
    const jxl = outputFormat === 'jxl' && execFileSync('jxlinfo', [out], { encoding: 'utf8' });
    if (jxl) expect(jxl).toMatch(/Exif metadata: \d+ bytes[\s\S]*xml\s+metadata/);
    if (jxl) continue;
    const { exif, xmp: kept } = await sharp(out).metadata();
    expect(exif!.includes('hidden-artist')).toBe(true);
    expect(kept!.toString()).toContain('hidden-note');
  }
});

test('keeps the metadata of a phone’s HEIC on request, and its upright orientation', async () => {
  const path = realFile('images/tika__IMG_1034.heic', 'images/phone.heic');
  await using kept = await runJob(job, run, path, { outputFormat: 'jpeg', keepMetadata: true });
  const [width, height] = hasCorpus ? [4032, 3024] : [320, 214];
  expect(kept.outputs[0]!.metadata).toEqual({ width, height });
  expect(kept.engines).toEqual(['heic', 'sharp']);
  const { exif, icc, orientation } = await sharp(kept.outputs[0]!.path).metadata();
  expect(exif!.includes('Apple')).toBe(true);
  expect(icc!.length).toBeGreaterThan(100);
  expect(orientation ?? 1).toBe(1);
});

test('removes the GPS position of a JPEG', async () => {
  const IFD3 = { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' };
  const path = await fixtures.file('place.jpg', await drawn().withExif({ IFD3 }).jpeg().toBuffer());
  expect((await sharp(path).metadata()).exif).toBeDefined();
  await using result = await runJob(job, run, path, { outputFormat: 'jpeg' });
  expect((await sharp(result.outputs[0]!.path).metadata()).exif).toBeUndefined();
});

test('keeps the resolution of a scan', async () => {
  const path = await fixtures.file('scan.png', await drawn().withDensity(300).png().toBuffer());
  for (const outputFormat of ['jpeg', 'tiff', 'png']) {
    await using result = await runJob(job, run, path, { outputFormat });
    expect((await sharp(result.outputs[0]!.path).metadata()).density, outputFormat).toBe(300);
  }
});
