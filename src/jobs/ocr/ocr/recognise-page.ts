import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Block, orientationOf, recognise } from '../../../engines/tesseract/engine.ts';
import type { Grey } from './grey.ts';
import type { Matrix } from './matrix.ts';
import { keepWords, meanConfidence, type Turn, wordsOf } from './page.ts';
import { writePgm } from './pixels.ts';
import { type Preparation, prepared } from './prepare.ts';
import { trustworthy } from './trust.ts';

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
  dropped: number;
}

interface Attempt extends Recognised {
  /** Letters read, each by how sure. */
  score: number;
  confidence: number;
}

const dpi = 300;
/** A page that reads this well is the right way up. */
const good = 75;
const turns = [0, 90, 180, 270] as const;
let files = 0;

/** Reads a page; one that reads badly is tried the other ways up, and the best reading is taken. */
export async function recognisePage(page: Grey, reading: Reading): Promise<Recognised> {
  if (page.width < 8 || page.height < 8)
    return { turn: 0, blocks: [], toPage: [1, 0, 0, 1, 0, 0], dropped: 0 };
  const first = await attempt(page, reading.rotate === 'auto' ? 0 : reading.rotate, reading);
  if (reading.rotate !== 'auto' || first.confidence >= good) return first;
  const told = await orientation(page, reading);
  const others = told === undefined ? turns.filter(turn => turn !== 0) : told === 0 ? [] : [told];
  let best = first;
  for (const turn of others) {
    const next = await attempt(page, turn, reading);
    if (next.score > best.score) best = next;
    if (best.confidence >= good) break;
  }
  return best;
}

async function attempt(page: Grey, turn: Turn, reading: Reading): Promise<Attempt> {
  const { image, toPage } = await prepared(page, turn, reading);
  const blocks = await withImage(image, reading.dir, path =>
    recognise({
      image: path,
      languages: reading.languages,
      segmentation: reading.segmentation,
      dpi,
      dir: reading.dir,
    }),
  );
  const kept = keepWords(blocks, trustworthy);
  const words = wordsOf(kept);
  return {
    turn,
    blocks: kept,
    toPage,
    dropped: wordsOf(blocks).length - words.length,
    score: words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0),
    confidence: meanConfidence(wordsOf(blocks)) ?? 0,
  };
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
