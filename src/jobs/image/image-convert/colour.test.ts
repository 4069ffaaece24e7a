import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { MagickFormat } from '@imagemagick/magick-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus, realFile } from '../../../../tests/support/corpus.ts';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { makePicture } from '../pictures/pixels.ts';
import { makePngChunk } from '../pictures/png-chunks.ts';
import { drawn, Fixtures, faded, height, scene, width } from '../testing/fixtures.ts';
import { difference, magickRgba, pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** The scene's numbers taken for Display P3, as another colour engine shows them. */
async function sceneInP3() {
  const { icc } = await sharp(await drawn().withIccProfile('p3').png().toBuffer()).metadata();
  const held = { data: scene(), width, height, channels: 3 as const, icc };
  const { source } = makePicture(held, { lossy: false, engines: [] });
  return { icc, reference: await magickRgba(source as Buffer, MagickFormat.Png) };
}

describe('colour profiles', () => {
  test('converts Display P3 to sRGB like another colour engine', async () => {
    const path = await fixtures.file('p3.png', await drawn().withIccProfile('p3').png().toBuffer());
    const reference = await magickRgba(path, MagickFormat.Png);
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    const out = result.outputs[0]!.path;
    expect((await sharp(out).metadata()).icc).toBeUndefined();
    expect(difference(await rgba(out), reference)).toBeLessThan(1);
    // The numbers must have changed: P3's red is redder than sRGB's.
    expect(
      difference(await rgba(await sharp(path, { ignoreIcc: true }).png().toBuffer()), reference),
    ).toBeGreaterThan(2);
  });

  test('converts 16-bit pixels with a profile to sRGB', async () => {
    const deep = await drawn().toColourspace('rgb16').withIccProfile('p3').png().toBuffer();
    const path = await fixtures.file('p3-16.png', deep);
    const reference = await magickRgba(path, MagickFormat.Png);
    for (const outputFormat of ['png', 'jpeg', 'tiff']) {
      await using result = await runJob(job, run, path, { outputFormat, quality: 100 });
      const out = result.outputs[0]!.path;
      expect(difference(await rgba(out), reference)).toBeLessThan(1.5);
      expect((await sharp(out).metadata()).depth).toBe(outputFormat === 'jpeg' ? 'uchar' : 'ushort');
    }
  });

  test('keeps a profile and its pixel values with the metadata', async () => {
    const path = await fixtures.file('kept.png', await drawn().withIccProfile('p3').png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'png', keepMetadata: true });
    const out = result.outputs[0]!.path;
    expect((await sharp(out).metadata()).icc).toEqual((await sharp(path).metadata()).icc);
    const raw = (file: string) => sharp(file, { ignoreIcc: true }).raw().toBuffer();
    expect((await raw(out)).equals(await raw(path))).toBe(true);
  });

  test('converts an AVIF with CICP Display P3 to sRGB, and keeps P3 with its metadata', async () => {
    const png = await fixtures.file('numbers.png', await drawn().png().toBuffer());
    const avif = await fixtures.file('numbered.avif', '');
    const numbers = ['--lossless', '--cicp', '12/13/0'];
    execFileSync('avifenc', ['--speed', '10', ...numbers, png, avif], { stdio: 'ignore' });
    expect((await sharp(avif).metadata()).icc).toBeUndefined();
    const { icc, reference } = await sceneInP3();
    for (const outputFormat of ['png', 'jpeg']) {
      await using result = await runJob(job, run, avif, { outputFormat, quality: 100 });
      expect(difference(await rgba(result.outputs[0]!.path), reference)).toBeLessThan(1.5);
    }
    await using kept = await runJob(job, run, avif, { outputFormat: 'png', keepMetadata: true });
    expect((await sharp(kept.outputs[0]!.path).metadata()).icc).toEqual(icc);
    expect(difference(reference, await rgba(png))).toBeGreaterThan(2);
  });

  test('converts a PNG with CICP Display P3 to sRGB, as browsers do', async () => {
    const plain = await drawn().png().toBuffer();
    const numbers = makePngChunk('cICP', Buffer.from([12, 13, 0, 1]));
    const path = await fixtures.file(
      'numbered.png',
      Buffer.concat([plain.subarray(0, 33), numbers, plain.subarray(33)]),
    );
    const { reference } = await sceneInP3();
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    expect(difference(await rgba(result.outputs[0]!.path), reference)).toBeLessThan(1.5);
    expect(difference(await rgba(plain), reference)).toBeGreaterThan(2);
  });

  test('converts to sRGB for formats without profiles even if metadata is kept', async () => {
    const path = await fixtures.file('to-bmp.png', await drawn().withIccProfile('p3').png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'bmp', keepMetadata: true });
    const reference = await magickRgba(path, MagickFormat.Png);
    expect(difference(await magickRgba(result.outputs[0]!.path, MagickFormat.Bmp), reference)).toBeLessThan(
      1,
    );
  });

  test('converts CMYK with a profile to sRGB like another engine', async () => {
    const inks = drawn().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 });
    const path = hasCorpus
      ? corpusFile('images/sharp__Channel_digital_image_CMYK_color.jpg')
      : await fixtures.file('inks.jpg', await inks.toBuffer());
    const reference = await magickRgba(path, MagickFormat.Jpeg);
    for (const keepMetadata of [false, true]) {
      await using result = await runJob(job, run, path, { outputFormat: 'png', keepMetadata });
      const out = result.outputs[0]!.path;
      expect(await sharp(out).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
      expect(difference(await rgba(out), reference)).toBeLessThan(3);
    }
  });

  test.runIf(runsAll)('converts a phone’s HEIC in Display P3 to sRGB like another decoder', async () => {
    const path = realFile('images/tika__IMG_1034.heic', 'images/phone.heic');
    await using result = await runJob(job, run, path, { outputFormat: 'jpeg' });
    const { data, width: w, height: h } = await magickRgba(path, MagickFormat.Heic);
    const small = (image: ReturnType<typeof sharp>) => image.resize(300).png().toBuffer();
    const reference = await rgba(await small(sharp(data, { raw: { width: w, height: h, channels: 4 } })));
    expect(difference(await rgba(await small(sharp(result.outputs[0]!.path))), reference)).toBeLessThan(1);
    expect(await readFile(result.outputs[0]!.path, 'latin1')).not.toMatch(/Apple|Exif|ICC_PROFILE/);
  });
});

