import type { FormatId } from '../../../formats/formats.ts';
import type { WritableFormat } from './writable.ts';

type ReaderName =
  | 'sharp'
  | 'avif'
  | 'gif'
  | 'png'
  | 'bmp'
  | 'ico'
  | 'svg'
  | 'tiff'
  | 'heic'
  | 'magick'
  | 'jxl';

/** How a format is read: the module that does it, and what must be installed. */
export interface Readable {
  reader: ReaderName;
  /** For kinds of the format that the first does not know. */
  fallback?: ReaderName;
  /** Its decoder gives the part before a damage, and what is missing shows: better than nothing. */
  tolerant?: true;
  engines: readonly string[];
  /** What "the same format" becomes where we read a format and do not write it. */
  kept: WritableFormat;
}

/** Every format the image family reads. */
const readable: Readonly<Partial<Record<FormatId, Readable>>> = {
  png: { reader: 'png', tolerant: true, engines: ['sharp'], kept: 'png' },
  jpeg: { reader: 'sharp', tolerant: true, engines: ['sharp'], kept: 'jpeg' },
  webp: { reader: 'sharp', engines: ['sharp'], kept: 'webp' },
  avif: { reader: 'avif', engines: ['sharp'], kept: 'avif' },
  gif: { reader: 'gif', tolerant: true, engines: ['sharp'], kept: 'gif' },
  tiff: { reader: 'tiff', fallback: 'magick', engines: ['sharp'], kept: 'tiff' },
  svg: { reader: 'svg', tolerant: true, engines: ['sharp'], kept: 'png' },
  heic: { reader: 'heic', engines: ['heic', 'sharp'], kept: 'jpeg' },
  bmp: { reader: 'bmp', engines: ['sharp'], kept: 'bmp' },
  ico: { reader: 'ico', engines: ['sharp'], kept: 'ico' },
  psd: { reader: 'magick', engines: ['magick', 'sharp'], kept: 'png' },
  jp2: { reader: 'magick', engines: ['magick', 'sharp'], kept: 'png' },
  dng: { reader: 'magick', engines: ['magick', 'sharp'], kept: 'jpeg' },
  cr2: { reader: 'magick', engines: ['magick', 'sharp'], kept: 'jpeg' },
  nef: { reader: 'magick', engines: ['magick', 'sharp'], kept: 'jpeg' },
  jxl: { reader: 'jxl', engines: ['jxl', 'sharp'], kept: 'jxl' },
};

/** Pictures made of pixels, which people most often want smaller or in another format. */
export const rasterFormats: readonly FormatId[] = [
  ...(['png', 'jpeg', 'webp', 'gif', 'tiff', 'bmp', 'avif', 'jxl', 'ico'] as const),
];

export const readableFormats = Object.keys(readable) as FormatId[];

export function requireReadable(format: FormatId): Readable {
  const found = readable[format];
  if (!found) throw new Error(`not an image format: ${format}`);
  return found;
}
