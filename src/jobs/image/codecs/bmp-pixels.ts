import { JobFailure } from '../../../contract/failure.ts';
import type { BmpHeader } from './bmp-header.ts';

export interface BmpPixels {
  data: Uint8Array;
  channels: 1 | 3 | 4;
}

/** Decodes the pixels of an uncompressed or run-length encoded bitmap, top row first. */
export function decodeBmpPixels(file: Buffer, header: BmpHeader): BmpPixels {
  if (header.bits <= 8) return applyPalette(header, readIndexes(file, header));
  return header.bits === 24 ? readTriples(file, header) : readMaskedPixels(file, header);
}

/** Returns the offset of each row in the file. The last row may lack its padding, but no pixels. */
function findRowStarts(file: Buffer, { width, height, bits, pixels, topDown }: BmpHeader): number[] {
  const stride = Math.floor((width * bits + 31) / 32) * 4;
  if (pixels + stride * (height - 1) + Math.ceil((width * bits) / 8) > file.length)
    throw new JobFailure('unreadable_input', 'bmp: pixels are missing');
  return Array.from({ length: height }, (_, y) => pixels + stride * (topDown ? y : height - 1 - y));
}

function readIndexes(file: Buffer, header: BmpHeader): Uint8Array {
  if (header.compression !== 'none') return decodeRuns(file, header);
  const { width, height, bits } = header;
  const data = new Uint8Array(width * height);
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  let to = 0;
  for (const row of findRowStarts(file, header))
    for (let x = 0; x < width; x++) {
      const byte = file[row + Math.floor(x / perByte)]!;
      data[to++] = (byte >> (8 - bits - (x % perByte) * bits)) & mask;
    }
  return data;
}

/** Decodes run-length encoding: runs, literals and jumps. Skipped pixels have the first colour. */
function decodeRuns(file: Buffer, { width, height, pixels, compression, topDown }: BmpHeader): Uint8Array {
  const data = new Uint8Array(width * height);
  const nibbles = compression === 'rle4';
  let [x, y, at] = [0, 0, pixels];
  const put = (index: number) => {
    if (x < width && y < height) data[(topDown ? y : height - 1 - y) * width + x] = index;
    x++;
  };
  while (at + 2 <= file.length && y < height) {
    const [count, value] = [file.readUInt8(at), file.readUInt8(at + 1)];
    at += 2;
    if (count > 0) for (let i = 0; i < count; i++) put(nibbles ? (i % 2 ? value & 15 : value >> 4) : value);
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return data;
    else if (value === 2) {
      x += file[at] ?? 0;
      y += file[at + 1] ?? 0;
      at += 2;
    } else {
      const bytes = nibbles ? Math.ceil(value / 2) : value;
      for (let i = 0; i < value; i++) {
        const byte = file[at + (nibbles ? i >> 1 : i)] ?? 0;
        put(nibbles ? (i % 2 ? byte & 15 : byte >> 4) : byte);
      }
      at += bytes + (bytes % 2);
    }
  }
  return data;
}

function applyPalette({ palette }: BmpHeader, data: Uint8Array): BmpPixels {
  let grey = true;
  for (let at = 0; at < palette.length && grey; at += 3)
    grey = palette[at] === palette[at + 1] && palette[at] === palette[at + 2];
  if (grey) return { data: data.map(index => palette[index * 3]!), channels: 1 };
  const rgb = new Uint8Array(data.length * 3);
  for (let from = 0, to = 0; from < data.length; from++) {
    const colour = data[from]! * 3;
    rgb[to++] = palette[colour]!;
    rgb[to++] = palette[colour + 1]!;
    rgb[to++] = palette[colour + 2]!;
  }
  return { data: rgb, channels: 3 };
}

function readTriples(file: Buffer, header: BmpHeader): BmpPixels {
  const { width, height } = header;
  const data = new Uint8Array(width * height * 3);
  let to = 0;
  for (const row of findRowStarts(file, header))
    for (let at = row; at < row + width * 3; at += 3) {
      data[to++] = file[at + 2]!;
      data[to++] = file[at + 1]!;
      data[to++] = file[at]!;
    }
  return { data, channels: 3 };
}

/** Reads 16 or 32 bits per pixel, each channel by its mask. */
function readMaskedPixels(file: Buffer, header: BmpHeader): BmpPixels {
  const { width, height, bits, masks } = header;
  const channels = masks[3] === 0 ? 3 : 4;
  const bands = masks.slice(0, channels).map(parseMask);
  const data = new Uint8Array(width * height * channels);
  const bytes = bits / 8;
  let to = 0;
  let shown = 0;
  for (const row of findRowStarts(file, header))
    for (let at = row; at < row + width * bytes; at += bytes) {
      const pixel = bits === 16 ? file.readUInt16LE(at) : file.readUInt32LE(at);
      let value = 0;
      for (let band = 0; band < channels; band++) {
        const { shift, max } = bands[band]!;
        value = max === 0 ? 0 : Math.round((((pixel >>> shift) & max) * 255) / max);
        data[to++] = value;
      }
      if (channels === 4) shown |= value;
    }
  // An alpha channel of only zeros is unused.
  if (channels === 4 && shown === 0) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { data, channels };
}

function parseMask(mask: number): { shift: number; max: number } {
  if (mask === 0) return { shift: 0, max: 0 };
  const shift = Math.clz32(mask & -mask) ^ 31;
  return { shift, max: mask >>> shift };
}
