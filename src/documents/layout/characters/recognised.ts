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

/** Letters with neither an ascender nor a descender are about this share of their size high, those with one this. */
const estimateSize = (words: readonly RecognisedWord[]): number =>
  1.12 *
  median(
    words.map(
      word =>
        (word.bottom - word.top) /
        (/[gjpqy]/.test(word.text) && /[A-Zbdfhklt\d]/.test(word.text) ? 0.95 : 0.78),
    ),
  ) *
  0.9;

function makeWords(lines: readonly (readonly RecognisedWord[])[]): Word[] {
  return lines.flatMap((line): Word[] => {
    const size = Math.round(estimateSize(line) * 2) / 2;
    const baseline = median(
      line.map(word => (/[gjpqy,;]/.test(word.text) ? word.bottom - 0.18 * size : word.bottom)),
    );
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
    images: [],
    tags: [],
    regions: page.regions ?? [],
    hidden: 0,
    recognised: true,
  };
}
