import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { realFile } from '../../../../tests/support/corpus.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Refusal } from '../../job-type.ts';
import { joinTiffs } from '../codecs/tiff-join.ts';
import { drawn, Fixtures, faded, frames } from '../testing/fixtures.ts';
import { difference, pixelAt, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

const source = async () => fixtures.file('scene.png', await drawn(120, 80).png().toBuffer());

describe('sizes', () => {
  test.each([
    [{ width: 60 }, 60, 40],
    [{ height: 20 }, 30, 20],
    [{ width: 60, height: 60 }, 60, 40],
    [{ width: 60, height: 60, fit: 'inside' }, 60, 40],
    [{ width: 60, height: 60, fit: 'outside' }, 90, 60],
    [{ width: 60, height: 60, fit: 'fill' }, 60, 60],
    [{ width: 60, height: 60, fit: 'cover' }, 60, 60],
    [{ width: 60, height: 60, fit: 'contain' }, 60, 60],
    [{ width: 240 }, 240, 160],
    [{ width: 240, noEnlarge: true }, 120, 80],
    [{ width: 240, height: 40, noEnlarge: true }, 60, 40],
    [{ width: 1, height: 1 }, 1, 1],
  ])('%j', async (options, width, height) => {
    await using result = await runJob(job, run, await source(), options);
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width, height });
    expect(output!.filename).toBe('scene.png');
    expect(await sharp(output!.path).metadata()).toMatchObject({ format: 'png', width, height });
  });
});

describe('fits', () => {
  test('inside shows the whole picture', async () => {
    await using result = await runJob(job, run, await source(), { width: 60, height: 60 });
    const expected = await rgba(await drawn(60, 40).png().toBuffer());
    expect(difference(await rgba(result.outputs[0]!.path), expected)).toBeLessThan(2);
  });

  test('contain adds bars, transparent or of a colour', async () => {
    for (const [options, bar] of [
      [{}, [0, 0, 0, 0]],
      [{ background: 'orange' }, [255, 165, 0, 255]],
      [{ outputFormat: 'jpeg', quality: 100 }, [255, 255, 255, 255]],
    ] as const) {
      await using result = await runJob(job, run, await source(), {
        width: 60,
        height: 60,
        fit: 'contain',
        ...options,
      });
      const picture = await rgba(result.outputs[0]!.path);
      expect(pixelAt(picture, 30, 3)).toEqual(bar);
      expect(Math.abs(pixelAt(picture, 4, 13)[0]! - 220)).toBeLessThan(12);
    }
  });

  test('contain fills transparent areas with the colour of its bars', async () => {
    const path = await fixtures.file('faded.png', await faded().png().toBuffer());
    const contain = async (background: string) => {
      await using result = await runJob(job, run, path, {
        width: 60,
        height: 60,
        fit: 'contain',
        background,
      });
      return pixelAt(await rgba(result.outputs[0]!.path), 59, 30);
    };
    expect((await contain('#0000ff'))[2]).toBeGreaterThan(240);
    expect((await contain('#0000ff'))[3]).toBe(255);
    expect((await contain('#0000ff00'))[3]).toBeLessThan(10);
  });

  test('contain adds coloured bars to a grey picture', async () => {
    const path = await fixtures.file(
      'grey.png',
      await drawn().greyscale().toColourspace('b-w').png().toBuffer(),
    );
    await using result = await runJob(job, run, path, {
      width: 60,
      height: 60,
      fit: 'contain',
      background: '#ff0000',
    });
    expect(pixelAt(await rgba(result.outputs[0]!.path), 30, 3)).toEqual([255, 0, 0, 255]);
  });

  test('cover crops around the centre', async () => {
    await using result = await runJob(job, run, await source(), { width: 40, height: 80, fit: 'cover' });
    const middle = await sharp(await drawn(120, 80).png().toBuffer())
      .extract({ left: 40, top: 0, width: 40, height: 80 })
      .png()
      .toBuffer();
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(middle))).toBeLessThan(1);
  });

  test('a background does not fill transparency that the format supports', async () => {
    const path = await fixtures.file('faded.png', await faded().png().toBuffer());
    await using result = await runJob(job, run, path, { width: 60, background: 'red' });
    expect(pixelAt(await rgba(result.outputs[0]!.path), 59, 20)[3]).toBeLessThan(10);
    await using flat = await runJob(job, run, path, {
      width: 60,
      background: '#0000ff',
      outputFormat: 'jpeg',
      quality: 100,
    });
    expect(pixelAt(await rgba(flat.outputs[0]!.path), 59, 20)[2]).toBeGreaterThan(240);
  });
});

