import type { Word } from '../transcript.ts';
import type { Window } from './windows.ts';

const least = 0.02;

/**
 * Brings the words of a window to their place in the sound. The model's own times run on into pauses; words lie where somebody
 * speaks, in order and side by side.
 */
export function placeWords(words: readonly Word[], window: Window): Word[] {
  let before = window.start;
  return words.map(word => {
    const heard = { start: window.start + word.start, end: window.start + word.end };
    const { start, end } = withinSpeech(heard, window);
    const from = Math.min(Math.max(start, before), window.end);
    before = Math.min(Math.max(end, from + least), Math.max(window.end, from));
    return { ...word, start: from, end: before };
  });
}

function withinSpeech(
  time: { start: number; end: number },
  { spans }: Window,
): { start: number; end: number } {
  let { start, end } = time;
  // The span that holds the most of it.
  const held = (span: { start: number; end: number }) =>
    Math.min(end, span.end) - Math.max(start, span.start);
  const best = spans.reduce((most, span) => (held(span) > held(most) ? span : most));
  if (held(best) > 0) {
    start = Math.max(start, best.start);
    end = Math.min(end, best.end);
  }
  return { start, end };
}
