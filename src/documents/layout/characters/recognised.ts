import { splitBefore } from '../../../lists.ts';
import { areaOf, type Box, median, sharedArea } from '../../boxes.ts';
import { makePlainStyle, type SourcePage } from '../../source.ts';
import type { Word } from '../page.ts';
import { makePageLines } from './line-numbers.ts';
import { makeLines } from './lines.ts';
import type { PreparedPage } from './prepare.ts';

/** A word that was recognised in a picture, in points of the page. */
export interface RecognisedWord {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** 0 to 100. */
  confidence: number;
}

/** How far characters reach above the baseline and below it, in type sizes: small letters, high ones, commas and low letters. */
const reach = { small: 0.48, high: 0.72, comma: 0.12, low: 0.21 };
/** Most characters of other scripts are this high. */
const otherHeight = 0.78;

const findDepth = (text: string): number =>
  /[gjpqyQ()[\]{}ßþçµ]/u.test(text) ? reach.low : /[,;]/.test(text) ? reach.comma : 0;

const findHeight = (text: string): number => {
  if (!/[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}]/u.test(text)) return otherHeight;
  return (/^[acegmnopqrsuvwxyz.,;:~–—-]+$/u.test(text) ? reach.small : reach.high) + findDepth(text);
};

const estimateSize = (words: readonly RecognisedWord[]): number =>
  median(words.map(({ text, top, bottom }) => (bottom - top) / findHeight(text)));

/** Signs that dirt on the paper looks like. */
const speck = /^[.,:;'`‘’~_¦|°·]+$/u;

const dropSpecks = (line: readonly RecognisedWord[]): RecognisedWord[] =>
  line.filter(({ text }) => !speck.test(text));

/** Splits a line in which words stand above one another, as those of a cell of several lines do: a word that begins before the one before it begins a line. */
const splitStacked = (line: readonly RecognisedWord[]): RecognisedWord[][] =>
  splitBefore(line, (word, before) => word.left < before.left && word.right < before.right);

/** Sizes that differ by less than this factor are one, measured in letters of different heights. */
const sameSize = 1.15;

/** Gives lines of nearly the same size the same one. The size that the most letters have is found first. */
function alignSizes(sizes: readonly number[], letters: readonly number[]): number[] {
  const aligned = [...sizes];
  const left = new Set(sizes.keys());
  while (left.size > 0) {
    const near = (at: number) =>
      [...left].filter(
        other => sizes[other]! < sizes[at]! * sameSize && sizes[at]! < sizes[other]! * sameSize,
      );
    const count = (own: readonly number[]) => own.reduce((sum, at) => sum + letters[at]!, 0);
    const groups = [...new Map([...left].map(at => [sizes[at]!, at])).values()].map(near);
    const own = groups.reduce((most, group) => (count(group) > count(most) ? group : most));
    const usual = Math.round(median(own.map(at => sizes[at]!)) * 2) / 2;
    for (const at of own) {
      aligned[at] = usual;
      left.delete(at);
    }
  }
  return aligned;
}

function makeWords(found: readonly (readonly RecognisedWord[])[]): Word[] {
  const lines = found
    .map(dropSpecks)
    .flatMap(splitStacked)
    .filter(line => line.length > 0);
  const sizes = alignSizes(
    lines.map(line => Math.round(estimateSize(line) * 2) / 2),
    lines.map(line => line.reduce((sum, { text }) => sum + text.length, 0)),
  );
  return lines.flatMap((line, at): Word[] => {
    const size = sizes[at]!;
    const baseline = median(line.map(({ text, bottom }) => bottom - findDepth(text) * size));
    const style = makePlainStyle(size);
    return line.map(word => ({ ...word, style, baseline, glued: false }));
  });
}

/** Adds words that were recognised in a picture to a typed page, in place of the picture. */
export function addRecognised(
  page: PreparedPage,
  image: Box,
  lines: readonly (readonly RecognisedWord[])[],
): PreparedPage {
  return {
    ...page,
    lines: [...page.lines, ...makeLines(makeWords(lines), [])],
    images: page.images.filter(box => sharedArea(box, image) < 0.5 * areaOf(box)),
  };
}

/** Prepares a page of recognised words, line by line. */
export function prepareRecognised(
  page: Pick<SourcePage, 'number' | 'width' | 'height' | 'rules' | 'regions'>,
  lines: readonly (readonly RecognisedWord[])[],
): PreparedPage {
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    angle: 0,
    direction: 'ltr',
    lines: makePageLines(makeWords(lines), page.rules),
    sideways: [],
    watermarks: [],
    rules: page.rules,
    fills: [],
    shapes: [],
    images: [],
    tags: [],
    regions: page.regions ?? [],
    hidden: 0,
    recognised: true,
  };
}
