import { JobFailure } from '../../../contract/failure.ts';
import type { GifFrame } from './gif-frames.ts';

const maxCodes = 4096;

/** Decodes a frame without transparent colours to opaque pixels. */
export function decodeGifPixels({ width, height, palette, interlaced, codeBits, packed }: GifFrame): Buffer {
  const indexes = unpackLzw(packed, codeBits, width * height);
  const rgba = Buffer.alloc(width * height * 4, 255);
  const rows = interlaced ? listInterlacedRows(height) : [...Array(height).keys()];
  for (const [stored, row] of rows.entries())
    for (let x = 0; x < width; x++) {
      const colour = indexes[stored * width + x]! * 3;
      palette.copy(rgba, (row * width + x) * 4, colour, colour + 3);
    }
  return rgba;
}

const listInterlacedRows = (height: number): number[] =>
  (
    [
      [0, 8],
      [4, 8],
      [2, 4],
      [1, 2],
    ] as const
  ).flatMap(([first, step]) =>
    Array.from(
      { length: Math.max(0, Math.ceil((height - first) / step)) },
      (_, index) => first + index * step,
    ),
  );

/** Decompresses LZW as used by GIF. */
function unpackLzw(packed: Buffer, codeBits: number, count: number): Uint8Array {
  if (codeBits < 1 || codeBits > 8)
    throw new JobFailure('unreadable_input', `gif: code size of ${codeBits} bits`);
  const out = new Uint8Array(count);
  const restart = 1 << codeBits;
  const prefixes = new Uint16Array(maxCodes);
  const firsts = new Uint8Array(maxCodes);
  const lasts = new Uint8Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  for (let code = 0; code < restart; code++) {
    firsts[code] = lasts[code] = code;
    lengths[code] = 1;
  }
  let [bits, held, size, known, before, at] = [0, 0, codeBits + 1, restart + 2, -1, 0];
  for (const byte of packed) {
    held |= byte << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === restart) {
        [size, known, before] = [codeBits + 1, restart + 2, -1];
        continue;
      }
      if (code === restart + 1 && at < count) throw tooFewPixels(at, count);
      if (at >= count) return out;
      if (code > known || (code === known && before < 0))
        throw new JobFailure('unreadable_input', `gif: code ${code}, only ${known} are defined`);
      if (before >= 0 && known < maxCodes) {
        prefixes[known] = before;
        firsts[known] = firsts[before]!;
        lasts[known] = firsts[code === known ? before : code]!;
        lengths[known] = lengths[before]! + 1;
        known++;
        if (known === 1 << size && size < 12) size++;
      }
      const length = lengths[code]!;
      for (let place = at + length - 1, from = code; place >= at; place--, from = prefixes[from]!)
        if (place < count) out[place] = lasts[from]!;
      at += length;
      before = code;
    }
  }
  if (at < count) throw tooFewPixels(at, count);
  return out;
}

const tooFewPixels = (found: number, count: number) =>
  new JobFailure('unreadable_input', `gif: only ${found} of ${count} pixels`);
