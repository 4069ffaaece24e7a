/** A stretch of the sound in which somebody speaks, in seconds. */
export interface Span {
  start: number;
  end: number;
}

/** Seconds of one frame of the model that finds speech. */
export const frameSeconds = 512 / 16_000;
/** Of a hundred: speech begins where it is likelier than this, and ends where it is less likely than that. */
const begins = 50;
const ends = 35;
/** In seconds. Shorter sounds are no words, shorter pauses are part of speaking. */
const leastSpeech = 0.2;
const leastPause = 0.25;
/** What is left around speech: words begin and end softer than the model notices. */
const margin = 0.15;

/** Where somebody speaks, by how likely each frame is speech. */
export function findSpans(speech: readonly number[]): Span[] {
  const spans: Span[] = [];
  let from: number | undefined;
  const close = (frame: number) => {
    if (from !== undefined) spans.push({ start: from * frameSeconds, end: frame * frameSeconds });
    from = undefined;
  };
  for (const [frame, likely] of speech.entries()) {
    if (likely >= begins) from ??= frame;
    else if (likely < ends) close(frame);
  }
  close(speech.length);
  const last = speech.length * frameSeconds;
  return joinOverPauses(spans, leastPause)
    .filter(({ start, end }) => end - start >= leastSpeech)
    .map(({ start, end }) => ({ start: Math.max(0, start - margin), end: Math.min(last, end + margin) }))
    .reduce(joinTouching, []);
}

const joinOverPauses = (spans: readonly Span[], pause: number): Span[] =>
  spans.reduce<Span[]>((joined, span) => {
    const before = joined.at(-1);
    if (before && span.start - before.end < pause) before.end = span.end;
    else joined.push({ ...span });
    return joined;
  }, []);

function joinTouching(joined: Span[], span: Span): Span[] {
  const before = joined.at(-1);
  if (before && span.start <= before.end) before.end = Math.max(before.end, span.end);
  else joined.push(span);
  return joined;
}

export const sumSeconds = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);
