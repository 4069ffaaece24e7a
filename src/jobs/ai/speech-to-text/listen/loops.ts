import type { Word } from '../transcript.ts';

/** Keeps only letters and digits, since punctuation may change within a loop. */
const stripMarks = ({ text }: Word): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The most words of a phrase that is searched for. */
const longestPhrase = 12;
/** Returns how often a phrase may be repeated in a row before it counts as the model's mistake. */
const getMaxRepeats = (length: number): number => (length === 1 ? 6 : length <= 3 ? 4 : 3);

interface Loop {
  at: number;
  /** The number of words of the phrase, and of its repetitions. */
  length: number;
  times: number;
}

function findLoop(words: readonly Word[]): Loop | undefined {
  const said = words.map(stripMarks);
  for (let at = 0; at < said.length; at++)
    for (let length = 1; length <= longestPhrase && at + length < said.length; length++) {
      let times = 1;
      while (isSame(said, at, at + times * length, length)) times++;
      if (times > getMaxRepeats(length)) return { at, length, times };
    }
  return undefined;
}

function isSame(said: readonly string[], a: number, b: number, length: number): boolean {
  if (b + length > said.length) return false;
  for (let i = 0; i < length; i++) if (said[a + i] !== said[b + i]) return false;
  return true;
}

/** Returns true if the model seems to have repeated itself instead of listening on. */
export const hasLoop = (words: readonly Word[]): boolean => findLoop(words) !== undefined;

/** Reduces each loop to one phrase: the last resort if listening again did not help. */
export function removeLoops(words: readonly Word[]): Word[] {
  let rest = [...words];
  for (let loop = findLoop(rest); loop; loop = findLoop(rest))
    rest = [...rest.slice(0, loop.at + loop.length), ...rest.slice(loop.at + loop.length * loop.times)];
  return rest;
}