describe('kinds of pictures', () => {
  test('applies the orientation before measuring', async () => {
    const lying = await drawn(80, 120).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const path = await fixtures.file('lying.jpg', lying);
    await using result = await runJob(job, run, path, { width: 60 });
    expect(result.outputs[0]!.metadata).toEqual({ width: 60, height: 40 });
  });

  test('resizes a JPEG exactly like sharp alone', async () => {
    const path = await fixtures.file('photo.jpg', await drawn(1200, 800).jpeg({ quality: 95 }).toBuffer());
    await using result = await runJob(job, run, path, { width: 150 });
    const alone = await sharp(path).resize(150).jpeg({ quality: 82 }).toBuffer();
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(alone))).toBe(0);
  });

  test.each(['gif', 'webp', 'png'])('keeps frames and delays in an animated %s', async format => {
    const colours = ['#ff0000', '#00ff00', '#0000ff'];
    const delay = [100, 250, 700];
    const gif = (await frames(colours, 40)).gif({ delay, loop: 0 }).toBuffer();
    const path = await fixtures.file('moving.gif', await gif);
    await using result = await runJob(job, run, path, { width: 10, outputFormat: format });
    const [output] = result.outputs;
    expect(output!.metadata).toEqual({ width: 10, height: 10, frames: 3 });
    if (format === 'png') {
      const jxl = `${result.dir}/check.jxl`;
      execFileSync('cjxl', [output!.path, jxl, '-d', '0'], { stdio: 'ignore' });
      expect(execFileSync('jxlinfo', [jxl], { encoding: 'utf8' }).match(/duration: (\d+)/g)).toEqual(
        delay.map(ms => `duration: ${ms}`),
      );
    } else {
      expect(await sharp(output!.path).metadata()).toMatchObject({ pages: 3, delay, loop: 0 });
      const seen = await Promise.all(
        [0, 1, 2].map(async frame => pixelAt(await rgba(output!.path, frame), 5, 5)),
      );
      for (const [frame, pixel] of seen.entries()) expect(pixel[frame]).toBeGreaterThan(200);
    }
    await using still = await runJob(job, run, path, { width: 10, outputFormat: format, animate: false });
    expect(still.outputs[0]!.metadata).toEqual({ width: 10, height: 10 });
  });

  test('keeps an animated PNG animated', async () => {
    const moving = realFile('images/pillow__iss634.apng', 'images/moving.apng');
    await using result = await runJob(job, run, moving, { width: 50 });
    expect(result.outputs[0]!.metadata).toEqual({ width: 50, height: 50, frames: 41 });
    const first = await sharp(moving).resize(50).png().toBuffer();
    expect(difference(await rgba(result.outputs[0]!.path), await rgba(first))).toBeLessThan(1);
  });

  test('renders an SVG at its new size instead of scaling pixels', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect x="5" width="5" height="10"/></svg>';
    const path = await fixtures.file('small.svg', svg);
    await using result = await runJob(job, run, path, { width: 500 });
    const [output] = result.outputs;
    expect(output).toMatchObject({
      filename: 'small.png',
      format: 'png',
      metadata: { width: 500, height: 500 },
    });
    const picture = await rgba(output!.path);
    expect([pixelAt(picture, 248, 9)[3], pixelAt(picture, 251, 9)[3]]).toEqual([0, 255]);
    await using kept = await runJob(job, run, path, { width: 500, noEnlarge: true });
    expect(kept.outputs[0]!.metadata).toEqual({ width: 10, height: 10 });
  });

  test('resizes every page of a TIFF', async () => {
    const files = await Promise.all(
      [
        [60, 40],
        [40, 60],
      ].map(async ([w, h], index) =>
        fixtures.file(`p${index}.tiff`, await drawn(w, h).tiff({ compression: 'lzw' }).toBuffer()),
      ),
    );
    const path = await fixtures.file('pages.tiff', '');
    await joinTiffs(files, path);
    await using result = await runJob(job, run, path, { width: 20 });
    expect(result.outputs[0]!.metadata).toEqual({ width: 20, height: 13, pages: 2 });
    expect(await sharp(result.outputs[0]!.path, { page: 1 }).metadata()).toMatchObject({
      width: 20,
      height: 30,
      pages: 2,
    });
  });

  test('keeps 16 bits', async () => {
    const path = await fixtures.file('deep.png', await drawn().toColourspace('rgb16').png().toBuffer());
    await using result = await runJob(job, run, path, { width: 30 });
    expect(await sharp(result.outputs[0]!.path).metadata()).toMatchObject({ depth: 'ushort', width: 30 });
  });
});

describe('refusals', () => {
  test('neither width nor height', () => {
    expect(() => job.resolve({ input: 'png', options: {} })).toThrow(Refusal);
    expect(() => job.resolve({ input: 'png', options: { fit: 'cover' } })).toThrow(
      'At least one of `options.width` and `options.height` is required.',
    );
  });

  test('resolves the output format and engines before the job starts', () => {
    expect(job.resolve({ input: 'heic', options: { width: 5 } }).outputs).toEqual(['jpeg']);
    expect(job.resolve({ input: 'svg', options: { width: 5 } }).outputs).toEqual(['png']);
    expect(job.resolve({ input: 'gif', options: { width: 5, outputFormat: 'jxl' } }).engines).toEqual([
      'sharp',
      'jxl',
    ]);
  });

  test('a result that is too large', async () => {
    const path = await fixtures.file('thin.png', await drawn(2, 4000).png().toBuffer());
    await expect(runJob(job, run, path, { width: 16_000 })).rejects.toMatchObject({
      reason: 'limit_exceeded',
    });
  });
});
