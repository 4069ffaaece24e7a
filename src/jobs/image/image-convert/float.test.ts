import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** A TIFF of one row of grey shades, as floating-point numbers. */
function floats(shades: readonly number[]): Buffer {
  const entries: [tag: number, type: number, value: number][] = [
    [256, 4, shades.length],
    [257, 4, 1],
    [258, 3, 32],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8 + 2 + 12 * 10 + 4],
    [277, 3, 1],
    [278, 4, 1],
    [279, 4, 4 * shades.length],
    [339, 3, 3],
  ];
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  for (const [index, [tag, type, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * index);
    directory.writeUInt16LE(type, 4 + 12 * index);
    directory.writeUInt32LE(1, 6 + 12 * index);
    directory.writeUInt32LE(value, 10 + 12 * index);
  }
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  return Buffer.concat([head, directory, Buffer.from(Float32Array.from(shades).buffer)]);
}

test('grey shades between 0 and 1 are shades, not all black', async () => {
  const path = await fixtures.file('float.tif', floats([0, 0.25, 0.5, 1]));
  await using result = await runJob(job, run, path, { outputFormat: 'png' });
  const shown = await sharp(result.outputs[0]!.path).toColourspace('b-w').raw().toBuffer();
  for (const [index, shade] of [0, 64, 128, 255].entries())
    expect(Math.abs(shown[index]! - shade)).toBeLessThanOrEqual(1);
});
