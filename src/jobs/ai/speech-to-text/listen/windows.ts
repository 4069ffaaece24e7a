import { frameSeconds, type Span } from './spans.ts';

/** A stretch of sound given to the model at once, from the first to the last of its spans. */
export interface Window extends Span {
  spans: Span[];
}

/** The model hears thirty seconds at a time; a little less avoids cutting off the end. */
const longest = 28;
/** A pause this long is left out: it contains nothing, and silence tempts the model to invent text. */
const longPause = 4;

/** Packs the spans into as few windows as possible, each cut in a pause. */
export function packWindows(spans: readonly Span[], speech: readonly number[]): Window[] {
  const windows: Window[] = [];
  for (const span of spans.flatMap(each => cutLong(each, speech))) {
    const last = windows.at(-1);
    const fits = last && span.end - last.start <= longest && span.start - last.end <= longPause;
    if (fits) {
      last.end = span.end;
      last.spans.push(span);
    } else windows.push({ start: span.start, end: span.end, spans: [span] });
  }
  return windows;
}

/**
 * Cuts speech that is longer than a window and has no pause at the least likely speech, late rather than
 * early.
 */
function cutLong(span: Span, speech: readonly number[]): Span[] {
  if (span.end - span.start <= longest) return [span];
  const first = Math.ceil((span.start + longest / 2) / frameSeconds);
  const last = Math.floor((span.start + longest) / frameSeconds);
  let best = last;
  for (let frame = last; frame >= first; frame--)
    if ((speech[frame] ?? 0) < (speech[best] ?? 0)) best = frame;
  const at = best * frameSeconds;
  return [{ start: span.start, end: at }, ...cutLong({ start: at, end: span.end }, speech)];
}
