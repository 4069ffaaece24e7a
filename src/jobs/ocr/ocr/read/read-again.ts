import { findLines, type Region } from '../../../../engines/pp-ocr/engine.ts';
import type { Grey } from '../../../image/scans/grey.ts';
import {
  type Block,
  keepWords,
  type Line,
  listLines,
  listWords,
  meanConfidence,
  type Word,
} from '../page.ts';
import { measureLetterHeight } from '../prepare/components.ts';
import { arrangeLines } from './arrange.ts';
import { liesInLine } from './line-words.ts';
import { placeLine } from './place-line.ts';
import { readLinesAgain } from './second-reading.ts';

/** Lines with at least this confidence are not read again. */
const sure = 88;
/** The letter height in pixels for the detection of lines, and the largest page for it. */
const lookedFor = 12;
const maxPixels = 1_600_000;
/** Words and lines with less confidence than this do more harm than good. */
const worthless = 45;
const worthlessWord = 30;
const worthlessLine = 55;
/** The second engine invents text with confidence: below this value it is right less often than it claims. */
const believed = 85;
const boasts = 0.9;
/**
 * A line that only the second engine found needs this confidence, since print shining through the page is
 * found too.
 */
const surelySeen = 75;
/** Shapes lower than this share of a letter are noise. */
const grainHeight = 0.9;
const maxLines = 600;
/** Words below this confidence are dropped where the second engine sees no text. */
const unseen = 60;
/**
 * Languages that the second engine knows, by Tesseract's names. In other languages of Latin script it misses
 * the diacritics.
 */
const fluent = new Set(['eng', 'chi_sim']);
const latin = new Set(['deu', 'fra', 'spa', 'ita', 'por', 'nld']);
/**
 * The confidence subtracted from the second engine's words in a language whose diacritics it does not know.
 */
const withoutMarks = 20;

export const canReadAgain = (languages: readonly string[]): boolean =>
  languages.every(language => fluent.has(language) || latin.has(language));

/**
 * Replaces lines that the second engine reads with more confidence, and adds lines that the first one missed.
 */
export async function readAgain(
  image: Grey,
  blocks: readonly Block[],
  languages: readonly string[],
): Promise<Block[]> {
  const letter = measureLetterHeight(image);
  const found = await findLines(image, chooseScale(image, letter));
  const regions = found.filter(({ height }) => height >= (letter ?? 0) * grainHeight).slice(0, maxLines);
  const words = new Set(listWords(blocks));
  const doubted = regions
    .map(region => ({ region, first: takeWordsIn(words, region) }))
    .filter(({ region, first }) => (meanConfidence(first) ?? 0) < sure || leavesMuchUnread(region, first));
  const read = await readLinesAgain(image, doubted);
  const less = languages.every(language => fluent.has(language)) ? 0 : withoutMarks;
  const swaps = [...read]
    .map(([{ first }, second]) => ({ first, second: keepSensibleWords(lowerConfidence(second, less)) }))
    .filter(({ first, second }) => first.length > 0 || (meanConfidence(second) ?? 0) >= surelySeen)
    .filter(({ first, second }) => scoreReading(second) > Math.max(0, scoreReading(first)));
  // The remaining words lie in no line that the second engine sees.
  const phantoms = new Set([...words].filter(({ confidence }) => confidence < unseen));
  return swapWords(blocks, swaps, phantoms);
}

function chooseScale(image: Grey, letter = lookedFor * 2): number {
  const wanted = lookedFor / letter;
  return Math.max(0.2, Math.min(1, wanted, Math.sqrt(maxPixels / (image.width * image.height))));
}

function takeWordsIn(words: Set<Word>, region: Region): Word[] {
  const taken = [...words].filter(word => liesInLine(region, word));
  for (const word of taken) words.delete(word);
  return taken;
}

/** Returns true if much of a line has no word on it. */
function leavesMuchUnread({ length }: Region, words: readonly Word[]): boolean {
  return words.reduce((sum, { left, right }) => sum + right - left, 0) < length * 0.6;
}

/** Corrects the confidence of words. */
const lowerConfidence = (words: readonly Word[], less: number): Word[] =>
  words.map(word => {
    const boast = Math.max(0, believed - word.confidence) * boasts;
    return { ...word, confidence: Math.max(0, word.confidence - boast - less) };
  });

/** Drops words that are not worth keeping. */
const keepSensibleWords = (words: readonly Word[]): Word[] =>
  (meanConfidence(words) ?? 0) < worthlessLine
    ? []
    : words.filter(({ confidence }) => confidence >= worthlessWord);

/** Scores a reading: letters gained, less those expected to be wrong. */
const scoreReading = (words: readonly Word[]): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * (confidence - worthless), 0);

function swapWords(
  blocks: readonly Block[],
  swaps: readonly { first: Word[]; second: Word[] }[],
  phantoms: ReadonlySet<Word>,
): Block[] {
  const gone = new Set([...phantoms, ...swaps.flatMap(({ first }) => first)]);
  const without = keepWords(blocks, word => !gone.has(word));
  const kept: Block[] = blocks.map(({ paragraphs }) => ({
    paragraphs: paragraphs.map(({ lines }) => ({ lines: lines.map(({ words }) => ({ words: [...words] })) })),
  }));
  const missing: Line[] = [];
  for (const { first, second } of swaps) {
    const line = listLines(kept).find(({ words }) => words.some(word => first.includes(word)));
    if (!line) missing.push({ words: second });
    else
      line.words.splice(
        line.words.findIndex(word => first.includes(word)),
        0,
        ...second,
      );
  }
  const placed = keepWords(kept, word => !gone.has(word));
  const swappedLetters = swaps
    .flatMap(({ second }) => second)
    .reduce((sum, { text }) => sum + text.length, 0);
  const letters = listWords(without).reduce((sum, { text }) => sum + text.length, 0);
  // If the first engine made little of a page, it has not understood its columns either.
  if (swappedLetters > letters)
    return arrangeLines([...listLines(without), ...swaps.map(({ second }) => ({ words: second }))]);
  const top = ({ words }: Line) => Math.min(...words.map(word => word.top));
  for (const line of missing.sort((a, b) => top(a) - top(b))) placeLine(placed, line);
  return placed;
}
