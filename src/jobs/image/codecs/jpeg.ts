import { readFile, writeFile } from 'node:fs/promises';

export interface Segment {
  /** The marker byte; 0 for the rest of the file from the first scan on. */
  marker: number;
  /** All bytes, including marker and length. */
  bytes: Buffer;
  body: Buffer;
}

const startOfScan = 0xda;

/** Yields the segments before a JPEG's pixels, then the rest as one segment. */
export function* parseJpegSegments(file: Buffer): Generator<Segment> {
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== startOfScan) {
    const end = at + 2 + file.readUInt16BE(at + 2);
    yield { marker: file.readUInt8(at + 1), bytes: file.subarray(at, end), body: file.subarray(at + 4, end) };
    at = end;
  }
  yield { marker: 0, bytes: file.subarray(at), body: Buffer.alloc(0) };
}

export const isApplicationData = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
export const jfif = 0xe0;
export const adobe = 0xee;
export const comment = 0xfe;
const startOfImage = Buffer.from([0xff, 0xd8]);

/** Returns true for the JFIF segment and Adobe's segment about colour storage, which decoders need. */
export const isNeeded = ({ marker }: Segment): boolean =>
  marker === jfif || marker === adobe || (marker !== comment && !isApplicationData(marker));

/** Removes EXIF, XMP, profiles, previews and comments from a JPEG without touching its pixels. */
export const stripJpegMetadata = (file: Buffer): Buffer =>
  joinJpeg([...parseJpegSegments(file)].filter(isNeeded).map(({ bytes }) => bytes));

export const joinJpeg = (segments: readonly Buffer[]): Buffer => Buffer.concat([startOfImage, ...segments]);

const dotsAnInch = 1;

/** Adds the JFIF header with the density, which libvips writes only together with EXIF. */
export async function setJpegDensity(path: string, density: number): Promise<void> {
  const file = await readFile(path);
  const header = Buffer.from([
    0xff,
    jfif,
    0,
    16,
    0x4a,
    0x46,
    0x49,
    0x46,
    0,
    1,
    1,
    dotsAnInch,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const value = Math.min(65_535, Math.max(1, Math.round(density)));
  header.writeUInt16BE(value, 12);
  header.writeUInt16BE(value, 14);
  await writeFile(path, joinJpeg([header, file.subarray(startOfImage.length)]));
}
