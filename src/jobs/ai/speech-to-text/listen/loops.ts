import type { Word } from '../transcript.ts';

/** Only letters and digits: a loop may change its marks. */
const stripMarks = ({ text }: Word): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The most words that are looked at as one phrase. */
const longestPhrase = 12;
/** How often a phrase may be repeated in a row. More often the model repeats it only by mistake. */
const getMostRepeats = (length: number): number => (length === 1 ? 6 : length <= 3 ? 4 : 3);

interface Loop {
  at: number;
  /** Words of the phrase, and how often it stands there. */
  length: number;
  times: number;
}

function findLoop(words: readonly Word[]): Loop | undefined {
  const said = words.map(stripMarks);
  for (let at = 0; at < said.length; at++)
    for (let length = 1; length <= longestPhrase && at + length < said.length; length++) {
      let times = 1;
      while (isSame(said, at, at + times * length, length)) times++;
      if (times > getMostRepeats(length)) return { at, length, times };
    }
  return undefined;
}

function isSame(said: readonly string[], a: number, b: number, length: number): boolean {
  if (b + length > said.length) return false;
  for (let i = 0; i < length; i++) if (said[a + i] !== said[b + i]) return false;
  return true;
}

/** Whether the model seems to have said the same over and over instead of listening on. */
export const hasLoop = (words: readonly Word[]): boolean => findLoop(words) !== undefined;

/** Says each phrase of a loop once: what is left where listening again did not help. */
export function removeLoops(words: readonly Word[]): Word[] {
  let rest = [...words];
  for (let loop = findLoop(rest); loop; loop = findLoop(rest))
    rest = [...rest.slice(0, loop.at + loop.length), ...rest.slice(loop.at + loop.length * loop.times)];
  return rest;
}
