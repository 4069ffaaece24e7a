import { afterAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import { Fixtures, height, scene, width } from '../testing/fixtures.ts';
import { difference, rgba } from '../testing/pixels.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const fixtures = new Fixtures();
afterAll(() => fixtures.remove());

/** Returns where a camera with this orientation stores the pixel of x, y, and whether width and height are swapped. */
const stored: Record<number, { side: boolean; at(x: number, y: number): [number, number] }> = {
  1: { side: false, at: (x, y) => [x, y] },
  2: { side: false, at: (x, y) => [width - 1 - x, y] },
  3: { side: false, at: (x, y) => [width - 1 - x, height - 1 - y] },
  4: { side: false, at: (x, y) => [x, height - 1 - y] },
  5: { side: true, at: (x, y) => [y, x] },
  6: { side: true, at: (x, y) => [y, width - 1 - x] },
  7: { side: true, at: (x, y) => [height - 1 - y, width - 1 - x] },
  8: { side: true, at: (x, y) => [height - 1 - y, x] },
};

function turned(orientation: number) {
  const { side, at } = stored[orientation]!;
  const [w, h] = side ? [height, width] : [width, height];
  const [from, to] = [scene(), Buffer.alloc(w * h * 3)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [toX, toY] = at(x, y);
      from.copy(to, (toY * w + toX) * 3, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  return sharp(to, { raw: { width: w, height: h, channels: 3 } }).withMetadata({ orientation });
}

const upright = {
  width,
  height,
  data: await sharp(scene(), { raw: { width, height, channels: 3 } })
    .ensureAlpha()
    .raw()
    .toBuffer(),
};

for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
  for (const kind of ['tiff', 'jpeg', 'webp', 'png'] as const)
    test(`applies orientation ${orientation} of a ${kind} to the pixels and removes it from the metadata`, async () => {
      const encoded = turned(orientation);
      const encoders = {
        tiff: () => encoded.tiff({ compression: 'lzw' }),
        jpeg: () => encoded.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
        webp: () => encoded.webp({ lossless: true }),
        png: () => encoded.png(),
      };
      const path = await fixtures.file(`turned-${orientation}.${kind}`, await encoders[kind]().toBuffer());
      for (const keepMetadata of [false, true]) {
        await using result = await runJob(job, run, path, { outputFormat: 'png', keepMetadata });
        const { path: out } = result.outputs[0]!;
        expect(difference(await rgba(out), upright)).toBeLessThan(kind === 'jpeg' ? 1.5 : 0.01);
        expect([undefined, 1]).toContain((await sharp(out).metadata()).orientation);
      }
    });
