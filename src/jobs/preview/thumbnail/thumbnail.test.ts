import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeMedia } from '../../../engines/ffmpeg/testing/make-media.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-thumbnail-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Makes a thumbnail and returns its size, its name and the colour of its middle. */
async function make(path: string, options: Record<string, unknown> = {}) {
  await using result = await runJob(job, run, path, options);
  const [output] = result.outputs;
  const { data, info } = await sharp(output!.path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = info.channels * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  return {
    size: [info.width, info.height],
    filename: output!.filename,
    middle: [...data.subarray(middle, middle + 3)],
    least: data.reduce((least, value) => Math.min(least, value), 255),
  };
}

it('images fit into the size, and transparent ones are white in JPEG', async () => {
  const path = join(dir, 'clear.png');
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  await sharp({ create: { width: 1000, height: 500, channels: 4, background } }).toFile(path);
  expect(await make(path)).toMatchObject({
    size: [320, 160],
    filename: 'clear-thumbnail.jpg',
    middle: [255, 255, 255],
  });
  const small = { width: 400, height: 100, outputFormat: 'webp' };
  expect(await make(path, small)).toMatchObject({ size: [200, 100], filename: 'clear-thumbnail.webp' });
});

it('documents show a page', async () => {
  const path = join(dir, 'text.md');
  writeFileSync(path, '# A heading\n\nSome words.\n');
  const { size, least } = await make(path, { width: 200 });
  expect(size[0]).toBe(200);
  expect(size[1]).toBeGreaterThan(250);
  expect(least).toBeLessThan(100);
  await expect(make(path, { page: 9 })).rejects.toMatchObject({ reason: 'option_mismatch' });
});

it('videos show the frame at a time', async () => {
  const filters = 'color=red:s=64x48:d=1[a];color=blue:s=64x48:d=1[b];[a][b]concat';
  const path = makeMedia(join(dir, 'two.mp4'), '-f', 'lavfi', '-i', filters);
  const { middle, size } = await make(path, { time: 1.5, outputFormat: 'png' });
  expect(size).toEqual([64, 48]);
  expect(middle[2]).toBeGreaterThan(200);
  expect(middle[0]).toBeLessThan(60);
});

it('options must suit the file', () => {
  const options = { outputFormat: 'jpeg' } as const;
  expect(() => job.resolve({ input: 'png', options: { ...options, page: 2 } })).toThrow('is for documents');
  expect(() => job.resolve({ input: 'pdf', options: { ...options, time: 2 } })).toThrow('is for videos');
  expect(job.accepts).toEqual(
    expect.arrayContaining(['docx', 'xlsx', 'pdf', 'msg', 'mobi', 'cbz', 'mp4', 'heic', 'csv']),
  );
});
