import type { FormatId } from '../formats/formats.ts';

/** How an engine reads a format of images. */
export interface ImageReading {
  /** The format written where "the same format" is asked for and this one is only read. */
  kept: FormatId;
  /** The decoder returns the part of an image before a damage, and viewers see what is missing. */
  tolerant?: true;
  /** The engine for kinds of the format that this one does not know. */
  fallback?: string;
}

/** The capabilities of an output format. Code checks these instead of naming formats. */
export interface ImageWriting {
  /** The engine that takes over if there are several frames. */
  frameEngine?: string;
  alpha: boolean;
  /** Frames with times. */
  animation: boolean;
  /** Pages of their own sizes. */
  pages: boolean;
  sixteenBit: boolean;
  /** A colour profile, EXIF and XMP. */
  metadata: boolean;
  /** `never`: asking for it is refused. `asked`: lossy unless asked. `always`: quality has no effect. */
  lossless: 'never' | 'asked' | 'always';
  maxSide: number;
}

/** A start for declarations: a format that can hold a plain picture and nothing else. */
export const plainPicture = {
  alpha: false,
  animation: false,
  pages: false,
  sixteenBit: false,
  metadata: false,
} as const;

/**
 * The images that an engine reads and writes: `image-formats.ts` of its folder exports them as `imageFormats`. Job types of images offer
 * them from then on. `decode-image.ts` and `encode-image.ts` beside it have the functions, unless the image family itself
 * knows the engine.
 */
export interface ImageFormats {
  reads?: Readonly<Partial<Record<FormatId, ImageReading>>>;
  writes?: Readonly<Partial<Record<FormatId, ImageWriting>>>;
}

/** The pixels of one image, upright. */
export interface DecodedImage {
  /** 8 or 16 bits a sample, by the array's kind. Straight alpha. */
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
  icc?: Buffer;
  /** Pixels per inch. */
  density?: number;
  /** True if the format has lost detail already. */
  lossy: boolean;
}

export interface DecodeRequest {
  format: FormatId;
  /** The page asked for, counted from 0. A decoder throws `JobFailure('page_missing')` where there is none. */
  page: number;
  /** A decoder throws `JobFailure('limit_exceeded')` before it decodes more pixels than this. */
  maxPixels: number;
  /** A folder for files on the way. */
  dir: string;
}

/** The function that `decode-image.ts` exports as `decodeImage`. */
export type DecodeImage = (path: string, request: DecodeRequest) => Promise<DecodedImage>;

export interface EncodeRequest {
  format: FormatId;
  /** 1 to 100, or lossless. */
  quality: number | 'lossless';
  dir: string;
}

/** The function that `encode-image.ts` exports as `encodeImage`: it makes a file from a PNG. */
export type EncodeImage = (png: string, path: string, request: EncodeRequest) => Promise<void>;
