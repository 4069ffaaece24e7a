import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeMedia } from '../../../engines/ffmpeg/testing/make-media.ts';
import { job } from './job.ts';
import { run } from './run.ts';

let dir: string;
/** Four seconds of 64 by 36, whose red grows with time. */
let video: string;
const redAt = (seconds: number) => Math.round(60 * seconds);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-thumbnail-'));
  const growing = "geq=r='60*T':g=0:b=0:d=4:s=64x36:r=10";
  video = makeMedia(
    join(dir, 'clip.mp4'),
    ...['-f', 'lavfi', '-i', `color=black:d=4:s=64x36:r=10,format=gbrp,${growing.replace(/:d=.*/, '')}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '5', '-pix_fmt', 'yuv444p'],
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const take = (options: Record<string, unknown>, file = video) => runJob(job, run, file, options);
/** The red of a picture's part, or of all of it. */
async function readRed(path: string, box?: { left: number; top: number; width: number; height: number }) {
  const image = sharp(await readFile(path));
  const { data } = await (box ? image.extract(box) : image)
    .resize(1, 1)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data[0]!;
}

it.each(['jpeg', 'png', 'webp'])('takes frames at the requested times, as %s', async outputFormat => {
  await using result = await take({ at: [0, 2.5], outputFormat, width: 32 });
  expect(result.outputs.map(each => each.filename.replace(/\.\w+$/, ''))).toEqual(['clip-1', 'clip-2']);
  for (const [index, seconds] of [0, 2.5].entries()) {
    const { path } = result.outputs[index]!;
    expect(await sharp(path).metadata()).toMatchObject({ format: outputFormat, width: 32, height: 18 });
    expect(Math.abs((await readRed(path)) - redAt(seconds))).toBeLessThan(12);
  }
  if (outputFormat === 'png')
    await expect(take({ at: [9] })).rejects.toMatchObject({ id: 'start_beyond_end' });
});

it('takes frames at equal intervals, by seeking and in one pass', async () => {
  await using few = await take({ count: 2 });
  expect(few.outputs.map(each => each.metadata?.seconds)).toEqual([1, 3]);
  await using many = await take({ every: 0.2 });
  expect(many.outputs).toHaveLength(20);
  for (const index of [0, 5, 19])
    expect(Math.abs((await readRed(many.outputs[index]!.path)) - redAt(index * 0.2))).toBeLessThan(12);
  expect(many.outputs[0]!.filename).toBe('clip-01.jpg');
});

it('takes one frame that is not blank by default', async () => {
  await using result = await take({});
  expect(result.outputs).toMatchObject([{ filename: 'clip.jpg', format: 'jpeg' }]);
  expect(await readRed(result.outputs[0]!.path)).toBeGreaterThan(20);
});

it('makes a contact sheet with frames in order', async () => {
  await using result = await take({ grid: { columns: 2, rows: 2 }, width: 40, outputFormat: 'png' });
  const [sheet] = result.outputs;
  expect(result.outputs).toHaveLength(1);
  // Four frames of 40 by 23 with gaps of 4 around them.
  expect(await sharp(sheet!.path).metadata()).toMatchObject({ width: 92, height: 58 });
  for (const [index, [left, top]] of [
    [4, 4],
    [48, 4],
    [4, 31],
    [48, 31],
  ].entries())
    expect(
      Math.abs(
        (await readRed(sheet!.path, { left: left! + 4, top: top! + 4, width: 30, height: 14 })) -
          redAt(0.5 + index),
      ),
    ).toBeLessThan(12);
});

it('makes a sprite and a WebVTT file with the times of its frames', async () => {
  await using result = await take({ sprite: true, every: 1, width: 32 });
  expect(result.outputs.map(each => each.filename)).toEqual(['clip-sprite-1.jpg', 'clip-sprite.vtt']);
  expect(await readFile(result.outputs[1]!.path, 'utf8')).toBe(
    [
      'WEBVTT\n',
      ...[0, 1, 2, 3].map(
        at => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\nclip-sprite-1.jpg#xywh=${32 * at},0,32,18\n`,
      ),
    ].join('\n'),
  );
  expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ width: 128, height: 18 });
  expect(
    Math.abs(
      (await readRed(result.outputs[0]!.path, { left: 68, top: 4, width: 24, height: 10 })) - redAt(2),
    ),
  ).toBeLessThan(12);
});

it('applies the rotation of the video', async () => {
  const turned = makeMedia(join(dir, 'turned.mp4'), '-i', video, '-c', 'copy', '-metadata:s:v', 'rotate=90');
  await using result = await take({ at: [1] }, turned);
  expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ width: 36, height: 64 });
});

it('refuses options that conflict, and limits the number of frames', async () => {
  const refuse = (options: Record<string, unknown>) => () =>
    job.resolve({ input: 'mp4', options: options as never });
  expect(refuse({ at: [1], every: 2 })).toThrow('cannot be combined');
  expect(refuse({ grid: { columns: 2, rows: 2 }, sprite: true })).toThrow('`options.every` only');
  await using long = await take({ every: 0.04 });
  expect(long.outputs.length).toBeLessThanOrEqual(100);
});
