import { open, readFile } from 'node:fs/promises';
import { sharp } from '../../engines/sharp/engine.ts';
import { type Apng, type ApngFrame, parseApng } from './apng.ts';
import { checkFrames, checkSize, pageIndex } from './checks.ts';
import { maxHeldPixels } from './limits.ts';
import type { Picture } from './picture.ts';
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
  return [await animated(picture, apng, page)];
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

/** All frames as one tall image, or one frame. */
async function animated(still: Picture, apng: Apng, page: number | undefined): Promise<Picture> {
  const { width, height } = apng;
  const size = width * height * 4;
  const frames = page === undefined ? apng.frames : apng.frames.slice(0, page + 1);
  const roll = Buffer.alloc(page === undefined ? size * frames.length : size);
  const canvas = Buffer.alloc(size);
  for (const [index, frame] of frames.entries()) {
    const before = frame.dispose === 'previous' ? Buffer.from(canvas) : undefined;
    lay(canvas, width, frame, await sharp(frame.png).toColourspace('srgb').ensureAlpha().raw().toBuffer());
    canvas.copy(roll, page === undefined ? index * size : 0);
    if (frame.dispose === 'background') clear(canvas, width, frame);
    else before?.copy(canvas);
  }
  const count = page === undefined ? frames.length : 1;
  return {
    ...still,
    source: roll,
    opening:
      count > 1
        ? { raw: { width, height: height * count, channels: 4, pageHeight: height }, animated: true }
        : { raw: { width, height, channels: 4 } },
    frames: count,
    delay: page === undefined ? frames.map(({ delay }) => delay) : [],
    loop: apng.plays,
    alpha: true,
    grey: false,
    bilevel: false,
    sixteenBit: false,
    profile: 'none',
    damaged: page === undefined && apng.cut,
  };
}

function lay(canvas: Buffer, width: number, frame: ApngFrame, pixels: Buffer): void {
  for (let row = 0; row < frame.height; row++) {
    const from = row * frame.width * 4;
    const to = ((frame.y + row) * width + frame.x) * 4;
    if (frame.blend === 'source') pixels.copy(canvas, to, from, from + frame.width * 4);
    else for (let at = 0; at < frame.width * 4; at += 4) over(canvas, to + at, pixels, from + at);
  }
}

/** One pixel over another, both with straight alpha. */
function over(canvas: Buffer, to: number, pixels: Buffer, from: number): void {
  const above = pixels[from + 3]!;
  if (above === 0) return;
  const below = (canvas[to + 3]! * (255 - above)) / 255;
  const alpha = above + below;
  for (let band = 0; band < 3; band++)
    canvas[to + band] = Math.round((pixels[from + band]! * above + canvas[to + band]! * below) / alpha);
  canvas[to + 3] = Math.round(alpha);
}

function clear(canvas: Buffer, width: number, frame: ApngFrame): void {
  for (let row = frame.y; row < frame.y + frame.height; row++)
    canvas.fill(0, (row * width + frame.x) * 4, (row * width + frame.x + frame.width) * 4);
}
