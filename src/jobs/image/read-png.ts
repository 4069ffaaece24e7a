import { open, readFile } from 'node:fs/promises';
import { sharp } from '../../engines/sharp/engine.ts';
import { parseApng } from './apng.ts';
import { checkFrames, checkSize, pageIndex } from './checks.ts';
import { laidPicture } from './laid-frames.ts';
import { maxHeldPixels } from './limits.ts';
import { headerOf, pictureFrom } from './read-direct.ts';
import type { Reader } from './reader.ts';

/** PNG: sharp reads the still picture; the frames of an animated one are laid out here. */
export const readPng: Reader = async ({ path }, wanted) => {
  const header = await headerOf(path, 'png');
  checkSize(header);
  const animation = (wanted.animation || wanted.page !== undefined) && (await isAnimated(path));
  const apng = animation ? parseApng(await readFile(path)) : undefined;
  const page = pageIndex(wanted.page, apng?.frames.length ?? 1);
  const picture = pictureFrom(path, header);
  if (!apng || (apng.frames.length === 1 && page === undefined)) return [picture];
  checkFrames(apng, apng.frames.length, maxHeldPixels);
  const timing = { delay: apng.frames.map(({ delay }) => delay), loop: apng.plays };
  const laid = await laidPicture(picture, apng, apng.frames, timing, page, ({ png }) =>
    sharp(png).toColourspace('srgb').ensureAlpha().raw().toBuffer(),
  );
  return [{ ...laid, damaged: page === undefined && apng.cut }];
};

/** `acTL` stands before the first `IDAT`; only chunk headers are read to find out. */
async function isAnimated(path: string): Promise<boolean> {
  await using file = await open(path);
  const head = Buffer.alloc(8);
  for (let at = 8; ; ) {
    const { bytesRead } = await file.read(head, 0, 8, at);
    const type = head.toString('latin1', 4, 8);
    if (bytesRead < 8 || type === 'IDAT' || type === 'IEND') return false;
    if (type === 'acTL') return true;
    at += 12 + head.readUInt32BE(0);
  }
}
