import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { takeSome } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Refusal } from '../../job-type.ts';
import { joinApng, parseApng } from '../codecs/apng.ts';
import { drawn, Fixtures, faded, frames, photo } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const originals: Record<string, () => Promise<Buffer>> = {
  jpg: () => photo(240, 160).jpeg({ quality: 97 }).toBuffer(),
  webp: () => photo(240, 160).webp({ quality: 97 }).toBuffer(),
  avif: () => photo(240, 160).avif({ quality: 90, effort: 0 }).toBuffer(),
  png: () => photo(240, 160).png({ compressionLevel: 9, adaptiveFiltering: true }).toBuffer(),
  gif: () => photo(240, 160).gif({ effort: 1 }).toBuffer(),
};
const original = async (extension: string) =>
  fixtures.file(`original.${extension}`, await originals[extension]!());
const bytesOf = async (path: string) => (await readFile(path)).length;

describe('without options', () => {
  test.each([
    ['jpg', 4],
    ['webp', 5],
    ['avif', 6],
  ])('makes a %s smaller that looks the same', async (extension, tolerance) => {
    const path = await original(extension);
    await using result = await runJob(job, run, path);
    const [output] = result.outputs;
    const [before, after] = [await bytesOf(path), await bytesOf(output!.path)];
    expect(after).toBeLessThan(before * 0.8);
    expect(output!.metadata).toEqual({ width: 240, height: 160, savedBytes: before - after });
    expect(difference(await rgba(output!.path), await rgba(path))).toBeLessThan(tolerance);
  });

  test.each([
    ['true colour', () => drawn(300, 200).png({ compressionLevel: 1 })],
    [
      'few colours',
      () =>
        sharp({ create: { width: 200, height: 100, channels: 3, background: 'teal' } }).png({
          compressionLevel: 0,
        }),
    ],
    ['alpha', () => faded(300, 200).png({ compressionLevel: 1 })],
    ['grey', () => drawn(300, 200).greyscale().png({ compressionLevel: 1 })],
    ['16 bits', () => drawn(300, 200).toColourspace('rgb16').png({ compressionLevel: 1 })],
  ])('makes a PNG of %s smaller without changing a pixel', async (name, make) => {
    const path = await fixtures.file(`${name}.png`, await make().toBuffer());
    await using result = await runJob(job, run, path);
    const out = result.outputs[0]!.path;
    expect(await bytesOf(out)).toBeLessThan(await bytesOf(path));
    expect(difference(await rgba(out), await rgba(path))).toBe(0);
    expect((await sharp(out).metadata()).depth).toBe((await sharp(path).metadata()).depth);
  });

  test('converts a PNG of few colours to a palette', async () => {
    const chess = Buffer.from(
      Array.from({ length: 64 * 64 }, (_, at) => [
        (at + (at >> 6)) % 2 ? 255 : 0,
        40,
        at % 3 ? 9 : 200,
      ]).flat(),
    );
    const path = await fixtures.file(
      'chess.png',
      await sharp(chess, { raw: { width: 64, height: 64, channels: 3 } })
        .png()
        .toBuffer(),
    );
    await using result = await runJob(job, run, path);
    expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({
      isPalette: true,
      bitsPerSample: 2,
    });
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(path))).toBe(0);
  });

  test('keeps a lossless WebP lossless', async () => {
    const path = await fixtures.file(
      'exact.webp',
      await drawn(300, 200).webp({ lossless: true, effort: 0 }).toBuffer(),
    );
    await using result = await runJob(job, run, path);
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(path))).toBe(0);
  });
});

describe('quality', () => {
  test.each(takeSome(['jpg', 'webp', 'avif', 'png', 'gif'], 2))(
    'a lower quality makes a %s smaller and worse',
    async extension => {
      const path = await original(extension);
      const sizes: number[] = [];
      const errors: number[] = [];
      for (const quality of [20, 70]) {
        await using result = await runJob(job, run, path, { quality });
        sizes.push(await bytesOf(result.outputs[0]!.path));
        errors.push(difference(await rgba(result.outputs[0]!.path), await rgba(path)));
      }
      expect(sizes[0]).toBeLessThan(sizes[1]!);
      expect(sizes[1]).toBeLessThanOrEqual(await bytesOf(path));
      expect(errors[0]).toBeGreaterThan(errors[1]!);
    },
  );

  test('reduces a PNG to a palette and keeps alpha', async () => {
    const path = await fixtures.file('faded-photo.png', await faded(300, 200).png().toBuffer());
    await using result = await runJob(job, run, path, { quality: 80 });
    const out = result.outputs[0]!.path;
    expect(await sharp(out).metadata()).toMatchObject({ isPalette: true, hasAlpha: true });
    expect(difference(await rgba(out), await rgba(path))).toBeLessThan(5);
  });
});

