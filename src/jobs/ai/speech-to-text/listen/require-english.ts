import { JobFailure } from '../../../../contract/failure.ts';
import type { Word } from '../transcript.ts';
import { removeInvented } from './invented.ts';
import { sumSeconds } from './spans.ts';
import type { Window } from './windows.ts';

/** The temperature of the second reading. The words of understood speech stay the same there, and guesses do not. */
export const secondTemperature = 0.8;
/** The share of words that two readings of English speech have in common, at the least. */
const minAgreement = 0.6;
/** This many seconds of speech without a word are another language. */
const longWithoutWords = 3;
/** The model's output for a language that it does not know. */
const foreign = /\bforeign language\b|\bspeak(s|ing) (in )?[a-z]+ language\b/i;

/**
 * Refuses speech that a model which knows only English does not understand: it would write English sentences that nobody
 * said. The model has no word for "this is not English", so it is asked twice, and guesses differ from each other.
 */
export async function requireEnglish(
  windows: readonly { window: Window; words: readonly Word[] }[],
  readAgain: (window: Window) => Promise<readonly Word[]>,
): Promise<void> {
  const [longest] = windows.toSorted((a, b) => sumSeconds(b.window.spans) - sumSeconds(a.window.spans));
  if (!longest) return;
  const { window, words } = longest;
  const first = listSpoken(words, window);
  const seconds = sumSeconds(window.spans);
  if (first.length === 0 && seconds < longWithoutWords) return;
  if (foreign.test(words.map(({ text }) => text).join(' ')) || first.length === 0)
    throw notEnglish(`${seconds} seconds of speech without a word that was understood`);
  const agreement = computeAgreement(first, listSpoken(await readAgain(window), window));
  if (agreement < minAgreement)
    throw notEnglish(`two readings agree in ${agreement.toFixed(2)} of their words`);
}

const notEnglish = (detail: string): JobFailure => new JobFailure('language_not_supported', detail);

const listSpoken = (words: readonly Word[], { spans }: Window): string[] =>
  removeInvented(words, spans)
    .map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean);

/** Computes which share of the words two texts have in common, in order: 1 less the edits from one to the other. */
export function computeAgreement(one: readonly string[], other: readonly string[]): number {
  const most = Math.max(one.length, other.length);
  if (most === 0) return 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, word] of one.entries()) {
    const next = [at + 1];
    for (const [index, another] of other.entries())
      next.push(Math.min(row[index + 1]! + 1, next[index]! + 1, row[index]! + (word === another ? 0 : 1)));
    row = next;
  }
  return 1 - row.at(-1)! / most;
}
