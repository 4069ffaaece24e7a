import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { decodeMagick } from '../../engines/magick/engine.ts';
import { sharp } from '../../engines/sharp/engine.ts';
import { checkSize, pageIndex } from './checks.ts';
import { bareExif, uprightExif } from './exif.ts';
import { heldPicture } from './held.ts';
import { maxHeldPixels } from './limits.ts';
import { measure } from './measure.ts';
import type { Picture } from './picture.ts';
import type { Reader, Wanted } from './reader.ts';

/** Formats whose decoder has already turned the picture as its metadata says. */
const turned: ReadonlySet<string> = new Set(['dng', 'cr2', 'nef', 'jxl']);
const lossy: ReadonlySet<string> = new Set(['jp2', 'dng', 'cr2', 'nef', 'jxl']);

/** PSD, JPEG 2000 and raw photos, decoded whole by ImageMagick. */
export const readMagick: Reader = async ({ path, format }, wanted) => {
  const file = await readFile(path);
  const size = measure(format, file);
  if (!size) throw new JobFailure('unreadable_input', `no ${format} header`);
  checkSize(size, maxHeldPixels);
  pageIndex(wanted.page, 1);
  return [await magickPicture(file, format, wanted)];
};

/** The picture ImageMagick makes of a file whose size has been checked. */
export async function magickPicture(file: Buffer, format: string, wanted: Wanted): Promise<Picture> {
  const { exif, xmp, ...pixels } = await decodeMagick(file, format, {
    maxPixels: maxHeldPixels,
    srgb: await srgbProfile(),
  });
  const upright = turned.has(format) ? uprightExif : bareExif;
  const metadata = wanted.metadata ? { exif: exif && upright(exif), xmp } : {};
  return heldPicture({ ...pixels, ...metadata }, { lossy: lossy.has(format), engines: ['magick', 'sharp'] });
}

async function srgbProfile(): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
  return (await sharp(await dot.withIccProfile('srgb').png().toBuffer()).metadata()).icc!;
}
