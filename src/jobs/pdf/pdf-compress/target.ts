import { stat } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import type { PdfInput, PdfMade } from '../../../engines/pikepdf/engine.ts';
import {
  compressDocument,
  extractPictures,
  type Picture,
  type SmallerPicture,
} from '../../../engines/pikepdf/pictures.ts';
import { encodePicture, writeEncoded } from './smaller.ts';

/** The share of the target that the result has at least, where pictures can fill it. */
const minShare = 0.9;
/** The share that is aimed at, because sizes of pictures jump. */
const aim = 0.97;
/** Tries on a sample of pictures, which is cheap, and on all of them. */
const sampleTries = 8;
const fullTries = 6;
const sampleSize = 24;
const finest = { dpi: 400, quality: 92 };
const coarsest = { dpi: 24, quality: 12 };
const picturesAtOnce = 2;

interface Request {
  inputs: [PdfInput];
  output: string;
}

/** Returns the resolution and JPEG quality for a level from 0, the coarsest, to 1. */
const findSettings = (level: number) => ({
  dpi: coarsest.dpi * (finest.dpi / coarsest.dpi) ** level,
  quality: Math.round(coarsest.quality + (finest.quality - coarsest.quality) * level),
});

/**
 * Compresses a document to at most `targetBytes`: without loss if that is enough, otherwise with pictures as
 * fine as fit. Text and drawings stay as they are.
 */
export async function compressToTarget(
  request: Request,
  { folder, targetBytes, progress }: { folder: string; targetBytes: number; progress(percent: number): void },
): Promise<PdfMade & { reduced: number }> {
  const { pictures, packed, ...facts } = await extractPictures({ ...request, folder, dpi: finest.dpi }, {});
  const lossless = packed ? facts : await compressDocument({ ...request, pictures: [] }, {});
  const { size } = await stat(request.output);
  if (size <= targetBytes) return { ...lossless, reduced: 0 };
  const held = pictures.reduce((sum, picture) => sum + picture.size, 0);
  const others = size - held;
  const makeSmallest = async (): Promise<number> => {
    await compressDocument({ ...request, pictures: await reducePictures(pictures, 0) }, {});
    return (await stat(request.output)).size;
  };
  if (pictures.length === 0 || others >= targetBytes)
    throw refuseTarget(pictures.length === 0 ? size : await makeSmallest());
  progress(10);

  const wanted = aim * targetBytes - others;
  const step = Math.ceil(pictures.length / sampleSize);
  const sample = pictures.filter((_, at) => at % step === 0);
  const share = sample.reduce((sum, picture) => sum + picture.size, 0) / held;
  let [low, high] = [0, 1];
  for (let tried = 0; tried < sampleTries; tried++) {
    const level = (low + high) / 2;
    const total = await measurePictures(sample, level);
    if (total > wanted * share) high = level;
    else low = level;
    progress(10 + (30 * (tried + 1)) / sampleTries);
  }

  let level = low;
  let best: { made: PdfMade; level: number; reduced: number } | undefined;
  [low, high] = [0, 1];
  for (let tried = 0; tried < fullTries; tried++) {
    const replaced = await reducePictures(pictures, level);
    const made = await compressDocument({ ...request, pictures: replaced }, {});
    const after = (await stat(request.output)).size;
    progress(40 + (55 * (tried + 1)) / fullTries);
    if (after <= targetBytes) {
      best = { made, level, reduced: replaced.length };
      if (after >= minShare * targetBytes || level >= 1) break;
      low = level;
    } else {
      if (level === 0) throw refuseTarget(after);
      high = level;
    }
    // The last try must fit, so it goes back to what fitted, or to the coarsest.
    const isLast = tried === fullTries - 2;
    const next = isLast ? (best?.level ?? 0) : guessLevel(level, after, { low, high, targetBytes });
    if (isLast && best?.level === level) break;
    level = next;
  }
  if (!best) throw refuseTarget(await makeSmallest());
  return { ...best.made, reduced: best.reduced };
}

/** Fails with the smallest size that is possible, in bytes. */
const refuseTarget = (smallest: number): JobFailure =>
  new JobFailure('pdf_target_too_small', `${smallest} bytes at least`, undefined, smallest);

/** Guesses a level from the size at another, between those known to be too coarse and too fine. */
function guessLevel(
  level: number,
  after: number,
  { low, high, targetBytes }: { low: number; high: number; targetBytes: number },
): number {
  const moved = level + 0.25 * Math.log((aim * targetBytes) / after);
  return moved > low && moved < high ? moved : (low + high) / 2;
}

async function forEachPicture(pictures: Picture[], work: (picture: Picture) => Promise<void>): Promise<void> {
  const waiting = pictures.values();
  const run = async () => {
    for (const picture of waiting) await work(picture);
  };
  await Promise.all(Array.from({ length: picturesAtOnce }, run));
}

async function measurePictures(pictures: Picture[], level: number): Promise<number> {
  let total = 0;
  await forEachPicture(pictures, async picture => {
    const encoded = await encodePicture(picture, findSettings(level)).catch(() => undefined);
    total += Math.min(picture.size, encoded?.data.length ?? picture.size);
  });
  return total;
}

async function reducePictures(pictures: Picture[], level: number): Promise<SmallerPicture[]> {
  const reduced: SmallerPicture[] = [];
  await forEachPicture(pictures, async picture => {
    // A picture that cannot be decoded stays as it is.
    const encoded = await encodePicture(picture, findSettings(level)).catch(() => undefined);
    if (encoded && encoded.data.length < picture.size) reduced.push(await writeEncoded(picture, encoded));
  });
  return reduced;
}