describe('a target in bytes', () => {
  test.each([
    ['jpg', 0.12],
    ['jpg', 0.35],
    ['jpg', 0.8],
    ['webp', 0.2],
    ['webp', 0.8],
    ['avif', 0.35],
    ['avif', 0.8],
    ['png', 0.1],
    ['png', 0.3],
    ['png', 0.8],
  ] as const)('of %s at %f of its size is met within 5 %', async (extension, share) => {
    const path = await original(extension);
    const targetBytes = Math.round((await bytesOf(path)) * share);
    await using result = await runJob(job, run, path, { targetBytes });
    const [output] = result.outputs;
    const bytes = await bytesOf(output!.path);
    expect(bytes).toBeLessThanOrEqual(targetBytes);
    expect(bytes).toBeGreaterThan(targetBytes * 0.95);
    expect(output!.metadata).toMatchObject({ targetReached: true });
    expect(await sharp(output!.path).metadata()).toMatchObject({ width: 240, height: 160 });
  });

  test('is not exceeded by a GIF', async () => {
    const path = await original('gif');
    const targetBytes = Math.round((await bytesOf(path)) * 0.5);
    await using result = await runJob(job, run, path, { targetBytes });
    const bytes = await bytesOf(result.outputs[0]!.path);
    expect(bytes).toBeLessThanOrEqual(targetBytes);
    expect(bytes).toBeGreaterThan(targetBytes * 0.8);
  });

  test.each([
    ['png', () => faded(300, 200).png({ compressionLevel: 0 })],
    ['webp', () => faded(300, 200).webp({ lossless: true, effort: 0, exact: true })],
  ] as const)('that a %s meets losslessly is met without loss', async (extension, make) => {
    const file = await make().toBuffer();
    const path = await fixtures.file(`smooth.${extension}`, file);
    await using smallest = await runJob(job, run, path);
    const targetBytes = Math.min(file.length - 1, (await bytesOf(smallest.outputs[0]!.path)) + 50);
    await using result = await runJob(job, run, path, { targetBytes });
    expect(result.outputs[0]!.metadata).toMatchObject({ targetReached: true, lossless: true });
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(path))).toBe(0);
  });

  test('does not restore full chroma in a JPEG with subsampled chroma', async () => {
    const path = await fixtures.file(
      'halved.jpg',
      await photo(240, 160).jpeg({ quality: 98, chromaSubsampling: '4:2:0' }).toBuffer(),
    );
    await using result = await runJob(job, run, path, { targetBytes: (await bytesOf(path)) - 2000 });
    expect(result.outputs[0]!.metadata).toMatchObject({ targetReached: true });
    expect(result.outputs[0]!.metadata).not.toHaveProperty('lossless');
    expect((await sharp(result.outputs[0]!.path).metadata()).chromaSubsampling).toBe('4:2:0');
  });

  test('below the lowest quality gives the smallest file and says so', async () => {
    const path = await original('jpg');
    await using result = await runJob(job, run, path, { targetBytes: 200 });
    expect(result.outputs[0]!.metadata).toMatchObject({ targetReached: false });
    expect(await bytesOf(result.outputs[0]!.path)).toBeLessThan((await bytesOf(path)) * 0.1);
  });

  test('that the input already meets leaves it unchanged', async () => {
    const path = await original('webp');
    await using result = await runJob(job, run, path, { targetBytes: 10_000_000 });
    expect((await readFile(result.outputs[0]!.path)).equals(await readFile(path))).toBe(true);
    expect(result.outputs[0]!.metadata).toMatchObject({ targetReached: true, savedBytes: 0 });
  });

  test('cannot be combined with a quality', () => {
    expect(() => job.resolve({ input: 'png', options: { quality: 5, targetBytes: 5 } })).toThrow(Refusal);
  });
});

