import { isTruncatedGif, parseGifFrames, showsBackground } from '../codecs/gif-frames.ts';
import { decodeGifPixels } from '../codecs/gif-pixels.ts';
import { composeAnimation } from '../pictures/compose-animation.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Reader } from './reader.ts';
import { readWithSharp } from './sharp.ts';
import { readBytes } from './source.ts';

/** GIF: sharp reads it, except for those whose background shows without a transparent colour. */
export const readGif: Reader = async (input, wanted, dir) => {
  const [picture] = await readWithSharp(input, wanted, dir);
  const { width, height, delay, loop, alpha } = picture;
  const moves = picture.frames > 1;
  if (alpha && !moves) return [picture];
  const file = await readBytes(input.source);
  const cut = isTruncatedGif(file);
  // sharp reads the frames before the truncation without an error.
  picture.damaged = cut && moves;
  if (alpha || cut) return [picture];
  const frames = parseGifFrames(file);
  const within = frames.every(frame => frame.x + frame.width <= width && frame.y + frame.height <= height);
  if (!within || !showsBackground({ width, height }, frames)) return [picture];
  const page = moves ? undefined : (wanted.page ?? 1) - 1;
  if (page === undefined && frames.length !== picture.frames) return [picture];
  if (width * height * picture.frames > maxHeldPixels) return [picture];
  try {
    return [
      await composeAnimation(picture, { width, height }, frames, { delay, loop }, page, decodeGifPixels),
    ];
  } catch {
    // libvips reads on where this decoder fails, and reports the damage.
    return [picture];
  }
};
