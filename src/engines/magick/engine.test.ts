import { ImageMagick, MagickFormat } from '@imagemagick/magick-wasm';
import { expect, test } from 'vitest';
import { decodeMagick, type MagickReading } from './engine.ts';
import { engine } from './probe.ts';

/** Makes an icon-sized PSD of one colour, written by the same library that the engine reads with. */
async function psd(colour: [number, number, number], width = 20, height = 10): Promise<Buffer> {
  // This call starts the library, under a limit that lets it write the picture below.
  await decodeMagick(Buffer.from('8BPS'), 'psd', { ...reading, maxPixels: 1_000_000 }).catch(() => {});
  const raw = new Uint8Array(width * height * 3).map((_, at) => colour[at % 3]!);
  const header = Buffer.from(`P6\n${width} ${height}\n255\n`, 'latin1');
  return ImageMagick.read(Buffer.concat([header, raw]), MagickFormat.Ppm, image =>
    image.write(MagickFormat.Psd, data => Buffer.from(data)),
  );
}

const reading: MagickReading = { maxPixels: 10_000, srgb: new Uint8Array() };

test('the engine is installed and reports its version', async () => {
  expect(await engine.probe()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('decodes the pixels of a file', async () => {
  const pixels = await decodeMagick(await psd([10, 120, 240]), 'psd', reading);
  expect(pixels).toMatchObject({ width: 20, height: 10, channels: 3 });
  expect([...pixels.data.subarray(0, 3)]).toEqual([10, 120, 240]);
});

test('refuses a picture over the limit', async () => {
  const file = await psd([1, 2, 3], 200, 100);
  await expect(decodeMagick(file, 'psd', reading)).rejects.toMatchObject({ reason: 'limit_exceeded' });
});

test('decodes by the given format, whatever the content looks like', async () => {
  const file = await psd([1, 2, 3]);
  await expect(decodeMagick(file, 'jp2', reading)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('reports a truncated file as unreadable', async () => {
  const file = await psd([1, 2, 3], 90, 90);
  await expect(decodeMagick(file.subarray(0, 40), 'psd', reading)).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});
