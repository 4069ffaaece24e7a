import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { type DngParts, dng } from '../testing/dng.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const width = 320;
const height = 200;

/** White above, red at the left, blue at the right, and a grey corner at the bottom left. */
const parts: DngParts = {
  width,
  height,
  orientation: 1,
  neutral: [1, 1, 1],
  colour: (x, y) => {
    if (y < 50) return [1, 1, 1];
    if (x < 40 && y > 150) return [0.2, 0.2, 0.2];
    return x < width / 2 ? [0.6, 0.04, 0.02] : [0.02, 0.08, 0.6];
  },
};

async function developed(name: string, changes: Partial<DngParts> = {}) {
  const path = await fixtures.file(name, dng({ ...parts, ...changes }));
  await using result = await runJob(job, run, path, { outputFormat: 'png' });
  expect(result.engines).toEqual(['magick', 'sharp']);
  return await rgba(result.outputs[0]!.path);
}

test('develops a raw photo to the right colours', async () => {
  const picture = await developed('photo.dng');
  expect([picture.width, picture.height]).toEqual([width, height]);
  expect(Math.min(...pixelAt(picture, 160, 20))).toBeGreaterThan(245);
  const [red, , blueInRed] = pixelAt(picture, 100, 100) as [number, number, number];
  const [redInBlue, , blue] = pixelAt(picture, 250, 100) as [number, number, number];
  expect(red - blueInRed).toBeGreaterThan(120);
  expect(blue - redInBlue).toBeGreaterThan(120);
  const grey = pixelAt(picture, 15, 180).slice(0, 3);
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(4);
});

test('applies the camera’s white balance', async () => {
  const picture = await developed('warm.dng', { neutral: [0.5, 1, 0.7] });
  const grey = pixelAt(picture, 15, 180).slice(0, 3);
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(8);
});

test('applies the orientation of a raw photo', async () => {
  const picture = await developed('tall.dng', { orientation: 6 });
  expect([picture.width, picture.height]).toEqual([height, width]);
  // Turned clockwise the white top is at the right and the grey corner at the top left.
  expect(Math.min(...pixelAt(picture, height - 20, 160))).toBeGreaterThan(245);
  const grey = pixelAt(picture, 20, 15).slice(0, 3);
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(4);
});

test('develops other raw formats', async () => {
  for (const extension of ['nef', 'cr2']) expect((await developed(`photo.${extension}`)).width).toBe(width);
});

test('refuses a truncated raw photo instead of filling it with black', async () => {
  const whole = dng(parts);
  const path = await fixtures.file('half.dng', whole.subarray(0, whole.length / 2));
  await expect(runJob(job, run, path, { outputFormat: 'png' })).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});
