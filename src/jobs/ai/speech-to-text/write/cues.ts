import { type Filled, isFilled, last, pairs } from '../../../../lists.ts';
import { roundToMs, type Segment, type Word } from '../transcript.ts';
import { breakIntoLines, lineWidth, measureWidth } from './lines.ts';

/** Text shown at once, in one line or two. */
export interface Cue {
  start: number;
  end: number;
  lines: string[];
}

/** Seconds: a shorter cue cannot be read, and a longer one is shown too long. */
const shortest = 1;
const longest = 7;
/** Sentences closer together than this may be shown together if one of them is too short. */
const closely = 0.5;

/** Divides a transcript into readable cues that never overlap. */
export function makeCues(segments: readonly Segment[]): Cue[] {
  const groups = segments
    .map(({ words }) => words.flatMap(breakWord))
    .filter(isFilled)
    .flatMap(divideWords)
    .reduce<Filled<Word>[]>(joinShort, []);
  const cues = groups.map(words => ({
    start: roundToMs(words[0].start),
    end: roundToMs(last(words).end),
    lines: breakIntoLines(listPieces(words))!,
  }));
  // A short cue stays a little longer, at most until the next one starts.
  return cues.map((cue, at) => {
    const next = cues[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.min(next, Math.max(cue.end, roundToMs(cue.start + shortest))) };
  });
}

const listPieces = (words: readonly Word[]): string[] =>
  words.map(({ text, glued }) => (glued ? text : ` ${text}`));

const fits = (words: Filled<Word>): boolean =>
  breakIntoLines(listPieces(words)) !== undefined && (words.length === 1 || measureSeconds(words) <= longest);

/** Cuts words in two, recursively, preferably after punctuation or at a pause near the middle. */
function divideWords(words: Filled<Word>): Filled<Word>[] {
  if (fits(words)) return [words];
  const all = words.reduce((sum, { text }) => sum + measureWidth(text) + 1, 0);
  let best = { at: 1, cost: Number.POSITIVE_INFINITY };
  let before = 0;
  for (const [at, [word, next]] of pairs(words).entries()) {
    before += measureWidth(word.text) + 1;
    const pause = Math.min(1, next.start - word.end);
    const isMarked = /[,;:.?!–—、。，]["'”’»)]?$/u.test(word.text);
    const cost = Math.abs(2 * before - all) / all - (isMarked ? 0.35 : 0) - 0.5 * pause;
    if (cost < best.cost) best = { at: at + 1, cost };
  }
  return [words.slice(0, best.at), words.slice(best.at)].filter(isFilled).flatMap(divideWords);
}

/** Cuts a word wider than a line, such as a URL, at the end of the line. */
function breakWord(word: Word): Word[] {
  if (measureWidth(word.text) <= lineWidth) return [word];
  const letters = [...word.text];
  const size = Math.floor(lineWidth / 2);
  const parts = Math.ceil(letters.length / size);
  const step = (word.end - word.start) / parts;
  return Array.from({ length: parts }, (_, at) => ({
    text: letters.slice(at * size, (at + 1) * size).join(''),
    start: word.start + at * step,
    end: word.start + (at + 1) * step,
    ...((at > 0 || word.glued) && { glued: true as const }),
  }));
}

const measureSeconds = (words: Filled<Word>): number => last(words).end - words[0].start;

function joinShort(groups: Filled<Word>[], words: Filled<Word>): Filled<Word>[] {
  const before = groups.at(-1);
  const isClose = before && words[0].start - last(before).end < closely;
  const isShort = before && Math.min(measureSeconds(before), measureSeconds(words)) < shortest;
  if (isClose && isShort && fits([...before, ...words])) before.push(...words);
  else groups.push([...words]);
  return groups;
}
