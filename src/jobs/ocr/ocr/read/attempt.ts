import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Block, findOrientation, recognise } from '../../../../engines/tesseract/engine.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import type { Matrix } from '../matrix.ts';
import { keepWords, listWords, meanConfidence, type Turn, type Word } from '../page.ts';
import { writePgm } from '../pixels.ts';
import { preparePage } from '../prepare/prepare.ts';
import { makeTrustTest } from './trust.ts';

export interface Reading {
  /** True to remove noise and shadows first. */
  clean: boolean;
  deskew: boolean;
  languages: readonly string[];
  segmentation: number;
  /** `auto`: the orientation in which the page reads best. */
  rotate: 'auto' | Turn;
  dir: string;
}

/** The result of recognising a page that was prepared in one way. */
export interface Attempt {
  turn: Turn;
  image: Grey;
  toPage: Matrix;
  blocks: Block[];
  confidence: number;
  /** The number of letters, weighted by confidence. */
  score: number;
  /** True if its words are higher than wide: the page lies on its side. */
  sideways: boolean;
}

const dpi = 300;
let files = 0;

export const pickBetter = (one: Attempt, other: Attempt): Attempt =>
  one.sideways !== other.sideways ? (one.sideways ? other : one) : other.score > one.score ? other : one;

export async function attemptReading(page: Grey, turn: Turn, reading: Reading): Promise<Attempt> {
  const { image, toPage } = await preparePage(page, turn, reading.deskew);
  const { languages, segmentation, dir } = reading;
  const blocks = await withImage(image, dir, path =>
    recognise({ image: path, languages, segmentation, dpi, dir }),
  );
  const found = listWords(blocks);
  const words = listWords(keepWords(blocks, makeTrustTest(found)));
  return {
    turn,
    image,
    toPage,
    blocks,
    confidence: meanConfidence(found) ?? 0,
    score: scoreWords(words),
    sideways: standsOnEnd(words),
  };
}

/** Returns the number of letters, weighted by confidence. */
export const scoreWords = (words: readonly Word[]): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);

/** Returns true if most words are higher than wide. */
function standsOnEnd(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  const high = long.filter(({ left, top, right, bottom }) => bottom - top > (right - left) * 1.5);
  return long.length > 0 && high.length * 2 > long.length;
}

/** Returns the orientation of a page if Tesseract can detect it. */
export async function detectTurn(page: Grey, reading: Reading): Promise<Turn | undefined> {
  const { image } = await preparePage(page, 0, false);
  const told = await withImage(image, reading.dir, path => findOrientation(path, dpi, reading.dir));
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
