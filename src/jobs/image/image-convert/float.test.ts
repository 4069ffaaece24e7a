import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

interface Samples {
  channels: 1 | 4;
  numbers: Float32Array | Uint32Array;
}

/** A TIFF of one row of 32-bit samples; further rows are further pages. */
function tiff(...pages: Samples[]): Buffer {
  const parts: Uint8Array[] = [Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0])];
  let at = 8;
  for (const [index, { channels, numbers }] of pages.entries()) {
    const each = (value: number) => Array<number>(channels).fill(value);
    const entries: [tag: number, type: number, values: number[]][] = [
      [256, 4, [numbers.length / channels]],
      [257, 4, [1]],
      [258, 3, each(32)],
      [259, 3, [1]],
      [262, 3, [channels === 1 ? 1 : 2]],
      [273, 4, [0]],
      [277, 3, [channels]],
      [278, 4, [1]],
      [279, 4, [numbers.byteLength]],
      ...(channels === 4 ? [[338, 3, [2]] as [number, number, number[]]] : []),
      [339, 3, each(numbers instanceof Float32Array ? 3 : 1)],
    ];
    const directory = Buffer.alloc(2 + 12 * entries.length + 4);
    const outside: Buffer[] = [];
    let end = at + directory.length;
    directory.writeUInt16LE(entries.length, 0);
    for (const [entry, [tag, type, values]] of entries.entries()) {
      const place = 2 + 12 * entry;
      directory.writeUInt16LE(tag, place);
      directory.writeUInt16LE(type, place + 2);
      directory.writeUInt32LE(values.length, place + 4);
      if (values.length === 1) directory.writeUInt32LE(values[0]!, place + 8);
      else {
        directory.writeUInt32LE(end, place + 8);
        outside.push(Buffer.from(Uint16Array.from(values).buffer));
        end += values.length * 2;
      }
    }
    directory.writeUInt32LE(end, 2 + 12 * entries.findIndex(([tag]) => tag === 273) + 8);
    end += numbers.byteLength;
    directory.writeUInt32LE(index < pages.length - 1 ? end : 0, directory.length - 4);
    parts.push(directory, ...outside, Buffer.from(numbers.buffer));
    at = end;
  }
  return Buffer.concat(parts);
}

const grey = (numbers: Samples['numbers']): Samples => ({ channels: 1, numbers });

async function shades(path: string, page?: number): Promise<number[]> {
  await using result = await runJob(job, run, path, { outputFormat: 'png', ...(page && { page }) });
  return [...(await sharp(result.outputs[0]!.path).toColourspace('b-w').raw().toBuffer())];
}

test('reads floating-point grey between 0 and 1 as shades on every page', async () => {
  const pages = [
    [0, 0.25, 0.5, 1],
    [1, 0.5, 0.25, 0],
  ].map(row => grey(Float32Array.from(row)));
  const path = await fixtures.file('float.tif', tiff(...pages));
  expect(await shades(path)).toEqual([0, 64, 128, 255]);
  expect(await shades(path, 2)).toEqual([255, 128, 64, 0]);
});

test('reads 32-bit integer grey by its upper bits', async () => {
  const row = Uint32Array.from([0, 0x40_40_40_40, 0x80_80_80_80, 0xff_ff_ff_ff]);
  expect(await shades(await fixtures.file('deep.tif', tiff(grey(row))))).toEqual([0, 64, 128, 255]);
});

test('flattens floating-point colours on the requested background', async () => {
  const numbers = Float32Array.from([1, 0, 0, 1, 0, 0, 1, 0.5, 0, 1, 0, 0]);
  const path = await fixtures.file('clear.tif', tiff({ channels: 4, numbers }));
  await using result = await runJob(job, run, path, { outputFormat: 'png', background: '#808080' });
  const shown = await rgba(result.outputs[0]!.path);
  expect(pixelAt(shown, 0, 0)).toEqual([255, 0, 0, 255]);
  expect(pixelAt(shown, 2, 0)).toEqual([128, 128, 128, 255]);
  const [red, , blue] = pixelAt(shown, 1, 0);
  expect(red).toBeCloseTo(64, -1);
  expect(blue).toBeCloseTo(192, -1);
});
