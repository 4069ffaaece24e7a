import { SecondReaderUnusable } from '../../../../engines/pp-ocr/engine.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import { identity, type Matrix } from '../matrix.ts';
import { type Block, keepWords, listWords, meanConfidence, type Turn, type Word } from '../page.ts';
import { findPrint, type Print } from '../prepare/empty-page.ts';
import { cleanPage } from '../prepare/prepare.ts';
import { type Attempt, attemptReading, pickBetter, type Reading } from './attempt.ts';
import { leavesLetters, measureUnreadShare } from './left-out.ts';
import { choosePart, scoreWithinPart } from './part.ts';
import { canReadAgain, readAgain } from './read-again.ts';
import { joinRows } from './rows.ts';
import { makeTrustTest } from './trust.ts';
import { chooseFirstTurn, turnUpright } from './upright.ts';

export interface Recognised {
  turn: Turn;
  blocks: Block[];
  toPage: Matrix;
  /** 0 to 100, over all candidate words, dropped ones included, and over print that was not read. */
  confidence: number;
  /** The number of words dropped for their low confidence. */
  dropped: number;
  /** True if the second OCR engine was used. */
  readTwice: boolean;
}

/**
 * A page with less confidence than this is also read without cleaning, since cleaning can do harm, and then
 * by the second engine.
 */
const sure = 88;
/**
 * A word with less confidence is a guess; the other values are the letters, and their share, that a good page
 * does not reach.
 */
const guess = 60;
const someGuessed = 4;
const guessedShare = 0.03;
/** The segmentation modes in which the engine finds the lines itself. */
const looksForLines = new Set([3, 4, 6, 11]);
const nothing: Recognised = {
  turn: 0,
  blocks: [],
  toPage: identity,
  confidence: 0,
  dropped: 0,
  readTwice: false,
};

/** Recognises a page. A page that reads badly is tried in other ways, and the best reading is returned. */
export async function recognisePage(page: Grey, reading: Reading): Promise<Recognised> {
  if (page.width < 8 || page.height < 8) return nothing;
  const print = findPrint(page);
  if (print === 'none') return nothing;
  const clean = await makeReadable(page, print, reading);
  let best = await attemptReading(clean, await chooseFirstTurn(clean, reading), reading);
  if (reading.rotate === 'auto') best = await turnUpright(clean, reading, best);
  if (best.confidence < sure && clean !== page && print === 'much')
    best = await pickCleanedOrOriginal(page, best, reading);
  const second = await askSecondReader(best, reading);
  const blocks = second ?? best.blocks;
  const found = listWords(blocks);
  const kept = joinRows(keepWords(blocks, makeTrustTest(found)));
  return {
    turn: best.turn,
    toPage: best.toPage,
    blocks: kept,
    confidence: rateConfidence(best.image, found, second !== undefined),
    dropped: found.length - listWords(kept).length,
    readTwice: second !== undefined,
  };
}

async function makeReadable(page: Grey, print: Print, { clean }: Reading): Promise<Grey> {
  if (!clean) return page;
  const even = await cleanPage(page);
  return typeof print === 'object' ? print.onBarePaper(even) : even;
}

/** Returns the confidence of words; if there was doubt, it includes the print that no word covers. */
function rateConfidence(image: Grey, words: readonly Word[], readTwice: boolean): number {
  const confidence = meanConfidence(words) ?? 0;
  return confidence < sure || readTwice ? confidence * (1 - measureUnreadShare(image, words)) : confidence;
}

/** Returns the better reading of the page cleaned and uncleaned. On a dense page, a part decides. */
async function pickCleanedOrOriginal(page: Grey, cleaned: Attempt, reading: Reading): Promise<Attempt> {
  const part = choosePart(page, cleaned);
  if (part.image !== page) {
    const tried = await attemptReading(part.image, cleaned.turn, reading);
    if (tried.score <= scoreWithinPart(cleaned, part)) return cleaned;
  }
  return pickBetter(cleaned, await attemptReading(page, cleaned.turn, reading));
}

/** Returns true if some words of an otherwise well-read page are guesses. */
function hasGuessedWords(words: readonly Word[]): boolean {
  const sumLetters = (some: readonly Word[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const guessed = sumLetters(words.filter(({ confidence }) => confidence < guess));
  return guessed >= someGuessed && guessed > sumLetters(words) * guessedShare;
}

/** Improves the reading with the second engine, if there is doubt and the engine knows the languages. */
async function askSecondReader({ image, blocks, confidence }: Attempt, reading: Reading) {
  if (!canReadAgain(reading.languages) || !looksForLines.has(reading.segmentation)) return undefined;
  const words = listWords(blocks);
  if (confidence >= sure && !hasGuessedWords(words) && !leavesLetters(image, words)) return undefined;
  try {
    return await readAgain(image, blocks, reading.languages);
  } catch (error) {
    // The first reading is kept. `doctor` reports the problem to the operator, since it checks the same
    // models.
    if (error instanceof SecondReaderUnusable) return undefined;
    throw error;
  }
}
