import { deflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';
import { colourTypes, makePngChunk, makePngHeader, pngSignature } from './png-chunks.ts';

/** Decoded pixels and their metadata. */
export interface Pixels {
  /** Rows from the top, with 8 or 16 bits per sample by the array's type, and straight alpha. */
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  icc?: Buffer | undefined;
  /** A TIFF structure without any prefix. */
  exif?: Buffer | undefined;
  xmp?: Buffer | undefined;
  density?: number | undefined;
}

type HeldFacts = Pick<Picture, 'lossy' | 'engines'>;

/**
 * Makes a picture from pixels in memory: raw if there is nothing else, or as an uncompressed PNG if there is
 * a profile or metadata.
 */
export function makePicture(pixels: Pixels, { lossy, engines }: HeldFacts): Picture {
  const { data, width, height, channels } = pixels;
  const carried = pixels.icc ?? pixels.exif ?? pixels.xmp;
  return {
    source: carried ? encodeStoredPng(pixels) : data,
    opening: carried ? {} : { raw: { width, height, channels } },
    width,
    height,
    orientation: 1,
    frames: 1,
    delay: [],
    loop: 0,
    alpha: channels === 2 || channels === 4,
    grey: channels < 3,
    bilevel: false,
    sixteenBit: data instanceof Uint16Array,
    profile: pixels.icc ? 'kept' : 'none',
    vector: false,
    embeddable: false,
    density: pixels.density ?? 72,
    damaged: false,
    lossy,
    engines,
  };
}

/** Encodes an uncompressed PNG, the fastest way to pass a profile, EXIF and XMP to libvips. */
function encodeStoredPng({ data, width, height, channels, icc, exif, xmp }: Pixels): Buffer {
  const sixteen = data instanceof Uint16Array;
  const stride = width * channels * (sixteen ? 2 : 1);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++) bytes.copy(rows, y * (stride + 1) + 1, y * stride, (y + 1) * stride);
  if (sixteen) for (let y = 0; y < height; y++) swapSampleBytes(rows, y * (stride + 1) + 1, stride);
  return Buffer.concat([
    pngSignature,
    makePngHeader(width, height, sixteen ? 16 : 8, colourTypes[channels]),
    ...(icc
      ? [makePngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]))]
      : []),
    ...(exif ? [makePngChunk('eXIf', exif)] : []),
    ...(xmp
      ? [makePngChunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1'), xmp]))]
      : []),
    makePngChunk('IDAT', deflateSync(rows, { level: 0 })),
    makePngChunk('IEND'),
  ]);
}

/** Swaps bytes, since PNG samples are big-endian. */
function swapSampleBytes(rows: Buffer, start: number, length: number): void {
  for (let at = start; at < start + length; at += 2) {
    const low = rows[at]!;
    rows[at] = rows[at + 1]!;
    rows[at + 1] = low;
  }
}
