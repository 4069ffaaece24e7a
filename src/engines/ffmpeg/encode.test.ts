import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEncoder } from './encode.ts';
import { inspectSound } from './inspect.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'filemill-encode-'));
});
afterAll(() => rm(dir, { recursive: true }));

it.each([
  ['mp3', 96_000, 6, '5.1(side)', { rate: 48_000, channels: 2 }],
  ['mp3', 7_000, 1, 'mono', { rate: 8_000, channels: 1 }],
  ['webm', 44_100, 6, '5.1(side)', { rate: 48_000, channels: 6 }],
  ['webm', 44_100, 4, '4.0', { rate: 48_000, channels: 4 }],
  ['mp4', 192_000, 2, 'stereo', { rate: 96_000, channels: 2 }],
  ['flac', 700_001, 1, 'mono', { rate: 384_000, channels: 1 }],
  ['flac', 96_001, 2, 'stereo', { rate: 96_010, channels: 2 }],
  ['wav', 96_001, 8, '7.1', { rate: 96_001, channels: 8 }],
] as const)(
  'reports the sample rate and channels that %s from %i Hz and %i channels (%s) really has',
  async (format, rate, channels, layout, holds) => {
    const path = join(dir, `${rate}-${channels}.${format}`);
    const encoder = openEncoder({ dir, path, format, sound: { rate, channels, layout, depth: 16 } });
    await encoder.write(
      new Float32Array((rate / 2) * channels).map((_, at) => Math.sin(at / 50 / channels) / 4),
    );
    await encoder.close();
    expect(encoder.written).toMatchObject(holds);
    expect(await inspectSound({ path, format }, dir)).toMatchObject(holds);
  },
);
