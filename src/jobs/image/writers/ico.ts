import { writeFile } from 'node:fs/promises';
import { sharp } from '../../../engines/sharp/engine.ts';
import { zip } from '../../../lists.ts';
import { checkSize } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Writer } from './writer.ts';

const largest = 256;
const sizes = [16, 24, 32, 48, 64, 128, largest];

/** Writes a square icon in all usual sizes up to the picture's own, each as a PNG. */
export const writeIco: Writer = async ([drawing], path) => {
  checkSize(drawing, maxHeldPixels);
  const { data, info } = await drawing.open().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const own = Math.min(largest, Math.max(width, height));
  const sides = [...new Set([...sizes.filter(side => side < own), own])];
  const images = await Promise.all(
    sides.map(side =>
      sharp(data, { raw: { width, height, channels } })
        .resize(side, side, { fit: 'contain', background: 'transparent' })
        .png()
        .toBuffer(),
    ),
  );
  const head = Buffer.alloc(6 + 16 * sides.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sides.length, 4);
  let at = head.length;
  for (const [index, [side, image]] of zip(sides, images).entries()) {
    const entry = 6 + index * 16;
    head[entry] = head[entry + 1] = side % largest;
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += image.length;
  }
  await writeFile(path, Buffer.concat([head, ...images]));
  return { width: own, height: own };
};
