import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '../../../engines/sharp/engine.ts';

/** A folder of made files that goes away by itself. */
export class Fixtures {
  #dir: string | undefined;

  async file(name: string, data: Uint8Array | string): Promise<string> {
    this.#dir ??= await mkdtemp(join(tmpdir(), 'filemill-fixtures-'));
    const path = join(this.#dir, name);
    await writeFile(path, data);
    return path;
  }

  async remove(): Promise<void> {
    if (this.#dir) await rm(this.#dir, { recursive: true });
  }
}

export const width = 120;
export const height = 80;

/** A picture no turn or flip leaves the same: a smooth ground, a red corner, a blue bar. */
export function scene(w = width, h = height): Buffer {
  const data = Buffer.alloc(w * h * 3);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const corner = x < w / 4 && y < h / 4;
      const bar = x > (w * 3) / 4 && y > h / 2;
      const colour = corner
        ? [220, 30, 20]
        : bar
          ? [20, 40, 200]
          : [60 + (x * 150) / w, 90 + (y * 120) / h, 120];
      data.set(colour, (y * w + x) * 3);
    }
  return data;
}

/** The scene as a pipeline to be encoded. */
export const drawn = (w = width, h = height) =>
  sharp(scene(w, h), { raw: { width: w, height: h, channels: 3 } });

/** The scene fading out to the right. */
export const faded = (w = width, h = height) => {
  const alpha = Buffer.from(
    Array.from({ length: w * h }, (_, at) => 255 - Math.floor(((at % w) * 255) / (w - 1))),
  );
  return drawn(w, h).joinChannel(alpha, { raw: { width: w, height: h, channels: 1 } });
};

/** Frames of one colour each. */
export function frames(colours: readonly string[], side = 16) {
  return Promise.all(
    colours.map(background =>
      sharp({ create: { width: side, height: side, channels: 4, background } })
        .raw()
        .toBuffer(),
    ),
  ).then(rows =>
    sharp(Buffer.concat(rows), {
      raw: { width: side, height: side * colours.length, channels: 4, pageHeight: side },
    }),
  );
}

/** Something like a photo: soft shapes under fine grain, the same every time. */
export function photo(w = 360, h = 240) {
  const data = Buffer.alloc(w * h * 3);
  let seed = 7;
  const grain = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31 - 0.5) * 24;
  };
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++)
      for (let band = 0; band < 3; band++) {
        const soft = 128 + 60 * Math.sin(x / (17 + band * 5)) + 50 * Math.cos(y / (11 + band * 7) + x / 90);
        data[(y * w + x) * 3 + band] = Math.max(0, Math.min(255, soft + grain()));
      }
  return sharp(data, { raw: { width: w, height: h, channels: 3 } });
}
