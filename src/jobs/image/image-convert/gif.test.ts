import { afterAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { Fixtures, photo } from '../testing/fixtures.ts';
import { difference, pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const side = 8;
const red = [255, 0, 0, 255];
const green = [0, 255, 0, 255];
const blue = [0, 0, 255, 255];
const clear = [0, 0, 0, 0];
const palette = [red, green, blue].flatMap(colour => colour.slice(0, 3));

interface Frame {
  /** The side of a square. */
  at: number;
  size: number;
  /** A colour, or one for each row. */
  colour: number | number[];
  dispose: 1 | 2 | 3;
  interlaced?: boolean;
}

/** A GIF without a transparent colour, green its ground. Codes of 8 bits, of which the table never grows. */
function gif(frames: readonly Frame[]): Buffer {
  const table = Buffer.alloc(3 * 128);
  table.set(palette);
  const parts = [Buffer.from([...Buffer.from('GIF89a'), side, 0, side, 0, 0xf6, 1, 0]), table];
  for (const { at, size, colour, dispose, interlaced } of frames) {
    const rows = typeof colour === 'number' ? Array<number>(size).fill(colour) : colour;
    const codes = [128, ...rows.flatMap(index => Array<number>(size).fill(index)), 129];
    parts.push(
      Buffer.from([0x21, 0xf9, 4, dispose << 2, 10, 0, 0, 0]),
      Buffer.from([0x2c, at, 0, at, 0, size, 0, size, 0, interlaced ? 0x40 : 0]),
      Buffer.from([7, codes.length, ...codes, 0]),
    );
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}

async function shown(frames: readonly Frame[], options: Record<string, unknown> = {}) {
  const path = await fixtures.file('made.gif', gif(frames));
  await using result = await runJob(job, run, path, { outputFormat: 'webp', lossless: true, ...options });
  const out = result.outputs[0]!;
  const count = Number(out.metadata!.frames ?? 1);
  return await Promise.all(Array.from({ length: count }, (_, page) => rgba(out.path, page)));
}

const all = { at: 0, size: side };
const part = { at: 2, size: 4 };

describe('a GIF without a transparent colour is transparent', () => {
  test('where a frame was disposed of', async () => {
    const [, , third] = await shown([
      { ...all, colour: 0, dispose: 1 },
      { ...part, colour: 1, dispose: 2 },
      { at: 0, size: 3, colour: 2, dispose: 1 },
    ]);
    expect([0, 4, 7].map(at => pixelAt(third!, at, at))).toEqual([blue, clear, red]);
  });

  test('where the first frames are removed again', async () => {
    const frames: Frame[] = [
      { ...all, colour: 0, dispose: 3 },
      { ...part, colour: 1, dispose: 3 },
      { at: 0, size: 3, colour: 2, dispose: 1 },
    ];
    const [first, second, third] = await shown(frames);
    expect(pixelAt(first!, 7, 7)).toEqual(red);
    expect([0, 4].map(at => pixelAt(second!, at, at))).toEqual([clear, green]);
    expect([0, 4].map(at => pixelAt(third!, at, at))).toEqual([blue, clear]);
    const [alone] = await shown(frames, { page: 2 });
    expect([0, 4].map(at => pixelAt(alone!, at, at))).toEqual([clear, green]);
  });

  test('around a frame smaller than the canvas, interlaced or not', async () => {
    for (const [interlaced, colour] of [
      [false, [0, 1, 2, 0]],
      [true, [0, 2, 1, 0]],
    ] as const) {
      const [still] = await shown([{ ...part, colour: [...colour], dispose: 1, interlaced }]);
      expect([1, 2, 3, 4, 5, 6].map(y => pixelAt(still!, 3, y))).toEqual([
        clear,
        red,
        green,
        blue,
        red,
        clear,
      ]);
    }
  });

  test('beside a photo that keeps all its pixels', async () => {
    const whole = await photo(150, 100).gif().toBuffer();
    const wider = Buffer.from(whole);
    wider.writeUInt16LE(whole.readUInt16LE(6) + 10, 6);
    const path = await fixtures.file('wider.gif', wider);
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    const out = await rgba(result.outputs[0]!.path);
    const wanted = await rgba(whole);
    expect(out.width).toBe(wanted.width + 10);
    const cropped = Buffer.alloc(wanted.data.length);
    for (let y = 0; y < wanted.height; y++)
      cropped.set(
        out.data.subarray(y * out.width * 4, (y * out.width + wanted.width) * 4),
        y * wanted.width * 4,
      );
    expect(difference({ ...wanted, data: cropped }, wanted)).toBe(0);
    expect(pixelAt(out, out.width - 1, 0)).toEqual(clear);
  });
});
