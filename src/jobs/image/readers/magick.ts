import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { decodeMagick } from '../../../engines/magick/engine.ts';
import { uprightExif } from '../codecs/exif.ts';
import { withNamedOpacity } from '../codecs/jp2-channels.ts';
import { measure } from '../codecs/measure.ts';
import { floatPsd } from '../codecs/psd-float.ts';
import { isCutPsd } from '../codecs/psd-sections.ts';
import { mainDirectory } from '../codecs/tiff-directories.ts';
import type { Picture } from '../pictures/picture.ts';
import { heldPicture, type Pixels } from '../pictures/pixels.ts';
import { profileNamed } from '../pictures/profiles.ts';
import { checkSize, pageIndex } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader, Wanted } from './reader.ts';

const raw: ReadonlySet<string> = new Set(['dng', 'cr2', 'nef']);
const lossy: ReadonlySet<string> = new Set([...raw, 'jp2', 'jxl']);

/** PSD, JPEG 2000 and raw photos, decoded whole by ImageMagick. */
export const readMagick: Reader = async ({ path, format }, wanted) => {
  const file = await readFile(path);
  const size = measure(format, file);
  if (!size) throw new JobFailure('unreadable_input', `no ${format} header`);
  checkSize(size, maxHeldPixels);
  pageIndex(wanted.page, 1);
  // The raw decoder makes black of what is missing.
  if (raw.has(format) && mainDirectory(file)!.end > file.length)
    throw new JobFailure('unreadable_input', `${format}: pixels are missing`);
  const float = format === 'psd' && !isCutPsd(file) ? floatPsd(file) : undefined;
  if (float) return [linearPicture(float, wanted)];
  const picture = await magickPicture(format === 'jp2' ? withNamedOpacity(file) : file, format, wanted);
  return [{ ...picture, damaged: format === 'psd' && isCutPsd(file) }];
};

/** Never in a profile of its own: in 8 bits, a linear one leaves no shadows. */
function linearPicture({ exif, xmp, ...pixels }: Pixels, { metadata }: Wanted): Picture {
  const carried = metadata ? { ...pixels, exif: exif && uprightExif(exif), xmp } : pixels;
  const picture = heldPicture(carried, { lossy: false, engines: ['sharp'] });
  return { ...picture, profile: pixels.icc ? 'converted' : 'none' };
}

/** The picture ImageMagick makes of a file whose size has been checked. */
export async function magickPicture(
  file: Buffer,
  format: string,
  wanted: Wanted,
  page = 0,
): Promise<Picture> {
  const { exif, xmp, ...pixels } = await decodeMagick(file, format, {
    maxPixels: maxHeldPixels,
    page,
    srgb: await profileNamed('srgb'),
  });
  const metadata = wanted.metadata ? { exif: exif && uprightExif(exif), xmp } : {};
  return heldPicture({ ...pixels, ...metadata }, { lossy: lossy.has(format), engines: ['magick', 'sharp'] });
}
