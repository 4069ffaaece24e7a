import type { FormatId } from '../../../formats/formats.ts';

/** What an output format can hold. Code asks this table instead of naming formats. */
export interface Writable {
  engines: readonly string[];
  /** The one that takes over where there are frames. */
  frameEngine?: string;
  alpha: boolean;
  /** Frames with times. */
  animation: boolean;
  /** Pages of their own sizes. */
  pages: boolean;
  sixteenBit: boolean;
  /** A colour profile, EXIF and XMP. */
  metadata: boolean;
  /** `never`: asking for it is refused. `asked`: lossy unless asked. `always`: quality means nothing to it. */
  lossless: 'never' | 'asked' | 'always';
  maxSide: number;
}

const sharp = ['sharp'] as const;
const none = { alpha: false, animation: false, pages: false, sixteenBit: false, metadata: false };

/** Every format the image family writes. */
const writable = {
  png: {
    ...none,
    engines: sharp,
    alpha: true,
    animation: true,
    sixteenBit: true,
    metadata: true,
    lossless: 'always',
    maxSide: 2 ** 31 - 1,
  },
  jpeg: { ...none, engines: sharp, metadata: true, lossless: 'never', maxSide: 65_500 },
  webp: {
    ...none,
    engines: sharp,
    alpha: true,
    animation: true,
    metadata: true,
    lossless: 'asked',
    maxSide: 16_383,
  },
  avif: {
    ...none,
    engines: sharp,
    frameEngine: 'avif',
    alpha: true,
    animation: true,
    metadata: true,
    lossless: 'asked',
    maxSide: 16_384,
  },
  gif: { ...none, engines: sharp, alpha: true, animation: true, lossless: 'never', maxSide: 65_535 },
  tiff: {
    ...none,
    engines: sharp,
    alpha: true,
    pages: true,
    sixteenBit: true,
    metadata: true,
    lossless: 'always',
    maxSide: 2 ** 31 - 1,
  },
  bmp: { ...none, engines: sharp, alpha: true, lossless: 'always', maxSide: 2 ** 31 - 1 },
  ico: { ...none, engines: sharp, alpha: true, lossless: 'always', maxSide: 2 ** 31 - 1 },
  jxl: {
    ...none,
    engines: ['sharp', 'jxl'],
    alpha: true,
    animation: true,
    sixteenBit: true,
    metadata: true,
    lossless: 'asked',
    maxSide: 2 ** 30,
  },
  pdf: { ...none, engines: sharp, alpha: true, pages: true, lossless: 'asked', maxSide: 65_500 },
} as const satisfies Partial<Record<FormatId, Writable>>;

export type WritableFormat = keyof typeof writable;

export const writableFormats = Object.keys(writable) as WritableFormat[];

export const getWritable = (format: WritableFormat): Writable => writable[format];
