import type { Segment, Word } from '../transcript.ts';
import { breakIntoLines, lineWidth, measureWidth } from './lines.ts';

/** What is shown at once: one line or two. */
export interface Cue {
  start: number;
  end: number;
  lines: string[];
}

/** In seconds: nobody can read a shorter one, or looks at a longer one. */
const shortest = 1;
const longest = 7;
/** Sentences that follow each other closer than this may be shown together where one of them is too short. */
const closely = 0.5;

/** Divides a transcript into cues that can be read. They never overlap. */
export function makeCues(segments: readonly Segment[]): Cue[] {
  const groups = segments
    .flatMap(({ words }) => divideWords(words.flatMap(breakWord)))
    .reduce<Word[][]>(joinShort, []);
  const cues = groups.map(words => ({
    start: roundToMs(words[0]!.start),
    end: roundToMs(words.at(-1)!.end),
    lines: breakIntoLines(listPieces(words))!,
  }));
  // A short cue stays a little longer, as far as the next one lets it.
  return cues.map((cue, at) => {
    const next = cues[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.min(next, Math.max(cue.end, roundToMs(cue.start + shortest))) };
  });
}

const roundToMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const listPieces = (words: readonly Word[]): string[] =>
  words.map(({ text, glued }) => (glued ? text : ` ${text}`));

const fits = (words: readonly Word[]): boolean =>
  breakIntoLines(listPieces(words)) !== undefined &&
  (words.length === 1 || words.at(-1)!.end - words[0]!.start <= longest);

/** Cut in two, each of which may be cut again, rather behind a mark or at a pause than in the very middle. */
function divideWords(words: Word[]): Word[][] {
  if (fits(words)) return [words];
  const widths = words.map(({ text }) => measureWidth(text) + 1);
  const all = widths.reduce((sum, width) => sum + width, 0);
  let best = { at: 1, cost: Number.POSITIVE_INFINITY };
  let before = 0;
  for (let at = 1; at < words.length; at++) {
    before += widths[at - 1]!;
    const pause = Math.min(1, words[at]!.start - words[at - 1]!.end);
    const isMarked = /[,;:.?!–—、。，]["'”’»)]?$/u.test(words[at - 1]!.text);
    const cost = Math.abs(2 * before - all) / all - (isMarked ? 0.35 : 0) - 0.5 * pause;
    if (cost < best.cost) best = { at, cost };
  }
  return [...divideWords(words.slice(0, best.at)), ...divideWords(words.slice(best.at))];
}

/** A word wider than a line, such as an address, is cut where the line ends. */
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

const measureSeconds = (words: readonly Word[]): number => words.at(-1)!.end - words[0]!.start;

function joinShort(groups: Word[][], words: Word[]): Word[][] {
  const before = groups.at(-1);
  const isClose = before && words[0]!.start - before.at(-1)!.end < closely;
  const isShort = before && Math.min(measureSeconds(before), measureSeconds(words)) < shortest;
  if (isClose && isShort && fits([...before, ...words])) before.push(...words);
  else groups.push([...words]);
  return groups;
}
