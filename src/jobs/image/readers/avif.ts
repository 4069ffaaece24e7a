import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import { type AvifSequence, decodeAvifFrame, inspectAvifSequence } from '../../../engines/avif/engine.ts';
import { decodeAvifFrames } from '../../../engines/ffmpeg/decode-avif.ts';
import { sharp } from '../../../engines/sharp/engine.ts';
import type { Picture } from '../pictures/picture.ts';
import { makePicture } from '../pictures/pixels.ts';
import { isP3, readColourNumbers } from '../pictures/profiles.ts';
import { isWide } from '../pictures/wide-colours.ts';
import { checkFrames, checkSize, requirePage } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import { applyColourNumbers } from './colour-numbers.ts';
import type { Reader } from './reader.ts';
import { describePicture, readHeader, readWithSharp } from './sharp.ts';

const engines = ['avif', 'sharp'];

/**
 * AVIF: sharp reads still images. One frame of a sequence is read by libavif's tool, and all of them by FFmpeg: libavif's
 * tool would start again at the key frame for each.
 */
export const readAvif: Reader = async (input, wanted, dir) => {
  if (!(await isSequence(input.path))) {
    const [picture] = await readWithSharp(input, wanted, dir);
    if (picture.profile !== 'none' || picture.grey) return [picture];
    const numbers = await readColourNumbers(input.path);
    const isOther = numbers !== undefined && (isP3(numbers) || isWide(numbers));
    return [isOther ? await applyColourNumbers(picture, numbers, wanted) : picture];
  }
  const sequence = await inspectAvifSequence(input.path, maxHeldPixels, dir);
  checkSize(sequence, maxHeldPixels);
  const frames = sequence.delay.length;
  const page = requirePage(wanted.page, frames);
  if (!wanted.animation || page !== undefined || frames === 1) {
    const still = await readStill(input.path, page ?? 0, dir);
    return [page === undefined && frames > 1 ? { ...still, leavesFrames: true } : still];
  }
  checkFrames(sequence, frames, maxHeldPixels);
  return [await readSequence(input.path, sequence, dir)];
};

/** Checks the brands in the first box. */
async function isSequence(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
  const end = bytesRead < 16 ? 0 : Math.min(buffer.readUInt32BE(0), bytesRead);
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && buffer.toString('latin1', at, at + 4) === 'avis') return true;
  return false;
}

async function readStill(path: string, index: number, dir: string): Promise<Picture> {
  const png = join(dir, 'frame.png');
  await decodeAvifFrame(path, index, png, dir);
  const file = await readFile(png);
  await rm(png);
  return { ...describePicture(file, await readHeader(file, 'png')), lossy: true, engines };
}

/** Reads the profile of the first frame, which libavif's tool passes on. */
async function readProfile(path: string, dir: string): Promise<Buffer | undefined> {
  const png = join(dir, 'frame.png');
  await decodeAvifFrame(path, 0, png, dir);
  const { icc } = await sharp(png).metadata();
  await rm(png);
  return icc;
}

/** Returns all frames as one tall image, in sRGB. */
async function readSequence(
  path: string,
  { width, height, alpha, matrix, delay }: AvifSequence,
  dir: string,
): Promise<Picture> {
  const size = width * height * 4;
  const raw = join(dir, 'frames.rgba');
  await decodeAvifFrames(path, { matrix, hasAlpha: alpha, raw, dir });
  const roll = await readFile(raw);
  await rm(raw);
  if (roll.length !== size * delay.length)
    throw new JobFailure('unreadable_input', `${roll.length} bytes for ${delay.length} frames of ${size}`);
  const icc = await readProfile(path, dir);
  for (let at = 0; icc && at < roll.length; at += size) {
    const data = roll.subarray(at, at + size);
    const { source } = makePicture({ data, width, height, channels: 4, icc }, { lossy: true, engines });
    const frame = await sharp(source).toColourspace('srgb').ensureAlpha().raw().toBuffer();
    frame.copy(roll, at);
  }
  return {
    source: roll,
    opening: {
      raw: { width, height: height * delay.length, channels: 4, pageHeight: height },
      animated: true,
    },
    width,
    height,
    orientation: 1,
    frames: delay.length,
    delay,
    loop: 0,
    alpha,
    grey: false,
    bilevel: false,
    sixteenBit: false,
    profile: 'none',
    vector: false,
    lossy: true,
    embeddable: false,
    density: 72,
    engines: ['avif', 'ffmpeg', 'sharp'],
    damaged: false,
  };
}
