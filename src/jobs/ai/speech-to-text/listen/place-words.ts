import type { Word } from '../transcript.ts';
import type { Window } from './windows.ts';

const least = 0.02;

/**
 * Moves the words of a window to their place in the sound. The model's own times extend into pauses; the
 * result lies within speech, in order and without overlaps.
 */
export function placeWords(words: readonly Word[], window: Window): Word[] {
  let before = window.start;
  const placed = words.map(word => {
    const heard = { start: window.start + word.start, end: window.start + word.end };
    const { start, end } = moveIntoSpeech(heard, window);
    const from = Math.min(Math.max(start, before), window.end);
    before = Math.min(Math.max(end, from + least), Math.max(window.end, from));
    return { ...word, start: from, end: before };
  });
  return makeRoomAtTheEnd(placed, window);
}

/**
 * Words that the model places after the window's end share the time of the last word before it, so that each
 * has a duration.
 */
function makeRoomAtTheEnd(words: Word[], { start, end }: Window): Word[] {
  const roomy = words.findLastIndex((word, at) => end - word.start >= least * (words.length - at));
  if (roomy === words.length - 1) return words;
  const first = Math.max(0, roomy);
  const from = words[roomy]?.start ?? start;
  const share = (end - from) / (words.length - first);
  const shared = words.slice(first).map((word, at) => ({
    ...word,
    start: from + at * share,
    end: from + (at + 1) * share,
  }));
  return [...words.slice(0, first), ...shared];
}

function moveIntoSpeech(
  time: { start: number; end: number },
  { spans }: Window,
): { start: number; end: number } {
  let { start, end } = time;
  // Chooses the span that overlaps the word most.
  const measureOverlap = (span: { start: number; end: number }) =>
    Math.min(end, span.end) - Math.max(start, span.start);
  const best = spans.reduce((most, span) => (measureOverlap(span) > measureOverlap(most) ? span : most));
  if (measureOverlap(best) > 0) {
    start = Math.max(start, best.start);
    end = Math.min(end, best.end);
  }
  return { start, end };
}
