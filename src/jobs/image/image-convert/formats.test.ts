import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { MagickFormat } from '@imagemagick/magick-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { joinTiffs } from '../codecs/tiff-join.ts';
import { drawn, Fixtures, faded, scene } from '../testing/fixtures.ts';
import { difference, magickRgba, pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

describe('BMP', () => {
  test('writes 24 bits that another decoder reads the same', async () => {
    const path = await fixtures.file('odd.png', await drawn(121, 81).png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'bmp' });
    expect(difference(await magickRgba(result.outputs[0]!.path, MagickFormat.Bmp), await rgba(path))).toBe(0);
  });

  test('writes 32 bits with alpha', async () => {
    const path = await fixtures.file('faded.png', await faded().png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'bmp' });
    expect(difference(await magickRgba(result.outputs[0]!.path, MagickFormat.Bmp), await rgba(path))).toBe(0);
  });

  test('is read back pixel by pixel', async () => {
    const path = await fixtures.file('back.png', await drawn().png().toBuffer());
    await using there = await runJob(job, run, path, { outputFormat: 'bmp' });
    const bmp = await fixtures.file('back.bmp', await readFile(there.outputs[0]!.path));
    await using back = await runJob(job, run, bmp, { outputFormat: 'png' });
    expect((await sharp(back.outputs[0]!.path).raw().toBuffer()).equals(scene())).toBe(true);
  });
});

describe('ICO', () => {
  test('has the usual square sizes up to its own, as another decoder reads them', async () => {
    const path = await fixtures.file('wide.png', await drawn().png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'ico' });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 120, height: 120 });
    for (const [index, side] of [16, 24, 32, 48, 64, 120].entries()) {
      const icon = await magickRgba(output!.path, MagickFormat.Ico, index);
      expect([icon.width, icon.height]).toEqual([side, side]);
      expect(pixelAt(icon, side / 2, 0)[3]).toBe(0);
      expect(pixelAt(icon, side / 2, side / 2)[3]).toBe(255);
    }
  });

  test('reads a cursor, which is an icon with a hotspot', async () => {
    const path = await fixtures.file('cursor-source.png', await drawn(32, 32).png().toBuffer());
    await using made = await runJob(job, run, path, { outputFormat: 'ico' });
    const bytes = await readFile(made.outputs[0]!.path);
    bytes[2] = 2;
    for (let entry = 0; entry < bytes.readUInt16LE(4); entry++) bytes.writeUInt32LE(0x30002, 10 + entry * 16);
    const cursor = await fixtures.file('cursor.cur', bytes);
    await using read = await runJob(job, run, cursor, { outputFormat: 'png' });
    expect(difference(await rgba(read.outputs[0]!.path), await rgba(path))).toBe(0);
  });

  test('gives its largest picture, or the requested one', async () => {
    const path = await fixtures.file('icon-source.png', await drawn(64, 64).png().toBuffer());
    await using made = await runJob(job, run, path, { outputFormat: 'ico' });
    const ico = await fixtures.file('icon.ico', await readFile(made.outputs[0]!.path));
    await using largest = await runJob(job, run, ico, { outputFormat: 'png' });
    expect(difference(await rgba(largest.outputs[0]!.path), await rgba(path))).toBe(0);
    await using second = await runJob(job, run, ico, { outputFormat: 'png', page: 2 });
    expect(second.outputs[0]!.metadata).toEqual({ width: 24, height: 24 });
  });
});

describe('JPEG XL', () => {
  test('is written losslessly with alpha, as another decoder reads it', async () => {
    const path = await fixtures.file('to-jxl.png', await faded().png().toBuffer());
    await using result = await runJob(job, run, path, { outputFormat: 'jxl', lossless: true });
    expect(result.engines).toEqual(['sharp', 'jxl']);
    expect(
      difference(await magickRgba(result.outputs[0]!.path, MagickFormat.Jxl), await rgba(path)),
    ).toBeLessThan(0.3);
  });

  test('is read back', async () => {
    const path = await fixtures.file('to-jxl-2.png', await faded().png().toBuffer());
    await using there = await runJob(job, run, path, { outputFormat: 'jxl', lossless: true });
    const jxl = await fixtures.file('back.jxl', await readFile(there.outputs[0]!.path));
    await using back = await runJob(job, run, jxl, { outputFormat: 'png' });
    expect(back.engines).toEqual(['jxl', 'sharp']);
    expect(difference(await rgba(back.outputs[0]!.path), await rgba(path))).toBeLessThan(0.3);
  });

  test('a higher quality makes a larger file', async () => {
    const path = await fixtures.file('to-jxl-3.png', await drawn(400, 300).png().toBuffer());
    const sizes: number[] = [];
    for (const quality of [30, 95]) {
      await using result = await runJob(job, run, path, { outputFormat: 'jxl', quality });
      sizes.push((await readFile(result.outputs[0]!.path)).length);
    }
    expect(sizes[0]).toBeLessThan(sizes[1]!);
  });
});

