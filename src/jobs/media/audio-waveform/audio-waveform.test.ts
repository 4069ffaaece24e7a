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
/** Two seconds: the first at half of full scale, the second silent. */
let sound: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-waveform-'));
  sound = makeMedia(
    join(dir, 'sound.flac'),
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=0.5*lt(t\\,1)*sin(2*PI*440*t):s=8000:d=2',
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('writes the minimum and maximum samples as JSON', async () => {
  await using result = await runJob(job, run, sound, { outputFormat: 'json', samplesPerPixel: 400 });
  const peaks = JSON.parse(await readFile(result.outputs[0]!.path, 'utf8'));
  expect(peaks).toMatchObject({
    version: 2,
    channels: 1,
    sample_rate: 8000,
    samples_per_pixel: 400,
    bits: 8,
    length: 40,
  });
  expect(peaks.data).toHaveLength(80);
  expect(peaks.data.slice(0, 2)).toEqual([expect.closeTo(-64, -1), expect.closeTo(64, -1)]);
  expect(peaks.data.slice(-2).map(Math.abs)).toEqual([0, 0]);
});

it('averages the channels, so that a stereo recording is no louder than each of them', async () => {
  const both = makeMedia(join(dir, 'both.flac'), '-i', sound, '-af', 'pan=stereo|c0=c0|c1=c0');
  await using result = await runJob(job, run, both, { outputFormat: 'json', samplesPerPixel: 400 });
  const { data } = JSON.parse(await readFile(result.outputs[0]!.path, 'utf8'));
  expect(data.slice(0, 2)).toEqual([expect.closeTo(-64, -1), expect.closeTo(64, -1)]);
});

it('draws the peaks tall where it is loud and as a line where it is silent', async () => {
  const colours = { color: '#ff0000', background: '#ffffff' };
  await using result = await runJob(job, run, sound, { width: 200, height: 80, ...colours });
  const { data, info } = await sharp(result.outputs[0]!.path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 200, height: 80 });
  const countRed = (x: number) =>
    Array.from({ length: 80 }, (_, y) => data[3 * (y * 200 + x) + 1]!).filter(green => green < 128).length;
  expect(countRed(50)).toBeGreaterThan(34);
  expect(countRed(50)).toBeLessThan(46);
  expect(countRed(150)).toBeLessThanOrEqual(2);
  await using svg = await runJob(job, run, sound, { outputFormat: 'svg', width: 200, height: 80 });
  expect(await readFile(svg.outputs[0]!.path, 'utf8')).toMatch(
    /^<svg [^>]*viewBox="0 0 200 80"><path fill="#3366cc"/,
  );
});

it('fails without sound, and refuses samplesPerPixel except for JSON', async () => {
  const mute = makeMedia(join(dir, 'mute.mp4'), '-f', 'lavfi', '-i', 'testsrc=d=0.2:s=64x64');
  await expect(runJob(job, run, mute, {})).rejects.toMatchObject({ id: 'sound_missing' });
  expect(() => job.resolve({ input: 'wav', options: { outputFormat: 'svg', samplesPerPixel: 9 } })).toThrow(
    'for json',
  );
});
