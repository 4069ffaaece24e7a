import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { corpusFile, hasCorpus } from '../../../../tests/support/corpus.ts';
import { isMissing, takeSome } from '../../../../tests/support/needs.ts';
import { modelsDir, runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { infer } from '../../../engines/upscaler/infer.ts';
import { job } from './job.ts';
import { run } from './run.ts';
import { type Canvas, cutTile, keptMargin, margin, pasteTile, planTiles, type Tile } from './tiles.ts';

const hasModel = existsSync(join(modelsDir, 'esrgan-slim', 'x4.onnx'));
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-upscale-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Waves that no tile border lines up with, in three colours. */
function drawWaves(
  width: number,
  height: number,
  channels: 1 | 3 | 4,
  white = 255,
): Uint8Array | Uint16Array {
  const data = new (white > 255 ? Uint16Array : Uint8Array)(width * height * channels);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let band = 0; band < channels; band++, at++)
        data[at] = white * (0.5 + 0.4 * Math.sin(x / (3 + band) + y / 7) * Math.cos(y / (5 - band)));
  return data;
}

const makePngBytes = async (
  name: string,
  data: Uint8Array | Uint16Array,
  width: number,
  height: number,
  channels: 1 | 3 | 4,
) => {
  const path = join(dir, name);
  const pipeline = sharp(data, { raw: { width, height, channels } });
  if (data instanceof Uint16Array) pipeline.toColourspace(channels === 1 ? 'grey16' : 'rgb16');
  else if (channels === 1) pipeline.toColourspace('b-w');
  await pipeline.png().toFile(path);
  return path;
};

function psnr(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at]! - b[at]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / a.length));
}

