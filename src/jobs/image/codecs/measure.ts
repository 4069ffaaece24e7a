import type { Size } from '../policy/checks.ts';
import { findLargestDirectory } from './tiff-directories.ts';

/**
 * Reads sizes from a file's first bytes, for formats whose decoder allocates memory before the size can be
 * checked.
 */
const measures: Record<string, (bytes: Buffer) => Size | undefined> = {
  gif: bytes =>
    hasSignature(bytes, 0, 'GIF8')
      ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
      : undefined,

  psd: bytes =>
    hasSignature(bytes, 0, '8BPS')
      ? { width: bytes.readUInt32BE(18), height: bytes.readUInt32BE(14) }
      : undefined,

  tga: bytes => ({ width: bytes.readUInt16LE(12), height: bytes.readUInt16LE(14) }),

  jp2: bytes => {
    const header = bytes.indexOf('ihdr', 0, 'latin1');
    const boxed =
      header < 0
        ? undefined
        : { width: bytes.readUInt32BE(header + 8), height: bytes.readUInt32BE(header + 4) };
    return pickLargest([boxed, readCodestreamSize(bytes)]);
  },

  tiff: findLargestDirectory,
  dng: findLargestDirectory,
  cr2: findLargestDirectory,
  nef: findLargestDirectory,
};

const hasSignature = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** If the headers disagree, the largest size counts: a small false one would let a bomb through. */
const pickLargest = (sizes: (Size | undefined)[]): Size | undefined =>
  sizes.filter(size => size !== undefined).sort((a, b) => b.width * b.height - a.width * a.height)[0];

/** Reads the size of a JPEG 2000 codestream, which starts with SOC and SIZ markers. */
function readCodestreamSize(bytes: Buffer): Size | undefined {
  const at = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  if (at < 0) return undefined;
  return {
    width: bytes.readUInt32BE(at + 8) - bytes.readUInt32BE(at + 16),
    height: bytes.readUInt32BE(at + 12) - bytes.readUInt32BE(at + 20),
  };
}

/** Returns the size that a file claims, or undefined if it has no header. */
export function measureImage(format: string, bytes: Buffer): Size | undefined {
  try {
    return measures[format]?.(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
