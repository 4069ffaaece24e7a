import type { Pixels } from '../pictures/pixels.ts';
import { findRunsStart, type PsdMerged, parsePsdMerged, readRunLengths } from './psd-sections.ts';

const colours: Readonly<Record<number, 1 | 3>> = { 1: 1, 3: 3 };

/**
 * Decodes the merged picture of a Photoshop file with linear floating-point samples: ImageMagick takes them
 * for sRGB and keeps 8 bits, too few for the shadows. Returns undefined for other files.
 */
export function decodeFloatPsd(file: Buffer): Pixels | undefined {
  const merged = parsePsdMerged(file);
  const { width, height, depth, mode, icc, compression } = merged;
  const bands = colours[mode];
  if (depth !== 32 || bands === undefined || merged.channels < bands || compression > 1) return undefined;
  const alpha = merged.alpha && merged.channels > bands;
  const channels = (bands + (alpha ? 1 : 0)) as 1 | 2 | 3 | 4;
  const samples = compression === 0 ? file.subarray(merged.start) : unpackRows(file, merged);
  const data = new Uint16Array(width * height * channels);
  for (let band = 0; band < channels; band++) {
    const shade = icc || band === bands ? (value: number) => value : encodeSrgb;
    for (let pixel = 0; pixel < width * height; pixel++) {
      const value = samples.readFloatBE((band * width * height + pixel) * 4);
      data[pixel * channels + band] = Math.round(shade(Math.max(0, Math.min(1, value || 0))) * 65_535);
    }
  }
  return { data, width, height, channels, icc, exif: merged.exif, xmp: merged.xmp };
}

/** Encodes a linear value as sRGB. */
const encodeSrgb = (value: number): number =>
  value <= 0.003_130_8 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Unpacks all PackBits rows. */
function unpackRows(file: Buffer, merged: PsdMerged): Buffer {
  const stride = merged.width * 4;
  const lengths = readRunLengths(file, merged);
  const rows = Buffer.alloc(stride * lengths.length);
  let at = findRunsStart(merged);
  for (const [row, length] of lengths.entries()) {
    unpackRow(file.subarray(at, at + length), rows.subarray(row * stride, (row + 1) * stride));
    at += length;
  }
  return rows;
}

function unpackRow(packed: Buffer, row: Buffer): void {
  for (let from = 0, to = 0; from < packed.length && to < row.length; ) {
    const run = packed.readInt8(from++);
    if (run >= 0) {
      packed.copy(row, to, from, from + run + 1);
      from += run + 1;
      to += run + 1;
    } else if (run > -128) {
      row.fill(packed[from++] ?? 0, to, to + 1 - run);
      to += 1 - run;
    }
  }
}