describe('PSD and JPEG 2000', () => {
  test.each([
    ['psd', MagickFormat.Psd],
    ['jp2', MagickFormat.Jp2],
  ] as const)('%s is read', async (extension, format) => {
    const { ImageMagick } = await import('@imagemagick/magick-wasm');
    const source = await drawn().png().toBuffer();
    await magickRgba(source, MagickFormat.Png);
    const file = ImageMagick.read(source, MagickFormat.Png, image => {
      image.quality = 100;
      return image.write(format, data => Buffer.from(data));
    });
    const path = await fixtures.file(`made.${extension}`, file);
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    expect(result.engines).toEqual(['magick', 'sharp']);
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(source))).toBeLessThan(1);
  });
});

test('converts the layers of a PSD with a truncated merged picture, marked as damaged', async () => {
  const file = await readFile(realFile('images/pillow__hopper.psd', 'images/layers.psd'));
  for (const [share, damaged] of [
    [0.9, { damaged: true }],
    [1, {}],
  ] as const) {
    const path = await fixtures.file('cut.psd', file.subarray(0, file.length * share));
    await using result = await runJob(job, run, path, { outputFormat: 'png' });
    expect(result.outputs[0]!.metadata).toEqual({ width: 128, height: 128, ...damaged });
  }
});

describe('multi-page TIFF', () => {
  const pages = async () => {
    const sizes = [
      [60, 40],
      [33, 77],
      [200, 10],
    ] as const;
    const files: string[] = [];
    for (const [index, [w, h]] of sizes.entries())
      files.push(
        await fixtures.file(
          `part-${index}.tiff`,
          await drawn(w, h)
            .withDensity(144)
            .tiff({ compression: 'lzw', xres: 144 / 25.4, yres: 144 / 25.4 })
            .toBuffer(),
        ),
      );
    const path = await fixtures.file('pages.tiff', '');
    await joinTiffs(files, path);
    return { path, sizes };
  };

  test('keeps its pages, each in its own size', async () => {
    const { path, sizes } = await pages();
    await using result = await runJob(job, run, path, { outputFormat: 'tiff' });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 60, height: 40, pages: 3 });
    for (const [index, [w, h]] of sizes.entries()) {
      const page = await magickRgba(output!.path, MagickFormat.Tiff, index);
      expect(difference(page, await rgba(await drawn(w, h).png().toBuffer()))).toBe(0);
    }
  });

  test('becomes a PDF with as many pages, sized by its resolution', async () => {
    const { path, sizes } = await pages();
    await using result = await runJob(job, run, path, { outputFormat: 'pdf' });
    const [output] = result.outputs;
    expect(output!.metadata).toMatchObject({ pages: 3 });
    const info = execFileSync('pdfinfo', ['-f', '1', '-l', '3', output!.path], { encoding: 'utf8' });
    const boxes = [...info.matchAll(/size:\s+([\d.]+) x ([\d.]+) pts/g)].map(([, w, h]) => [
      Number(w),
      Number(h),
    ]);
    expect(boxes).toEqual(sizes.map(([w, h]) => [w / 2, h / 2]));
  });

  test('warns if the output holds one page and none was chosen', async () => {
    const { path } = await pages();
    const warn = async (options: object) => {
      await using result = await runJob(job, run, path, { outputFormat: 'png', ...options });
      return result.warnings;
    };
    expect(await warn({})).toEqual([{ code: 'content_dropped', detail: 'other_pages' }]);
    expect(await warn({ page: 1 })).toEqual([]);
    expect(await warn({ outputFormat: 'pdf' })).toEqual([]);
  });

  test('warns if the output holds one frame of an animation and none was chosen', async () => {
    const frames = ['red', 'blue'].map(background =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const path = await fixtures.file('moving.gif', '');
    await sharp(await Promise.all(frames), { join: { animated: true } }).toFile(path);
    const warn = async (from: string, options: Record<string, unknown>) => {
      await using result = await runJob(job, run, from, options);
      return result.warnings;
    };
    const warning = [{ code: 'content_dropped', detail: 'other_frames' }];
    for (const outputFormat of ['jpeg', 'pdf', 'tiff'])
      expect(await warn(path, { outputFormat })).toEqual(warning);
    expect(await warn(path, { outputFormat: 'webp' })).toEqual([]);
    expect(await warn(path, { outputFormat: 'jpeg', page: 2 })).toEqual([]);
    expect(await warn(path, { outputFormat: 'webp', animate: false })).toEqual([]);
    for (const outputFormat of ['png', 'avif']) {
      await using moving = await runJob(job, run, path, { outputFormat });
      expect(await warn(moving.outputs[0]!.path, { outputFormat: 'jpeg' }), outputFormat).toEqual(warning);
    }
  });

  test('gives the requested page', async () => {
    const { path } = await pages();
    await using result = await runJob(job, run, path, { outputFormat: 'jpeg', page: 2 });
    expect(result.outputs[0]!.metadata).toEqual({ width: 33, height: 77 });
    await expect(runJob(job, run, path, { outputFormat: 'jpeg', page: 4 })).rejects.toMatchObject({
      reason: 'option_mismatch',
    });
  });
});
