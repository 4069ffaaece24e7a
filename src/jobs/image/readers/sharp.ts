import { open } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { type Metadata, sharp } from '../../../engines/sharp/engine.ts';
import { measureImage } from '../codecs/measure.ts';
import type { Picture } from '../pictures/picture.ts';
import { checkFrames, checkSize, requirePage } from '../policy/checks.ts';
import type { Reader } from './reader.ts';

/** The names of formats in sharp. */
const sharpNames: Record<string, string> = { avif: 'heif', heic: 'heif' };

/** Reads the header of a file. Throws `unreadable_input` if it does not have the declared format. */
export async function readHeader(source: string | Buffer, format: string, page = 0): Promise<Metadata> {
  const header = await sharp(source, { limitInputPixels: false, failOn: 'none', page }).metadata();
  if (header.format !== (sharpNames[format] ?? format))
    throw new JobFailure('unreadable_input', `declared ${format}, is ${header.format}`);
  return header;
}

/** Describes a picture that sharp reads itself. */
export function describePicture(source: string | Buffer, header: Metadata): Picture {
  const { width, height } = header.autoOrient;
  return {
    source,
    opening: {},
    width,
    height,
    orientation: header.orientation ?? 1,
    frames: 1,
    delay: [],
    loop: 0,
    alpha: header.hasAlpha,
    grey: header.channels < 3,
    bilevel: header.bitsPerSample === 1 && header.channels === 1,
    sixteenBit: header.depth !== 'uchar' && header.depth !== 'char',
    linear: header.space === 'scrgb',
    profile: header.icc === undefined ? 'none' : header.space === 'cmyk' ? 'converted' : 'kept',
    vector: false,
    embeddable:
      header.format === 'jpeg' && !header.icc && header.space !== 'cmyk' && (header.orientation ?? 1) === 1,
    lossy: header.format === 'jpeg' || header.format === 'heif' || header.format === 'webp',
    density: header.density ?? 72,
    engines: ['sharp'],
    damaged: false,
  };
}

/** JPEG, WebP, AVIF and GIF are read by sharp itself, including frames. */
export const readWithSharp: Reader = async ({ path, source, format }, wanted) => {
  const header = await readHeader(source, format).catch(async error => {
    await checkDeclaredSize(path, format);
    throw error;
  });
  checkSize(header);
  const picture = describePicture(source, header);
  const count = header.pages ?? 1;
  const page = requirePage(wanted.page, count);
  if (page !== undefined) picture.opening.page = page;
  else if (count > 1 && header.delay) {
    if (!wanted.animation) return [{ ...picture, leavesFrames: true }];
    checkFrames(header, count);
    Object.assign(picture, {
      opening: { animated: true },
      frames: count,
      delay: header.delay,
      loop: header.loop ?? 0,
    });
  }
  return [picture];
};

/** If a file is too broken to open, the size it claims may still be the better reason to refuse it. */
async function checkDeclaredSize(path: string, format: string): Promise<void> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  const size = measureImage(format, buffer.subarray(0, bytesRead));
  if (size) checkSize(size);
}
