import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Block, orientationOf, recognise } from '../../../engines/tesseract/engine.ts';
import type { Grey } from './grey.ts';
import { leavesLetters } from './left-out.ts';
import { identity, type Matrix } from './matrix.ts';
import { keepWords, meanConfidence, type Turn, type Word, wordsOf } from './page.ts';
import { writePgm } from './pixels.ts';
import { cleaned, prepared } from './prepare.ts';
import { canReadAgain, readAgain } from './read-again.ts';
import { withRows } from './rows.ts';
import { seemsSideways } from './skew.ts';
import { trusting } from './trust.ts';

export interface Reading {
  /** Without grain and shadows. */
  clean: boolean;
  deskew: boolean;
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
  /** A second reader was asked. */
  readTwice: boolean;
}

/** What stands on a page if it is prepared in one way. */
interface Attempt {
  turn: Turn;
  image: Grey;
  toPage: Matrix;
  blocks: Block[];
  confidence: number;
  /** Letters read, each by how sure. */
  score: number;
  /** Its words stand on end: the page lies on its side. */
  sideways: boolean;
}

const dpi = 300;
/** A page that reads this well is the right way up. */
const good = 75;
/** One that reads worse than this is tried as it was, too, since cleaning can do harm, and then by another reader. */
const sure = 88;
/** The segmentations that leave it to the reader where lines are. */
const looksForLines = new Set([3, 4, 6, 11]);
const turns = [90, 270, 180, 0] as const;
const nothing: Recognised = {
  turn: 0,
  blocks: [],
  toPage: identity,
  confidence: 0,
  dropped: 0,
  readTwice: false,
};
let files = 0;

/** Reads a page; one that reads badly is tried in other ways, and the best reading is taken. */
export async function recognisePage(page: Grey, reading: Reading): Promise<Recognised> {
  if (page.width < 8 || page.height < 8) return nothing;
  const clean = reading.clean ? await cleaned(page) : page;
  let best = await attempt(clean, await firstTurn(clean, reading), reading);
  if (reading.rotate === 'auto') best = await upright(clean, reading, best);
  if (best.confidence < sure && clean !== page) best = better(best, await attempt(page, best.turn, reading));
  const { turn, toPage, image } = best;
  const doubtful = best.confidence < sure || leavesLetters(image, wordsOf(best.blocks));
  const readTwice = doubtful && canReadAgain(reading.languages) && looksForLines.has(reading.segmentation);
  const blocks = readTwice ? await readAgain(image, best.blocks, reading.languages) : best.blocks;
  const found = wordsOf(blocks);
  const kept = withRows(keepWords(blocks, trusting(found)));
  const dropped = found.length - wordsOf(kept).length;
  return { turn, toPage, blocks: kept, confidence: meanConfidence(found) ?? 0, dropped, readTwice };
}

const better = (one: Attempt, other: Attempt): Attempt =>
  one.sideways !== other.sideways ? (one.sideways ? other : one) : other.score > one.score ? other : one;

/** Reading a page that lies on its side takes long and gives nothing: a look at its lines tells whether to ask first. */
async function firstTurn(page: Grey, reading: Reading): Promise<Turn> {
  if (reading.rotate !== 'auto') return reading.rotate;
  return seemsSideways(page) ? ((await orientation(page, reading)) ?? 0) : 0;
}

/** The page the way up that it reads best. */
async function upright(page: Grey, reading: Reading, first: Attempt): Promise<Attempt> {
  if (first.confidence >= good && !first.sideways) return first;
  // Even a page on its head gives something that passes for words; an empty one gives none.
  if (wordsOf(first.blocks).length === 0) return first;
  const told = await orientation(page, reading);
  if (told === first.turn && !first.sideways) return first;
  let best = first;
  for (const turn of told === undefined ? turns : [told]) {
    if (turn === first.turn) continue;
    best = better(best, await attempt(page, turn, reading));
    if (best.confidence >= good && !best.sideways) break;
  }
  return best;
}

async function attempt(page: Grey, turn: Turn, reading: Reading): Promise<Attempt> {
  const { image, toPage } = await prepared(page, turn, reading.deskew);
  const { languages, segmentation, dir } = reading;
  const blocks = await withImage(image, dir, path =>
    recognise({ image: path, languages, segmentation, dpi, dir }),
  );
  const found = wordsOf(blocks);
  const words = wordsOf(keepWords(blocks, trusting(found)));
  return {
    turn,
    image,
    toPage,
    blocks,
    confidence: meanConfidence(found) ?? 0,
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
  const { image } = await prepared(page, 0, false);
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
