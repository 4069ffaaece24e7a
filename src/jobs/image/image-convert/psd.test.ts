import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { loadProfile } from '../pictures/profiles.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { pixelAt, type Rgba, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const modes = { grey: 1, rgb: 3, lab: 9 } as const;

interface Parts {
  mode: keyof typeof modes;
  /** One row of pixels for each channel. */
  channels: readonly (readonly number[])[];
  float?: boolean;
  packed?: boolean;
  icc?: Buffer;
  /** Whether the layer section declares the last channel as the merged picture's alpha. */
  alpha?: boolean;
}

const counted = (part: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
};

function row(values: readonly number[], float: boolean): Buffer {
  if (!float) return Buffer.from(values);
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatBE(value, index * 4);
  return bytes;
}

/** Packs bytes as two literals, a run of four and a literal rest; bytes 2 to 5 must be equal. */
const pack = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([1]),
    bytes.subarray(0, 2),
    Buffer.from([257 - 4, bytes[2]!, bytes.length - 7]),
    bytes.subarray(6),
  ]);

function psd({ mode, channels, float = false, packed = false, icc, alpha }: Parts): Buffer {
  const header = Buffer.alloc(26);
  header.write('8BPS\0\x01', 'latin1');
  header.writeUInt16BE(channels.length, 12);
  header.writeUInt32BE(1, 14);
  header.writeUInt32BE(channels[0]!.length, 18);
  header.writeUInt16BE(float ? 32 : 8, 22);
  header.writeUInt16BE(modes[mode], 24);
  const rows = channels.map(channel => row(channel, float)).map(bytes => (packed ? pack(bytes) : bytes));
  const lengths = Buffer.from(packed ? rows.flatMap(({ length }) => [0, length]) : []);
  const profile =
    icc &&
    Buffer.concat([Buffer.from('8BIM\x04\x0f\0\0', 'latin1'), counted(icc), Buffer.alloc(icc.length % 2)]);
  return Buffer.concat([
    header,
    counted(Buffer.alloc(0)),
    counted(profile ?? Buffer.alloc(0)),
    counted(alpha ? Buffer.from([0, 0, 0, 2, 0xff, 0xff, 0, 0]) : Buffer.alloc(0)),
    Buffer.from([0, packed ? 1 : 0]),
    lengths,
    ...rows,
  ]);
}

async function shown(parts: Parts): Promise<Rgba> {
  const path = await fixtures.file('made.psd', psd(parts));
  await using result = await runJob(job, run, path, { outputFormat: 'png' });
  return await rgba(result.outputs[0]!.path);
}

/** How sRGB stores shades of light. */
const stored = { half: 188, fifth: 124 } as const;

test('converts linear floating-point values to sRGB', async () => {
  const picture = await shown({
    mode: 'rgb',
    float: true,
    channels: [
      [1, 0.5],
      [0, 0.2],
      [3, -1],
    ],
  });
  expect(pixelAt(picture, 0, 0)).toEqual([255, 0, 255, 255]);
  expect(pixelAt(picture, 1, 0)).toEqual([stored.half, stored.fifth, 0, 255]);
  const grey = await shown({ mode: 'grey', float: true, channels: [[0.5, 0.2]] });
  expect(pixelAt(grey, 1, 0)).toEqual([stored.fifth, stored.fifth, stored.fifth, 255]);
});

test('reads compressed floating-point rows, and alpha if the layers declare it', async () => {
  const clear = [0, 0, 0.5];
  const channels = [clear, clear, clear, clear];
  const parts: Parts = { mode: 'rgb', float: true, packed: true, channels };
  expect(pixelAt(await shown(parts), 2, 0)).toEqual([stored.half, stored.half, stored.half, 255]);
  expect(pixelAt(await shown({ ...parts, alpha: true }), 2, 0)).toEqual([
    stored.half,
    stored.half,
    stored.half,
    128,
  ]);
});

test('interprets floating-point values by the profile', async () => {
  const icc = await loadProfile('p3');
  const parts: Parts = { mode: 'rgb', float: true, icc, channels: [[0.5], [0.5], [0.2]] };
  const [red, , blue] = pixelAt(await shown(parts), 0, 0);
  expect(red).toBeCloseTo(128, -1);
  expect(blue).toBeLessThan(51);
  const kept = await fixtures.file('kept.psd', psd(parts));
  await using result = await runJob(job, run, kept, { outputFormat: 'png', keepMetadata: true });
  expect(pixelAt(await rgba(result.outputs[0]!.path), 0, 0)[0]).toBe(red);
});

test('converts L*a*b* under the D50 white point', async () => {
  // The L*a*b* of sRGB blue, white and a middle grey under D50.
  const picture = await shown({
    mode: 'lab',
    channels: [
      [75, 255, 136],
      [196, 128, 128],
      [16, 128, 128],
    ],
  });
  const near = (colour: number[], wanted: number[]) =>
    colour.every((value, band) => Math.abs(value - wanted[band]!) <= 6);
  expect(pixelAt(picture, 0, 0)).toSatisfy((colour: number[]) => near(colour, [0, 0, 255, 255]));
  expect(pixelAt(picture, 1, 0)).toSatisfy((colour: number[]) => near(colour, [255, 255, 255, 255]));
  expect(pixelAt(picture, 2, 0)).toSatisfy((colour: number[]) => near(colour, [127, 127, 127, 255]));
});
