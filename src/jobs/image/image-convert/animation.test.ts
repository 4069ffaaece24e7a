import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { MagickFormat } from '@imagemagick/magick-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { joinApng, parseApng } from '../codecs/apng.ts';
import { Fixtures, frames } from '../testing/fixtures.ts';
import { difference, magickRgba, pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const colours = ['#ff0000', '#00ff00', '#0000ff', '#00000000'];
const delay = [50, 120, 400, 1000];
const clip = async () =>
  (await frames(colours)).gif({ delay, loop: 3, keepDuplicateFrames: true }).toBuffer();

/** Red, then a green square laid over its corner, which goes away again, then a half clear blue laid over all. */
async function apng(): Promise<Buffer> {
  const png = (background: string, side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background } })
      .png()
      .toBuffer();
  const file = joinApng(16, 16, 2, [
    { png: await png('#ff0000ff', 16), x: 0, y: 0, delay: 100 },
    { png: await png('#00ff00ff', 8), x: 4, y: 4, delay: 200 },
    { png: await png('#0000ff80', 16), x: 0, y: 0, delay: 300 },
  ]);
  // The second frame's disposal becomes "previous", the third's blending "over"; checksums are not verified.
  const controls = [...file.toString('latin1').matchAll(/fcTL/g)].map(found => found.index + 4);
  file[controls[1]! + 24] = 2;
  file[controls[2]! + 25] = 1;
  return file;
}

describe('an animation', () => {
  test.each(['gif', 'webp'])('keeps frames, delays and loops as %s', async outputFormat => {
    const path = await fixtures.file('clip.gif', await clip());
    await using result = await runJob(job, run, path, { outputFormat, lossless: outputFormat === 'webp' });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 16, height: 16, frames: 4 });
    expect(await sharp(output!.path).metadata()).toMatchObject({ pages: 4, delay, loop: 3 });
    for (const [index, colour] of [
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [0, 0, 255, 255],
    ].entries()) {
      const format = outputFormat === 'gif' ? MagickFormat.Gif : MagickFormat.WebP;
      expect(pixelAt(await magickRgba(output!.path, format, index), 8, 8)).toEqual(colour);
    }
  });

  test('keeps its frames as an animated PNG that JPEG XL tools can read', async () => {
    const path = await fixtures.file('clip-2.gif', await clip());
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    const [output] = result.outputs;
    const animation = parseApng(await readFile(output!.path))!;
    expect(animation).toMatchObject({ width: 16, height: 16, plays: 3 });
    expect(animation.frames.map(frame => frame.delay)).toEqual(delay);
    const jxl = `${result.dir}/check.jxl`;
    execFileSync('cjxl', [output!.path, jxl, '-d', '0'], { stdio: 'ignore' });
    const info = execFileSync('jxlinfo', [jxl], { encoding: 'utf8' });
    expect(info.match(/duration: ([\d.]+)/g)).toEqual(delay.map(ms => `duration: ${ms}.0`));
  });

  test('keeps its frames as JPEG XL and back', async () => {
    const path = await fixtures.file('clip-3.gif', await clip());
    await using there = await runJob(job, run, path, { outputFormat: 'jxl', lossless: true });
    const jxl = await fixtures.file('clip.jxl', await readFile(there.outputs[0]!.path));
    await using back = await runJob(job, run, jxl, { outputFormat: 'webp', lossless: true });
    expect(await sharp(back.outputs[0]!.path).metadata()).toMatchObject({ pages: 4, delay });
    expect(pixelAt(await rgba(back.outputs[0]!.path, 2), 8, 8)).toEqual([0, 0, 255, 255]);
    for (const still of [
      { outputFormat: 'tiff' },
      { outputFormat: 'webp', lossless: true, animate: false },
    ]) {
      await using first = await runJob(job, run, jxl, still);
      expect(first.outputs[0]!.metadata).toEqual({ width: 16, height: 16 });
      expect(pixelAt(await rgba(first.outputs[0]!.path), 8, 8)).toEqual([255, 0, 0, 255]);
    }
  });

  test('gives its first frame with animate=false and in still formats', async () => {
    const path = await fixtures.file('clip-4.gif', await clip());
    for (const options of [
      { outputFormat: 'gif', animate: false },
      { outputFormat: 'tiff' },
      { outputFormat: 'pdf' },
    ]) {
      await using result = await runJob(job, run, path, options);
      expect(result.outputs[0]!.metadata).not.toHaveProperty('frames');
      if (options.outputFormat === 'pdf') expect(result.outputs[0]!.metadata).toMatchObject({ pages: 1 });
      else expect(pixelAt(await rgba(result.outputs[0]!.path), 8, 8)).toEqual([255, 0, 0, 255]);
    }
  });

  test('gives the requested frame, and fails if it does not exist', async () => {
    const path = await fixtures.file('clip-5.gif', await clip());
    await using result = await runJob(job, run, path, { outputFormat: 'png', page: 3 });
    expect(pixelAt(await rgba(result.outputs[0]!.path), 8, 8)).toEqual([0, 0, 255, 255]);
    await expect(runJob(job, run, path, { outputFormat: 'png', page: 5 })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });
});

describe('an animated PNG', () => {
  test('is composed frame by frame by its disposal and blending rules', async () => {
    const path = await fixtures.file('moving.png', await apng());
    await using result = await runJob(job, run, path, { outputFormat: 'webp', lossless: true });
    const { path: out } = result.outputs[0]!;
    expect(await sharp(out).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 });
    const centres = await Promise.all([0, 1, 2].map(async frame => pixelAt(await rgba(out, frame), 8, 8)));
    const corners = await Promise.all([0, 1, 2].map(async frame => pixelAt(await rgba(out, frame), 0, 0)));
    expect(centres).toEqual([
      [255, 0, 0, 255],
      [0, 255, 0, 255],
      [127, 0, 128, 255],
    ]);
    expect(corners).toEqual([
      [255, 0, 0, 255],
      [255, 0, 0, 255],
      [127, 0, 128, 255],
    ]);
  });

  test('with a broken sequence is read as a still picture', async () => {
    const file = await apng();
    const second = [...file.toString('latin1').matchAll(/fcTL/g)][1]!.index + 4;
    file.writeUInt32BE(77, second);
    const path = await fixtures.file('gap.png', file);
    await using result = await runJob(job, run, path, { outputFormat: 'gif' });
    expect(result.outputs[0]!.metadata).toEqual({ width: 16, height: 16 });
  });

  test('from the real world looks like its WebP counterpart', async () => {
    const moving = realFile('images/pillow__iss634.apng', 'images/moving.apng');
    await using result = await runJob(job, run, moving, { outputFormat: 'webp' });
    const { pages, loop } = await sharp(result.outputs[0]!.path).metadata();
    expect({ pages, loop }).toEqual({ pages: 41, loop: 0 });
    const twin = realFile('images/pillow__iss634.webp', 'images/moving.webp');
    expect(difference(await rgba(result.outputs[0]!.path, 20), await rgba(twin, 20))).toBeLessThan(6);
  });
});

test('composes a frame with disposal “previous” correctly', async () => {
  const path = realFile('images/libvips__dispose-previous.gif', 'images/restored.gif');
  await using result = await runJob(job, run, path, { outputFormat: 'webp', lossless: true });
  for (const frame of [0, 1, 2])
    expect(
      difference(await rgba(result.outputs[0]!.path, frame), await magickRgba(path, MagickFormat.Gif, frame)),
    ).toBeLessThan(0.5);
});
