import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { drawMetafiles } from './aids.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-pictures-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Makes a Windows metafile with a red square of an inch. */
function redSquare(): Buffer {
  const words = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
  const record = (code: number, ...values: number[]) => words(values.length + 3, 0, code, ...values);
  const records = [
    record(0x020b, 0, 0), // where the window begins
    record(0x020c, 1000, 1000), // and how large it is
    record(0x02fc, 0, 0x00ff, 0, 0), // a brush, red
    record(0x012d, 0),
    record(0x041b, 1000, 1000, 0, 0), // a rectangle
    record(0),
  ];
  const length = records.reduce((sum, each) => sum + each.length, 18) / 2;
  const placeable = words(0xcdd7, 0x9ac6, 0, 0, 0, 1000, 1000, 1000, 0, 0);
  const sum = new Uint16Array(placeable.buffer, placeable.byteOffset, 10).reduce((x, y) => x ^ y, 0);
  return Buffer.concat([placeable, words(sum), words(1, 9, 0x300, length, 0, 1, 8, 0, 0), ...records]);
}

test('draws Windows metafiles as pictures fine enough for print and skips broken ones', async () => {
  const [square, broken] = [join(dir, 'square.wmf'), join(dir, 'broken.emf')];
  writeFileSync(square, redSquare());
  writeFileSync(broken, 'no picture');
  const found = await drawMetafiles([broken, square], dir);
  expect([...found.keys()]).toEqual([square]);
  const { data, info } = await sharp(readFileSync(found.get(square)!))
    .flatten({ background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBeGreaterThan(200);
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
});