describe('depth and greyscale', () => {
  test('keeps 16 bits if the format supports them', async () => {
    const samples = new Uint16Array(64 * 64).map((_, at) => at * 16);
    const grey = sharp(samples, { raw: { width: 64, height: 64, channels: 1 } }).toColourspace('grey16');
    const path = await fixtures.file('deep.png', await grey.png().toBuffer());
    for (const outputFormat of ['tiff', 'png']) {
      await using result = await runJob(job, run, path, { outputFormat });
      const bytes = await sharp(result.outputs[0]!.path)
        .toColourspace('grey16')
        .raw({ depth: 'ushort' })
        .toBuffer();
      expect(new Uint16Array(bytes.buffer, bytes.byteOffset, samples.length)).toEqual(samples);
    }
  });

  test('keeps greyscale', async () => {
    const path = await fixtures.file(
      'grey.png',
      await drawn().greyscale().toColourspace('b-w').png().toBuffer(),
    );
    for (const outputFormat of ['png', 'jpeg', 'tiff']) {
      await using result = await runJob(job, run, path, { outputFormat });
      expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ channels: 1 });
    }
  });
});

describe('transparency', () => {
  test('is kept by formats that support it', async () => {
    const path = await fixtures.file('faded.png', await faded().png().toBuffer());
    for (const outputFormat of ['png', 'webp', 'avif', 'tiff']) {
      await using result = await runJob(job, run, path, {
        outputFormat,
        lossless: outputFormat !== 'png' && outputFormat !== 'tiff',
      });
      expect(difference(await rgba(result.outputs[0]!.path), await rgba(path))).toBeLessThan(1);
    }
  });

  test('is flattened on white or the requested colour in formats without it', async () => {
    const path = await fixtures.file('on.png', await faded().png().toBuffer());
    for (const [background, expected] of [
      [undefined, [255, 255, 255]],
      ['#0000ff', [0, 0, 255]],
      ['lime', [0, 255, 0]],
    ] as const) {
      await using result = await runJob(job, run, path, {
        outputFormat: 'jpeg',
        quality: 100,
        ...(background && { background }),
      });
      const picture = await rgba(result.outputs[0]!.path);
      for (const [band, value] of expected.entries())
        expect(Math.abs(pixelAt(picture, width - 1, 10)[band]! - value)).toBeLessThan(6);
      expect(Math.abs(pixelAt(picture, 2, 2)[0]! - 220)).toBeLessThan(8);
    }
  });

  test('is filled with a requested background even if the format supports it, also in grey pictures', async () => {
    const grey = await sharp(Buffer.alloc(width * height * 2), { raw: { width, height, channels: 2 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
    const path = await fixtures.file('clear.png', grey);
    await using result = await runJob(job, run, path, { outputFormat: 'png', background: 'orange' });
    expect(pixelAt(await rgba(result.outputs[0]!.path), 5, 5)).toEqual([255, 165, 0, 255]);
  });
});

test('an opaque picture is unchanged by every lossless format', async () => {
  const path = await fixtures.file('plain.png', await drawn().png().toBuffer());
  for (const outputFormat of ['png', 'webp', 'avif', 'tiff']) {
    await using result = await runJob(job, run, path, { outputFormat, lossless: true });
    const out = await sharp(result.outputs[0]!.path).toColourspace('srgb').removeAlpha().raw().toBuffer();
    expect(out.equals(scene()), outputFormat).toBe(true);
  }
});
