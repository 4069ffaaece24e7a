import type { Segment, Word } from '../transcript.ts';
import { lineWidth, twoLines, widthOf } from './lines.ts';

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
export function cuesOf(segments: readonly Segment[]): Cue[] {
  const groups = segments
    .flatMap(({ words }) => divided(words.flatMap(brokenWord)))
    .reduce<Word[][]>(joinShort, []);
  const cues = groups.map(words => ({
    start: inMs(words[0]!.start),
    end: inMs(words.at(-1)!.end),
    lines: twoLines(piecesOf(words))!,
  }));
  // A short cue stays a little longer, as far as the next one lets it.
  return cues.map((cue, at) => {
    const next = cues[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.min(next, Math.max(cue.end, inMs(cue.start + shortest))) };
  });
}

const inMs = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const piecesOf = (words: readonly Word[]): string[] =>
  words.map(({ text, glued }) => (glued ? text : ` ${text}`));

const fits = (words: readonly Word[]): boolean =>
  twoLines(piecesOf(words)) !== undefined &&
  (words.length === 1 || words.at(-1)!.end - words[0]!.start <= longest);

/** Cut in two, each of which may be cut again, rather behind a mark or at a pause than in the very middle. */
function divided(words: Word[]): Word[][] {
  if (fits(words)) return [words];
  const widths = words.map(({ text }) => widthOf(text) + 1);
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
  return [...divided(words.slice(0, best.at)), ...divided(words.slice(best.at))];
}

/** A word wider than a line, such as an address, is cut where the line ends. */
function brokenWord(word: Word): Word[] {
  if (widthOf(word.text) <= lineWidth) return [word];
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

const secondsOf = (words: readonly Word[]): number => words.at(-1)!.end - words[0]!.start;

function joinShort(groups: Word[][], words: Word[]): Word[][] {
  const before = groups.at(-1);
  const isClose = before && words[0]!.start - before.at(-1)!.end < closely;
  const isShort = before && Math.min(secondsOf(before), secondsOf(words)) < shortest;
  if (isClose && isShort && fits([...before, ...words])) before.push(...words);
  else groups.push([...words]);
  return groups;
}
