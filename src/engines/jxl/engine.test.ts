import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJxl, encodeJxl, readJxlHeader } from './engine.ts';
import { readPnm } from './pnm.ts';
import { engine } from './probe.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-jxl-'));
});
afterAll(() => rm(dir, { recursive: true }));

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
};

/** Makes an RGB PNG whose red grows to the right and green downward. */
async function png(width: number, height: number): Promise<string> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows.set([x * 4, y * 4, 90], y * (width * 3 + 1) + 1 + x * 3);
  const path = join(dir, 'in.png');
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  await writeFile(path, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
  return path;
}

test('the engine is installed and reports its version', async () => {
  expect(await engine.probe()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('decodes a losslessly encoded picture to the same pixels', async () => {
  const out = join(dir, 'out.jxl');
  await encodeJxl(await png(40, 30), out, { quality: 'lossless' }, dir);
  const header = await readJxlHeader(out, dir);
  expect(header).toMatchObject({ width: 40, height: 30, animated: false, frames: 1, srgb: true });
  const pixels = (await decodeJxl(out, header, dir))!;
  expect(pixels).toMatchObject({ width: 40, height: 30, channels: 3 });
  expect([...pixels.data.subarray((10 * 40 + 20) * 3, (10 * 40 + 20) * 3 + 3)]).toEqual([80, 40, 90]);
});

test('a higher quality makes a larger file', async () => {
  const source = await png(60, 60);
  const sizes: number[] = [];
  for (const quality of [20, 95] as const) {
    const out = join(dir, `q${quality}.jxl`);
    await encodeJxl(source, out, { quality }, dir);
    sizes.push((await stat(out)).size);
  }
  expect(sizes[0]).toBeLessThan(sizes[1]!);
});

test('reports a file that is not JPEG XL as unreadable', async () => {
  const path = join(dir, 'rubbish.jxl');
  await copyFile(await png(4, 4), path);
  await expect(readJxlHeader(path, dir)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('reports a truncated file as unreadable', async () => {
  const out = join(dir, 'whole.jxl');
  await encodeJxl(await png(60, 60), out, { quality: 'lossless' }, dir);
  const header = await readJxlHeader(out, dir);
  const whole = await readFile(out);
  const path = join(dir, 'half.jxl');
  await writeFile(path, whole.subarray(0, whole.length / 2));
  await expect(decodeJxl(path, header, dir)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

describe('portable pixmaps', () => {
  test('are read as 8-bit grey', () => {
    expect(readPnm(Buffer.from('P5\n2 1\n255\n\x07\xff', 'latin1'))).toMatchObject({
      width: 2,
      height: 1,
      channels: 1,
    });
  });

  test('are read as 16-bit colour, big-endian', () => {
    const { data } = readPnm(Buffer.from('P6\n1 1\n65535\n\x01\x00\x00\x02\xff\xff', 'latin1'));
    expect([...data]).toEqual([256, 2, 65_535]);
  });

  test('are scaled from fewer bits to the whole range', () => {
    const { data } = readPnm(
      Buffer.from(
        'P7\nWIDTH 1\nHEIGHT 1\nDEPTH 2\nMAXVAL 511\nTUPLTYPE GRAYSCALE_ALPHA\nENDHDR\n\x01\xff\x00\x00',
        'latin1',
      ),
    );
    expect([...data]).toEqual([65_535, 0]);
  });
});
