import { readFile, writeFile } from 'node:fs/promises';

/** Segments a decoder needs though they are called application data: JFIF's own, and Adobe's on how colours are stored. */
const kept = new Set([0xe0, 0xee]);

/** A JPEG without EXIF, XMP, profiles, previews and comments; its pixels are not touched. */
export function bareJpeg(file: Buffer): Buffer {
  const parts = [file.subarray(0, 2)];
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1]!;
    const length = 2 + file.readUInt16BE(at + 2);
    if (file[at] !== 0xff || marker === 0xda || marker === 0xd9) {
      parts.push(file.subarray(at));
      break;
    }
    const dropped = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !kept.has(marker));
    if (!dropped) parts.push(file.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat(parts);
}

const startOfImage = Buffer.from([0xff, 0xd8]);
const dotsAnInch = 1;

/** Gives a JPEG the JFIF header with its density, which libvips writes only along with EXIF. */
export async function setJpegDensity(path: string, density: number): Promise<void> {
  const file = await readFile(path);
  const header = Buffer.from([
    0xff,
    0xe0,
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
  await writeFile(path, Buffer.concat([startOfImage, header, file.subarray(startOfImage.length)]));
}
