import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { decodeMagick } from '../../../engines/magick/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { declareOpacityChannel } from '../codecs/jp2-channels.ts';
import { measureImage } from '../codecs/measure.ts';
import { decodeFloatPsd } from '../codecs/psd-float.ts';
import { isTruncatedPsd } from '../codecs/psd-sections.ts';
import { widenGreyTarga } from '../codecs/tga-grey.ts';
import { findLargestDirectory } from '../codecs/tiff-directories.ts';
import type { Picture } from '../pictures/picture.ts';
import { makePicture, type Pixels } from '../pictures/pixels.ts';
import { loadProfile } from '../pictures/profiles.ts';
import { checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader, Wanted } from './reader.ts';

const raw: ReadonlySet<string> = new Set(['dng', 'cr2', 'nef']);
const lossy: ReadonlySet<string> = new Set([...raw, 'jp2', 'jxl']);

/** PSD, JPEG 2000 and raw photos are decoded completely by ImageMagick. */
export const readMagick: Reader = async ({ path, format }, wanted) => {
  const file = await readFile(path);
  const size = measureImage(format, file);
  if (!size) throw new JobFailure('unreadable_input', `no ${format} header`);
  checkSize(size, maxHeldPixels);
  requirePage(wanted.page, 1);
  // The raw decoder fills missing pixels with black.
  const largest = raw.has(format) ? findLargestDirectory(file) : undefined;
  if (largest && largest.end > file.length)
    throw new JobFailure('unreadable_input', `${format}: pixels are missing`);
  const float = format === 'psd' && !isTruncatedPsd(file) ? decodeFloatPsd(file) : undefined;
  if (float) return [makeLinearPicture(float, wanted)];
  const prepare = { jp2: declareOpacityChannel, tga: widenGreyTarga }[format as string];
  const picture = await decodePicture(prepare?.(file) ?? file, format, wanted);
  return [{ ...picture, damaged: format === 'psd' && isTruncatedPsd(file) }];
};

/** The profile is not kept: in 8 bits, a linear one would lose the shadows. */
function makeLinearPicture({ exif, xmp, ...pixels }: Pixels, { metadata }: Wanted): Picture {
  const carried = metadata ? { ...pixels, exif: exif && setExifUpright(exif), xmp } : pixels;
  const picture = makePicture(carried, { lossy: false, engines: ['sharp'] });
  return { ...picture, profile: pixels.icc ? 'converted' : 'none' };
}

/** Decodes a file whose size has been checked with ImageMagick. */
export async function decodePicture(
  file: Buffer,
  format: string,
  wanted: Wanted,
  page = 0,
): Promise<Picture> {
  const { exif, xmp, ...pixels } = await decodeMagick(file, format, {
    maxPixels: maxHeldPixels,
    page,
    srgb: await loadProfile('srgb'),
  });
  const metadata = wanted.metadata ? { exif: exif && setExifUpright(exif), xmp } : {};
  return makePicture({ ...pixels, ...metadata }, { lossy: lossy.has(format), engines: ['magick', 'sharp'] });
}
