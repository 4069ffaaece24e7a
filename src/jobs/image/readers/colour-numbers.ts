import { sharp } from '../../../engines/sharp/engine.ts';
import { setExifUpright } from '../codecs/exif.ts';
import { openPicture, type Picture } from '../pictures/picture.ts';
import { makePicture } from '../pictures/pixels.ts';
import { type ColourNumbers, loadProfile } from '../pictures/profiles.ts';
import { convertWideColours, isWide } from '../pictures/wide-colours.ts';
import { checkSize } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Wanted } from './reader.ts';

/**
 * Gives a picture the colours that its numbers mean: sharp takes colours without a profile for sRGB. Display P3 gets its
 * profile; others are converted.
 */
export async function applyColourNumbers(
  picture: Picture,
  numbers: ColourNumbers,
  wanted: Wanted,
): Promise<Picture> {
  checkSize(picture, maxHeldPixels);
  const opened = openPicture(picture, { keepMetadata: false, sixteenBit: true });
  const deep = picture.sixteenBit;
  const { data, info } = await (deep ? opened.raw({ depth: 'ushort' }) : opened.raw()).toBuffer({
    resolveWithObject: true,
  });
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const channels = info.channels as 3 | 4;
  const { exif, xmp } = wanted.metadata ? await sharp(picture.source).metadata() : {};
  return makePicture(
    {
      data: isWide(numbers) ? convertWideColours(samples, channels, numbers) : samples,
      width: info.width,
      height: info.height,
      channels,
      icc: isWide(numbers) ? undefined : await loadProfile('p3'),
      exif: exif && setExifUpright(exif),
      xmp,
    },
    picture,
  );
}
