import { readFile } from 'node:fs/promises';
import { Value } from 'typebox/value';
import { afterAll, describe, expect, test } from 'vitest';
import { runsAll } from '../../../../tests/support/needs.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Refusal } from '../../job-type.ts';
import { makePngChunk, makePngHeader, pngSignature } from '../pictures/png-chunks.ts';
import { drawn, Fixtures, frames } from '../testing/fixtures.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const failure = (path: string, options: Record<string, unknown> = { outputFormat: 'png' }) =>
  runJob(job, run, path, options).then(
    () => 'ok',
    error => error.reason ?? String(error),
  );

/** Headers that promise far more than anyone should decode. */
const giants: Record<string, () => Buffer> = {
  'giant.png': () =>
    Buffer.concat([
      pngSignature,
      makePngHeader(60_000, 60_000, 8, 2),
      makePngChunk('IDAT', Buffer.alloc(64)),
      makePngChunk('IEND'),
    ]),
  'giant.gif': () => Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0;', 'latin1'),
  'giant.bmp': () => {
    const file = Buffer.alloc(200);
    file.write('BM');
    file.writeUInt32LE(54, 10);
    file.writeUInt32LE(40, 14);
    file.writeInt32LE(100_000, 18);
    file.writeInt32LE(100_000, 22);
    file.writeUInt16LE(1, 26);
    file.writeUInt16LE(24, 28);
    return file;
  },
  'giant.psd': () => {
    const file = Buffer.alloc(200);
    file.write('8BPS\0\x01', 'latin1');
    file.writeUInt32BE(200_000, 14);
    file.writeUInt32BE(200_000, 18);
    return file;
  },
  'giant.jp2': () => {
    const file = Buffer.alloc(200);
    file.writeUInt32BE(0xff4fff51, 0);
    file.writeUInt32BE(500_000, 8);
    file.writeUInt32BE(500_000, 12);
    return file;
  },
  'giant.dng': () => {
    const file = Buffer.alloc(64);
    file.write('II*\0', 'latin1');
    file.writeUInt32LE(8, 4);
    file.writeUInt16LE(2, 8);
    for (const [index, tag] of [0x100, 0x101].entries()) {
      file.writeUInt16LE(tag, 10 + index * 12);
      file.writeUInt16LE(4, 12 + index * 12);
      file.writeUInt32LE(1, 14 + index * 12);
      file.writeUInt32LE(90_000, 18 + index * 12);
    }
    return file;
  },
  'giant.svg': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>'),
};

describe('oversized images are refused by their header', () => {
  test.each(Object.keys(giants))('%s', async name => {
    expect(await failure(await fixtures.file(name, giants[name]!()))).toBe('limit_exceeded');
  });

  test('and a side longer than the format supports is refused', async () => {
    const long = sharp({ create: { width: 20_000, height: 2, channels: 3, background: 'red' } });
    const path = await fixtures.file('long.png', await long.png().toBuffer());
    expect(await failure(path, { outputFormat: 'webp' })).toBe('not_representable');
    expect(await failure(path, { outputFormat: 'jpeg' })).toBe('ok');
  });
});

describe('unreadable input', () => {
  const rubbish = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 251));

  test.each([
    'jpg',
    'png',
    'webp',
    'avif',
    'gif',
    'tiff',
    'bmp',
    'svg',
    'heic',
    'ico',
    'psd',
    'jp2',
    'jxl',
    'dng',
    'cr2',
    'nef',
  ])('with garbage as %s fails', async extension => {
    expect(await failure(await fixtures.file(`rubbish.${extension}`, rubbish))).toBe('unreadable_input');
    expect(await failure(await fixtures.file(`empty.${extension}`, ''))).toBe('unreadable_input');
  });

  test('with the extension of another format fails', async () => {
    const path = await fixtures.file('really-png.jpg', await drawn().png().toBuffer());
    expect(await failure(path)).toBe('unreadable_input');
  });

  test('that is truncated is returned marked as damaged', async () => {
    const whole = await drawn(400, 400).jpeg({ quality: 95 }).toBuffer();
    const path = await fixtures.file('half.jpg', whole.subarray(0, whole.length / 2));
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    expect(result.outputs[0]!.metadata).toEqual({ width: 400, height: 400, damaged: true });
  });

  test.each(['gif', 'png'])(
    'in an animated %s cut short gives the readable frames, marked as damaged',
    async format => {
      const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];
      const gif = await (await frames(colours, 64)).gif({ delay: [90, 90, 90, 90] }).toBuffer();
      const clip = await fixtures.file('clip.gif', gif);
      await using made = await runJob(job, run, clip, { outputFormat: format });
      const file = await readFile(made.outputs[0]!.path);
      expect(made.outputs[0]!.metadata).not.toHaveProperty('damaged');
      const whole = await fixtures.file(
        `untailed.${format}`,
        file.subarray(0, file.length - (format === 'gif' ? 1 : 0)),
      );
      await using read = await runJob(job, run, whole, { outputFormat: 'webp' });
      expect(read.outputs[0]!.metadata).toEqual({ width: 64, height: 64, frames: 4 });
      const path = await fixtures.file(`cut.${format}`, file.subarray(0, Math.round(file.length * 0.7)));
      await using result = await runJob(job, run, path, { outputFormat: 'webp' });
      expect(result.outputs[0]!.metadata).toMatchObject({ damaged: true });
      expect(result.outputs[0]!.metadata!.frames).toBeGreaterThan(1);
    },
  );

  test.runIf(runsAll)('in an SVG that references itself exponentially fails', async () => {
    const layers = Array.from(
      { length: 10 },
      (_, at) => `<g id="a${at + 1}">${`<use xlink:href="#a${at}"/>`.repeat(10)}</g>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><defs><g id="a0"/>${layers.join('')}</defs><use xlink:href="#a10"/></svg>`;
    expect(await failure(await fixtures.file('layers.svg', svg))).toBe('limit_exceeded');
  });
});

describe('refused before the job starts', () => {
  const valid = (options: unknown) => Value.Check(job.options, options);

  test.each([
    {},
    { outputFormat: 'docx' },
    { outputFormat: 'png', quality: 0 },
    { outputFormat: 'png', quality: 101 },
    { outputFormat: 'png', quality: '80' },
    { outputFormat: 'png', background: 'javascript' },
    { outputFormat: 'png', background: '#12' },
    { outputFormat: 'png', page: 0 },
    { outputFormat: 'png', density: 1e6 },
    { outputFormat: 'png', sharpen: true },
  ])('%j', options => expect(valid(options)).toBe(false));

  test('lossless for a format that is always lossy', () => {
    expect(() => job.resolve({ input: 'png', options: { outputFormat: 'jpeg', lossless: true } })).toThrow(
      Refusal,
    );
  });

  test('density for an input that is not a drawing', () => {
    expect(() => job.resolve({ input: 'png', options: { outputFormat: 'jpeg', density: 300 } })).toThrow(
      Refusal,
    );
    expect(job.resolve({ input: 'svg', options: { outputFormat: 'jpeg', density: 300 } }).engines).toEqual([
      'sharp',
    ]);
  });

  test('resolves the engines that a request needs', () => {
    expect(job.resolve({ input: 'heic', options: { outputFormat: 'jxl' } })).toEqual({
      outputs: ['jxl'],
      count: 'one',
      engines: ['heic', 'sharp', 'jxl'],
    });
  });
});
