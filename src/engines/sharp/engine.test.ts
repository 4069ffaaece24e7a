import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JobFailure } from '../../contract/failure.ts';
import { sharp } from './engine.ts';
import { explainSharpError } from './errors.ts';
import { engine } from './probe.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-sharp-'));
});
afterAll(() => rm(dir, { recursive: true }));

test('the engine is installed and reports its version', async () => {
  expect(await engine.probe()).toBe(sharp.versions.sharp);
});

test('caches nothing of a file that is replaced', async () => {
  const path = join(dir, 'same-name.png');
  const seen: number[] = [];
  for (const background of ['#ff0000', '#010000']) {
    await sharp({ create: { width: 4, height: 4, channels: 3, background } })
      .png()
      .toFile(path);
    seen.push((await sharp(path).raw().toBuffer())[0]!);
  }
  expect(seen).toEqual([255, 1]);
});

test('reads SVG only from memory, where it cannot load other files', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>';
  const path = join(dir, 'drawing.svg');
  await writeFile(path, svg);
  await expect(sharp(path).metadata()).rejects.toThrow(/unsupported image format/);
  expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 5 });
});

test('reads no formats outside the supported ones', async () => {
  const path = join(dir, 'table.csv');
  await writeFile(path, '1,2,3\n4,5,6\n');
  await expect(sharp(path).metadata()).rejects.toThrow(/unsupported image format/);
});

describe('error mapping', () => {
  test.each([
    [new Error('Input image exceeds pixel limit'), 'limit_exceeded'],
    [new Error('glib: exceeded more than 500000 referenced elements'), 'limit_exceeded'],
    [new Error('Input file contains unsupported image format'), 'unreadable_input'],
    [new Error('VipsJpeg: premature end of JPEG image'), 'unreadable_input'],
    [new Error('Processed image is too large for the WebP format'), 'unsupported_content'],
    [new Error('tiff2vips: ZSTD compression support is not configured'), 'unsupported_content'],
    [new Error('Expected positive integer for width but received 0 of type number'), 'engine_error'],
    [new Error('vips__file_write: no space left on device'), 'engine_error'],
    [new RangeError('The value of "offset" is out of range'), 'unreadable_input'],
    [new TypeError('undefined is not a function'), 'engine_error'],
    [Object.assign(new Error('EACCES: permission denied'), { errno: -13, code: 'EACCES' }), 'engine_error'],
    [new JobFailure('limit_exceeded', 'as it was'), 'limit_exceeded'],
  ])('%s: %s', (error, reason) => expect(explainSharpError(error).reason).toBe(reason));
});
