import { execFileSync } from 'node:child_process';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { parseApng } from '../codecs/apng.ts';
import { job as compressJob } from '../image-compress/job.ts';
import { run as compress } from '../image-compress/run.ts';
import { job as resizeJob } from '../image-resize/job.ts';
import { run as resize } from '../image-resize/run.ts';
import { Fixtures, frames, photo } from '../testing/fixtures.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const delay = [50, 120, 400];
const colours = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];
const hex = ['#ff0000', '#00ff00', '#0000ff80'];

/** A sequence made by the reference encoder, frame by frame. */
async function sequence(name: string, images: readonly Buffer[]): Promise<string> {
  const path = await fixtures.file(name, '');
  const files: string[] = [];
  for (const [index, image] of images.entries())
    files.push('--duration', String(delay[index]), await fixtures.file(`${name}-${index}.png`, image));
  execFileSync('avifenc', ['--lossless', '--timescale', '1000', ...files, path], { stdio: 'pipe' });
  return path;
}

const square = (background: string) =>
  sharp({ create: { width: 16, height: 16, channels: 4, background } })
    .png()
    .toBuffer();
const clip = async () => sequence('clip.avif', await Promise.all(hex.map(square)));

/** Reads a file with libavif's own tool. */
function inspect(path: string): { delay: number[]; colour: (index: number) => Promise<number[]> } {
  const text = execFileSync('avifdec', ['--info', path], { encoding: 'utf8' });
  return {
    delay: [...text.matchAll(/duration [\d.]+ \((\d+) timescales/g)].map(([, ticks]) => Number(ticks)),
    colour: async index => {
      const png = `${path}-${index}.png`;
      execFileSync('avifdec', ['--index', String(index), path, png], { stdio: 'pipe' });
      return [...(await sharp(png).extract({ left: 8, top: 8, width: 1, height: 1 }).raw().toBuffer())];
    },
  };
}

describe('an animated AVIF', () => {
  test.each(['webp', 'gif'])('keeps its frames and delays as %s', async outputFormat => {
    await using result = await runJob(job, run, await clip(), {
      outputFormat,
      ...(outputFormat === 'webp' && { lossless: true }),
    });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 16, height: 16, frames: 3 });
    expect(result.engines).toEqual(['avif', 'ffmpeg', 'sharp']);
    expect(await sharp(output!.path).metadata()).toMatchObject({ pages: 3, delay });
    for (const [index, colour] of colours.entries()) {
      const pixel = await sharp(output!.path, { page: index }).raw().toBuffer();
      expect([...pixel.subarray(0, 3)]).toEqual(colour);
    }
  });

  test('becomes an animated PNG with its transparency', async () => {
    await using result = await runJob(job, run, await clip(), { outputFormat: 'png' });
    const made = parseApng(await readFile(result.outputs[0]!.path))!;
    expect(made.frames.map(frame => frame.delay)).toEqual(delay);
    expect([...(await sharp(made.frames[2]!.png).raw().toBuffer()).subarray(0, 4)]).toEqual([0, 0, 255, 128]);
  });

  test('gives the requested frame, or the first in still formats', async () => {
    const path = await clip();
    await using second = await runJob(job, run, path, { outputFormat: 'bmp', page: 2 });
    expect(second.outputs[0]!.metadata).toEqual({ width: 16, height: 16 });
    await using again = await runJob(job, run, path, { outputFormat: 'png', page: 2 });
    expect([...(await sharp(again.outputs[0]!.path).raw().toBuffer()).subarray(0, 3)]).toEqual(colours[1]);
    await using first = await runJob(job, run, path, { outputFormat: 'png', animate: false });
    expect([...(await sharp(first.outputs[0]!.path).raw().toBuffer()).subarray(0, 3)]).toEqual(colours[0]);
    await expect(runJob(job, run, path, { outputFormat: 'png', page: 4 })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });

  test('is made from a GIF with its delays', async () => {
    const gif = (await frames(hex.map(colour => colour.slice(0, 7)))).gif({
      delay,
      keepDuplicateFrames: true,
    });
    const path = await fixtures.file('clip.gif', await gif.toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'avif', quality: 90 });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 16, height: 16, frames: 3 });
    expect(result.engines).toEqual(['sharp', 'avif']);
    const made = inspect(output!.path);
    expect(made.delay).toEqual(delay);
    for (const [index, colour] of colours.entries())
      for (const [band, value] of (await made.colour(index)).slice(0, 3).entries())
        expect(Math.abs(value - colour[band]!)).toBeLessThan(8);
  });

  test('stays animated when resized', async () => {
    await using result = await runJob(resizeJob, resize, await clip(), { width: 32 });
    const [output] = result.outputs;
    expect(output!.metadata).toMatchObject({ width: 32, height: 32, frames: 3 });
    expect(inspect(output!.path).delay).toEqual(delay);
  });

  test('stays animated when compressed to a target size', async () => {
    const images = await Promise.all(
      [0, 20, 40].map(left =>
        photo(360, 240).extract({ left, top: 0, width: 300, height: 200 }).png().toBuffer(),
      ),
    );
    const path = await sequence('photos.avif', images);
    await using result = await runJob(compressJob, compress, path, { targetBytes: 20_000 });
    const [output] = result.outputs;
    expect(output!.metadata).toMatchObject({ frames: 3, targetReached: true });
    expect((await readFile(output!.path)).length).toBeLessThanOrEqual(20_000);
    expect(inspect(output!.path).delay).toEqual(delay);
  });

  test('is decoded with its colour profile', async () => {
    const tagged = await Promise.all(
      hex.map(colour =>
        sharp({ create: { width: 16, height: 16, channels: 3, background: colour.slice(0, 7) } })
          .withIccProfile('p3')
          .png()
          .toBuffer(),
      ),
    );
    const path = await sequence('wide.avif', tagged);
    await using result = await runJob(job, run, path, { outputFormat: 'webp', lossless: true });
    for (const [index, colour] of colours.entries()) {
      const pixel = await sharp(result.outputs[0]!.path, { page: index }).raw().toBuffer();
      for (const [at, value] of colour.entries()) expect(Math.abs(pixel[at]! - value)).toBeLessThan(4);
    }
  });

  test('fails if it is broken', async () => {
    const file = await readFile(await clip());
    const path = await fixtures.file('cut.avif', file.subarray(0, file.length - 60));
    await expect(runJob(job, run, path, { outputFormat: 'webp' })).rejects.toMatchObject({
      reason: 'unreadable_input',
    });
    const renamed = join(path, '..', 'still.avif');
    await copyFile(await fixtures.file('a.png', await square('red')), renamed);
    await expect(runJob(job, run, renamed, { outputFormat: 'webp' })).rejects.toMatchObject({
      reason: 'unreadable_input',
    });
  });
});