describe('never larger', () => {
  test.each(['jpg', 'webp', 'avif', 'png', 'gif'])(
    'keeps a %s byte for byte if it cannot get smaller',
    async extension => {
      await using first = await runJob(job, run, await original(extension), { quality: 30 });
      const small = await fixtures.file(`small.${extension}`, await readFile(first.outputs[0]!.path));
      await using again = await runJob(job, run, small, { quality: 100 });
      expect((await readFile(again.outputs[0]!.path)).equals(await readFile(small))).toBe(true);
      expect(again.outputs[0]!.metadata).toMatchObject({ savedBytes: 0 });
    },
  );

  test('removes the metadata of a JPEG that cannot get smaller, and keeps its orientation', async () => {
    const turned = photo(240, 160)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'hidden-artist' } });
    const path = await fixtures.file(
      'turned.jpg',
      await turned.jpeg({ quality: 20, mozjpeg: true }).toBuffer(),
    );
    await using result = await runJob(job, run, path, { quality: 100 });
    const out = result.outputs[0]!.path;
    expect((await readFile(out)).includes('hidden-artist')).toBe(false);
    expect((await sharp(out).metadata()).orientation).toBe(6);
    expect(difference(await rgba(out), await rgba(path))).toBe(0);
    await using kept = await runJob(job, run, path, { quality: 100, keepMetadata: true });
    expect((await readFile(kept.outputs[0]!.path)).equals(await readFile(path))).toBe(true);
  });

  test('removes the metadata of a PNG that cannot get smaller', async () => {
    await using first = await runJob(job, run, await original('png'));
    const smallest = await sharp(first.outputs[0]!.path)
      .withExif({ IFD0: { Artist: 'hidden-artist' } })
      .png({ compressionLevel: 9, adaptiveFiltering: true })
      .toBuffer();
    const path = await fixtures.file('noted.png', smallest);
    await using result = await runJob(job, run, path);
    expect((await readFile(result.outputs[0]!.path)).includes('hidden-artist')).toBe(false);
  });
});

describe('an animation stays animated', () => {
  const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];
  const delay = [100, 200, 300, 400];

  test.each(['gif', 'webp'] as const)('as %s', async format => {
    const file = await (await frames(colours, 60))[format]({ delay, loop: 2, effort: 1 }).toBuffer();
    const path = await fixtures.file(`moving.${format}`, file);
    for (const options of [{}, { quality: 40 }, { targetBytes: Math.round(file.length * 0.9) }]) {
      await using result = await runJob(job, run, path, options);
      expect(result.outputs[0]!.metadata).toMatchObject({ width: 60, height: 60, frames: 4 });
      expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ pages: 4, delay, loop: 2 });
    }
  });

  test('as PNG, with fewer colours and all frames', async () => {
    const parts = await Promise.all(
      delay.map(async (ms, index) => {
        const frame = await photo(64, 48)
          .rotate(index * 180)
          .ensureAlpha()
          .png()
          .toBuffer();
        return { png: frame, x: 0, y: 0, delay: ms };
      }),
    );
    const file = joinApng(64, 48, 5, parts);
    const path = await fixtures.file('moving.png', file);
    const targetBytes = Math.round(file.length * 0.3);
    await using result = await runJob(job, run, path, { targetBytes });
    const [output] = result.outputs;
    const small = await readFile(output!.path);
    expect(small.length).toBeLessThanOrEqual(targetBytes);
    expect(output!.metadata).toMatchObject({ frames: 4, targetReached: true });
    expect(parseApng(small)).toMatchObject({ plays: 5, frames: delay.map(ms => ({ delay: ms })) });
    expect(await sharp(output!.path).metadata()).toMatchObject({ isPalette: true });
    expect(difference(await rgba(output!.path), await rgba(path))).toBeLessThan(15);
  });
});

test('compression removes EXIF, location and colour profile', async () => {
  const noted = photo(240, 160)
    .withExif({ IFD0: { Artist: 'hidden-artist' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withIccProfile('p3');
  const path = await fixtures.file('noted.jpg', await noted.jpeg({ quality: 99 }).toBuffer());
  await using result = await runJob(job, run, path);
  expect(await sharp(result.outputs[0]!.path).metadata()).not.toHaveProperty('exif');
  expect(await sharp(result.outputs[0]!.path).metadata()).not.toHaveProperty('icc');
});
