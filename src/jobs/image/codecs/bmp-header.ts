import { JobFailure } from '../../../contract/failure.ts';

export type BmpCompression = 'none' | 'rle8' | 'rle4' | 'jpeg' | 'png';

export interface BmpHeader {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: BmpCompression;
  /** Masks of red, green, blue and alpha for 16 and 32 bits per pixel. An alpha mask of 0 means no alpha. */
  masks: [number, number, number, number];
  /** RGB triples. */
  palette: Buffer;
  /** The offset of the pixels. */
  pixels: number;
  icc?: Buffer;
  density?: number;
}

const fileHeader = 14;
const coreHeader = 12;
const infoHeader = 40;
const withMasks = 52;
const withAlphaMask = 56;
const withProfile = 124;
const embeddedProfile = 0x4d424544;
/** OS/2 numbers its compressions differently from 3 on; other programs do not read those either. */
const os2Header = 64;

const bitfields = 3;
const alphaBitfields = 6;
const compressions: Record<number, BmpCompression> = {
  0: 'none',
  1: 'rle8',
  2: 'rle4',
  [bitfields]: 'none',
  4: 'jpeg',
  5: 'png',
  [alphaBitfields]: 'none',
};

const unreadableBmp = (detail: string) => new JobFailure('unreadable_input', `bmp: ${detail}`);

/** Parses a bitmap's header in any of its sizes since 1990, with or without the file header before it. */
export function parseBmpHeader(file: Buffer): BmpHeader {
  const start = file.toString('latin1', 0, 2) === 'BM' ? fileHeader : 0;
  if (file.length < start + coreHeader) throw unreadableBmp('no header');
  const size = file.readUInt32LE(start);
  if (size === coreHeader) return parseCoreHeader(file, start);
  if (size < 16 || size > withProfile || file.length < start + Math.max(size, infoHeader))
    throw unreadableBmp(`header of ${size} bytes`);
  const field = (at: number) => (at + 4 <= size ? file.readUInt32LE(start + at) : 0);

  const bits = file.readUInt16LE(start + 14);
  if (file.readUInt16LE(start + 12) !== 1) throw unreadableBmp('the number of planes is not one');
  const method = field(16);
  const compression = size === os2Header && method > 2 ? undefined : compressions[method];
  if (!compression || ![0, 1, 2, 4, 8, 16, 24, 32].includes(bits))
    throw unreadableBmp(`compression ${method} with ${bits} bits`);
  if ((compression === 'rle8' && bits !== 8) || (compression === 'rle4' && bits !== 4))
    throw unreadableBmp(`${compression} with ${bits} bits`);

  const masked = method === bitfields || method === alphaBitfields;
  const outside = masked && size < withMasks ? (method === alphaBitfields ? 16 : 12) : 0;
  const afterHeader = start + size + outside;
  const declared = start === 0 ? 0 : file.readUInt32LE(10);
  // An offset inside the header, or one without room for a palette, is a mistake: the pixels then follow the
  // palette.
  const least = afterHeader + (bits > 0 && bits <= 8 ? 1 : 0);
  const pixels = declared >= least ? declared : afterHeader + countPaletteColours(bits, field(32)) * 4;
  const height = file.readInt32LE(start + 8);
  const profile = size === withProfile && field(56) === embeddedProfile;
  const dotsPerMetre = field(24);
  return {
    width: file.readInt32LE(start + 4),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    masks: masked
      ? readMasks(file, start, size, outside)
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f, 0]
        : [0xff0000, 0xff00, 0xff, 0],
    palette: readPalette(file, afterHeader, countPaletteColours(bits, field(32)), pixels),
    pixels,
    ...(profile && { icc: file.subarray(start + field(112), start + field(112) + field(116)) }),
    ...(dotsPerMetre > 0 && { density: dotsPerMetre * 0.0254 }),
  };
}

function parseCoreHeader(file: Buffer, start: number): BmpHeader {
  const bits = file.readUInt16LE(start + 10);
  if (![1, 4, 8, 24].includes(bits)) throw unreadableBmp(`${bits} bits`);
  const palette = start + coreHeader;
  const pixels = start === 0 ? palette + countPaletteColours(bits, 0) * 3 : file.readUInt32LE(10);
  const colours = Math.min(countPaletteColours(bits, 0), Math.floor((pixels - palette) / 3));
  return {
    width: file.readUInt16LE(start + 4),
    height: file.readUInt16LE(start + 6),
    topDown: false,
    bits,
    compression: 'none',
    masks: [0xff0000, 0xff00, 0xff, 0],
    palette: readColours(file, palette, colours, 3),
    pixels,
  };
}

const countPaletteColours = (bits: number, used: number): number =>
  bits === 0 || bits > 8 ? 0 : used === 0 ? 2 ** bits : Math.min(used, 256);

/**
 * Some writers of OS/2 bitmaps used three bytes per colour instead of four; the space before the pixels shows
 * which.
 */
function readPalette(file: Buffer, at: number, colours: number, pixels: number): Buffer {
  const room = pixels - at;
  const each = room > 0 && room < colours * 4 && room === colours * 3 ? 3 : 4;
  return readColours(file, at, room > 0 ? Math.min(colours, Math.floor(room / each)) : colours, each);
}

function readColours(file: Buffer, at: number, colours: number, each: number): Buffer {
  const palette = Buffer.alloc(256 * 3);
  for (let index = 0; index < colours && at + index * each + 3 <= file.length; index++)
    for (let band = 0; band < 3; band++)
      palette[index * 3 + band] = file.readUInt8(at + index * each + 2 - band);
  return palette;
}

function readMasks(file: Buffer, start: number, size: number, outside: number): BmpHeader['masks'] {
  const at = start + infoHeader;
  const alpha = size >= withAlphaMask || outside === 16;
  if (at + (alpha ? 16 : 12) > file.length) throw unreadableBmp('no masks');
  const mask = (index: number) => file.readUInt32LE(at + index * 4);
  return [mask(0), mask(1), mask(2), alpha ? mask(3) : 0];
}