/** A sky, a hill, and stalks, leaves and stones in the order that numbers by a fixed rule give. */
function drawMeadow(side: number): string {
  let seed = 11;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed / 2_147_483_647) * below;
  };
  const shapes = Array.from({ length: 160 }, () => {
    const [x, y, size] = [next(side), side * 0.4 + next(side * 0.6), 6 + next(26)];
    const fill = `hsl(${60 + next(90)} ${30 + next(40)}% ${15 + next(55)}%)`;
    return next(1) < 0.5
      ? `<path d="M${x} ${y}q${size / 3} ${-size} ${next(size)} ${-2 * size}" stroke="${fill}" stroke-width="${1 + next(4)}" fill="none"/>`
      : `<ellipse cx="${x}" cy="${y}" rx="${size / 2}" ry="${size / 4}" fill="${fill}" transform="rotate(${next(180)} ${x} ${y})"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#5b8fd0"/><stop offset="1" stop-color="#e8e0c8"/></linearGradient><rect width="100%" height="100%" fill="url(#sky)"/><path d="M0 ${side * 0.45}q${side / 2} ${-side * 0.2} ${side} 0v${side}h${-side}z" fill="#4c6b32"/>${shapes.join('')}</svg>`;
}

const upscale = (file: string, options: Record<string, unknown> = {}) =>
  runJob(job, run, file, { model: 'fast', ...options });

describe.skipIf(isMissing(hasModel))('image-upscale', () => {
  test('is at least half a decibel closer than bicubic to a photograph, or a drawing like one', async () => {
    const side = 384;
    const whole = hasCorpus
      ? sharp(corpusFile('images/exif-orientation-examples__Landscape_2.jpg'))
          .autoOrient()
          .extract({ left: 400, top: 200, width: side, height: side })
      : sharp(Buffer.from(drawMeadow(side))).removeAlpha();
    const truth = await whole.raw().toBuffer();
    const raw = { raw: { width: side, height: side, channels: 3 as const } };
    const small = join(dir, 'photo.png');
    await sharp(truth, raw)
      .resize(side / 4, side / 4, { kernel: 'cubic' })
      .png()
      .toFile(small);
    const cubic = await sharp(small).resize(side, side, { kernel: 'cubic' }).raw().toBuffer();
    await using made = await upscale(small, { scale: 4 });
    const pixels = await sharp(made.outputs[0]!.path).raw().toBuffer();
    expect(psnr(truth, pixels)).toBeGreaterThan(psnr(truth, cubic) + 0.5);
    expect(made.charged).toEqual([side * side]);
    expect(made.engines).toEqual(['sharp', 'upscaler']);
  });

  test.each(takeSome([2, 4, 3], 2))('enlarges a picture %i times, in tiles', async scale => {
    const file = await makePngBytes('waves.png', drawWaves(300, 130, 3), 300, 130, 3);
    await using made = await upscale(file, { scale });
    const { data, info } = await sharp(made.outputs[0]!.path).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 300 * scale, height: 130 * scale, channels: 3 });
    const plain = await sharp(file)
      .resize(300 * scale, 130 * scale, { kernel: 'cubic' })
      .raw()
      .toBuffer();
    expect(psnr(plain, data)).toBeGreaterThan(30);
    expect(made.progress.length).toBeGreaterThan(1);
  });

  test('has no seams: tiles give the same pixels as the whole picture', async () => {
    const [width, height] = [300, 90];
    const raster = { data: Uint16Array.from(drawWaves(width, height, 3, 65_535)), width, height };
    const enlarge = async (tiles: Tile[]): Promise<Canvas> => {
      const canvas: Canvas = {
        data: new Uint8Array(width * height * 3 * 4),
        width: width * 2,
        height: height * 2,
        channels: 3,
      };
      for (const tile of tiles) {
        const cut = cutTile(raster, tile);
        const [input, output] = [join(dir, 'in'), join(dir, 'out')];
        await writeFile(input, cut.data);
        await infer({
          modelDir: join(modelsDir, 'esrgan-slim'),
          input,
          output,
          params: { width: cut.width, height: cut.height, scale: 2, crop: margin - keptMargin },
          settings: { scales: [2, 3, 4], range: 255 },
          threads: availableParallelism(),
          progress: () => {},
          partial: () => {},
        });
        const bytes = await readFile(output);
        const data = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
        const kept = (side: number) => 2 * (side - 2 * (margin - keptMargin));
        pasteTile(canvas, { data, width: kept(cut.width), height: kept(cut.height) }, tile, 2);
      }
      return canvas;
    };
    const tiles = planTiles(width, height);
    expect(tiles.length).toBe(2);
    const tiled = await enlarge(tiles);
    const whole = await enlarge([{ left: 0, top: 0, width, height }]);
    let worst = 0;
    for (let at = 0; at < whole.data.length; at++)
      worst = Math.max(worst, Math.abs(whole.data[at]! - tiled.data[at]!));
    expect(worst).toBeLessThanOrEqual(1);
  });

  test('keeps alpha, and hidden colours do not bleed at its edge', async () => {
    const [width, height] = [64, 48];
    const data = new Uint8Array(width * height * 4);
    // A white disc; the transparent pixels around it are black.
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 4)
        if ((x - 32) ** 2 + (y - 24) ** 2 < 300) data.fill(255, at, at + 4);
    await using made = await upscale(await makePngBytes('disc.png', data, width, height, 4), { scale: 4 });
    const { data: pixels, info } = await sharp(made.outputs[0]!.path)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 256, height: 192, channels: 4 });
    const at = (x: number, y: number) => [...pixels.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4)];
    expect(at(128, 96)[3]).toBe(255);
    expect(at(2, 2)[3]).toBe(0);
    let darkest = 255;
    for (let p = 0; p < pixels.length; p += 4)
      if (pixels[p + 3]! > 128) darkest = Math.min(darkest, pixels[p]!);
    expect(darkest).toBeGreaterThan(235);
  });

  test('keeps greyscale and 16-bit depth', async () => {
    const file = await makePngBytes('deep.png', drawWaves(40, 30, 1, 65_535), 40, 30, 1);
    await using made = await upscale(file);
    expect(await sharp(made.outputs[0]!.path).metadata()).toMatchObject({
      width: 80,
      height: 60,
      channels: 1,
      depth: 'ushort',
    });
    const { data } = await sharp(made.outputs[0]!.path)
      .toColourspace('grey16')
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true });
    const values = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
    expect(values.some(value => value % 257 !== 0)).toBe(true);
    const source = drawWaves(40, 30, 1, 65_535);
    expect(Math.abs(values[30 * 80 + 40]! - source[15 * 40 + 20]!)).toBeLessThan(6000);
  });

  test('enlarges a single pixel to four of its colour', async () => {
    const file = await makePngBytes('dot.png', Uint8Array.of(200, 40, 90), 1, 1, 3);
    await using made = await upscale(file);
    const { data, info } = await sharp(made.outputs[0]!.path).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 2, height: 2 });
    for (const [index, value] of [...data].entries())
      expect(Math.abs(value - [200, 40, 90][index % 3]!)).toBeLessThan(6);
  });

  test('applies the orientation, and keeps metadata on request', async () => {
    const turned = join(dir, 'turned.jpg');
    await sharp(drawWaves(60, 40, 3), { raw: { width: 60, height: 40, channels: 3 } })
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(turned);
    await using made = await upscale(turned, { keepMetadata: true });
    const header = await sharp(made.outputs[0]!.path).metadata();
    expect(header).toMatchObject({ format: 'jpeg', width: 80, height: 120 });
    expect(header.orientation ?? 1).toBe(1);
    expect(header.icc!.includes(Buffer.from('P3')) || header.icc!.length > 400).toBe(true);
    await using bare = await upscale(turned, { outputFormat: 'webp' });
    expect(await sharp(bare.outputs[0]!.path).metadata()).toMatchObject({ format: 'webp', width: 80 });
    expect((await sharp(bare.outputs[0]!.path).metadata()).exif).toBeUndefined();
  });

  test('refuses animations and oversized results before computing anything', async () => {
    const frames = join(dir, 'moving.webp');
    await sharp(drawWaves(20, 40, 4), { raw: { width: 20, height: 40, channels: 4, pageHeight: 20 } })
      .webp({ loop: 0, delay: [100, 100] })
      .toFile(frames);
    await expect(upscale(frames)).rejects.toMatchObject({ reason: 'unsupported_content' });
    const large = join(dir, 'large.png');
    await sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'grey' } })
      .png({ compressionLevel: 1 })
      .toFile(large);
    await expect(upscale(large)).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });
});

test('tiles are of equal size and cover the picture', () => {
  for (const [width, height] of [
    [1, 1],
    [257, 30],
    [1000, 513],
  ] as const) {
    const tiles = planTiles(width, height);
    const covered = new Uint8Array(width * height);
    for (const { left, top, ...size } of tiles) {
      expect(size).toEqual({ width: tiles[0]!.width, height: tiles[0]!.height });
      for (let y = top; y < top + size.height; y++)
        covered.fill(1, y * width + left, y * width + left + size.width);
    }
    expect(covered.every(Boolean)).toBe(true);
    const cut = cutTile({ data: new Uint16Array(width * height * 3).fill(7), width, height }, tiles[0]!);
    expect(cut.width).toBe(tiles[0]!.width + 2 * margin);
    expect(cut.data.every(value => value === 7)).toBe(true);
  }
});
