import { open } from 'node:fs/promises';
import type { Writer } from './writer.ts';

const fileHeader = 14;
const plainHeader = 40;
/** BITMAPV4HEADER, the first version with an alpha mask. */
const alphaHeader = 108;

/** Writes a Windows bitmap with 24 bits, or with 32 including alpha. */
export const writeBmp: Writer = async ([drawing], path) => {
  const { data, info } = await drawing
    .open()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const stride = Math.ceil((width * channels) / 4) * 4;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    let to = (height - 1 - y) * stride;
    for (let from = y * width * channels; from < (y + 1) * width * channels; from += channels) {
      rows[to++] = data[from + 2]!;
      rows[to++] = data[from + 1]!;
      rows[to++] = data[from]!;
      if (channels === 4) rows[to++] = data[from + 3]!;
    }
  }
  await using file = await open(path, 'w');
  await file.writeFile(makeHeaders(width, height, channels, rows.length, drawing.picture.density));
  await file.writeFile(rows);
  return { width, height };
};

function makeHeaders(width: number, height: number, channels: number, size: number, density: number): Buffer {
  const alpha = channels === 4;
  const length = fileHeader + (alpha ? alphaHeader : plainHeader);
  const head = Buffer.alloc(length);
  head.write('BM', 0, 'latin1');
  head.writeUInt32LE(length + size, 2);
  head.writeUInt32LE(length, 10);
  head.writeUInt32LE(length - fileHeader, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(channels * 8, 28);
  head.writeUInt32LE(alpha ? 3 : 0, 30);
  head.writeUInt32LE(size, 34);
  const dotsPerMetre = Math.round(density / 0.0254);
  head.writeInt32LE(dotsPerMetre, 38);
  head.writeInt32LE(dotsPerMetre, 42);
  if (alpha) {
    for (const [index, mask] of [0x00ff0000, 0x0000ff00, 0x000000ff, 0xff000000].entries())
      head.writeUInt32LE(mask, 54 + index * 4);
    head.write('BGRs', 70, 'latin1');
  }
  return head;
}
