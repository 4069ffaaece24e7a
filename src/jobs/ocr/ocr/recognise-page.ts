import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Block, orientationOf, recognise } from '../../../engines/tesseract/engine.ts';
import type { Grey } from './grey.ts';
import { identity, type Matrix } from './matrix.ts';
import { keepWords, meanConfidence, type Turn, type Word, wordsOf } from './page.ts';
import { writePgm } from './pixels.ts';
import { type Preparation, prepared } from './prepare.ts';
import { trusting } from './trust.ts';

export interface Reading extends Preparation {
  languages: readonly string[];
  segmentation: number;
  /** `auto`: whichever way the page reads best. */
  rotate: 'auto' | Turn;
  dir: string;
}

export interface Recognised {
  turn: Turn;
  blocks: Block[];
  toPage: Matrix;
  /** 0 to 100, of all that was taken for words, also those not kept. */
  confidence: number;
  /** Words not good enough to be told. */
  dropped: number;
}

interface Attempt extends Recognised {
  /** Letters read, each by how sure. */
  score: number;
  /** What was taken for words. */
  found: number;
  /** Its words stand on end: the page lies on its side. */
  sideways: boolean;
}

const dpi = 300;
/** A page that reads this well is the right way up. */
const good = 75;
/** One that reads worse than this is tried as it was, too: cleaning can do harm. */
const poor = 65;
const turns = [90, 270, 180] as const;
const nothing: Recognised = { turn: 0, blocks: [], toPage: identity, confidence: 0, dropped: 0 };
let files = 0;

/** Reads a page; one that reads badly is tried in other ways, and the best reading is taken. */
export async function recognisePage(page: Grey, reading: Reading): Promise<Recognised> {
  if (page.width < 8 || page.height < 8) return nothing;
  let best = await attempt(page, reading.rotate === 'auto' ? 0 : reading.rotate, reading);
  if (reading.rotate === 'auto') best = await upright(page, reading, best);
  if (best.confidence < poor && reading.clean)
    best = better(best, await attempt(page, best.turn, { ...reading, clean: false }));
  return best;
}

const better = (one: Attempt, other: Attempt): Attempt =>
  one.sideways !== other.sideways ? (one.sideways ? other : one) : other.score > one.score ? other : one;

/** The page the way up that it reads best. */
async function upright(page: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  if (first.confidence >= good && !first.sideways) return first;
  // Even a page on its head gives something that passes for words; an empty one gives none.
  if (first.found === 0) return first;
  const told = await orientation(page, reading);
  if (told === 0 && !first.sideways) return first;
  let best = first;
  for (const turn of told ? [told] : turns) {
    best = better(best, await attempt(page, turn, reading));
    if (best.confidence >= good && !best.sideways) break;
  }
  return best;
}

async function attempt(page: Grey, turn: Turn, reading: Reading): Promise<Attempt> {
  const { image, toPage } = await prepared(page, turn, reading);
  const { languages, segmentation, dir } = reading;
  const blocks = await withImage(image, dir, path =>
    recognise({ image: path, languages, segmentation, dpi, dir }),
  );
  const found = wordsOf(blocks);
  const confidence = meanConfidence(found) ?? 0;
  const kept = keepWords(blocks, trusting(found));
  const words = wordsOf(kept);
  return {
    turn,
    blocks: kept,
    toPage,
    confidence,
    found: found.length,
    dropped: found.length - words.length,
    score: words.reduce((sum, word) => sum + word.text.length * word.confidence, 0),
    sideways: onEnd(words),
  };
}

/** Whether most words are higher than wide. */
function onEnd(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  const high = long.filter(({ left, top, right, bottom }) => bottom - top > (right - left) * 1.5);
  return long.length > 0 && high.length * 2 > long.length;
}

async function orientation(page: Grey, reading: Reading): Promise<Turn | undefined> {
  const { image } = await prepared(page, 0, { ...reading, deskew: false });
  const told = await withImage(image, reading.dir, path => orientationOf(path, dpi, reading.dir));
  return told && told.confidence >= 1 ? told.turn : undefined;
}

async function withImage<T>(image: Grey, dir: string, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(dir, `page-${++files}.pgm`);
  await writePgm(path, image);
  try {
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}
