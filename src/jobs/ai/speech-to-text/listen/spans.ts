/** A stretch of the sound in which somebody speaks, in seconds. */
export interface Span {
  start: number;
  end: number;
}

/** The duration of one frame of the voice activity model, in seconds. */
export const frameSeconds = 512 / 16_000;
/** Percent: speech starts above the first probability and ends below the second. */
const begins = 50;
const ends = 35;
/** Sounds shorter than this many seconds are not words, and shorter pauses belong to the speech. */
const minSpeech = 0.2;
const minPause = 0.25;
/** Seconds kept around speech: words begin and end more softly than the model notices. */
const margin = 0.15;

/** Finds the spans of speech from the probabilities of the frames. */
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
  return joinOverPauses(spans, minPause)
    .filter(({ start, end }) => end - start >= minSpeech)
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
