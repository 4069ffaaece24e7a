import type { Range } from './ranges.ts';

/** Fewer words in a row may stand in two places by coincidence. */
const fewest = 5;

type Span = readonly [from: number, end: number];

/** Finds words that were removed in one place and added in another. `rest` are the ranges without them. */
export function findMoved(
  ranges: readonly Range[],
  a: Int32Array,
  b: Int32Array,
): { moved: Range[]; rest: Range[] } {
  const writeKey = (words: Int32Array, at: number) => words.subarray(at, at + fewest).join();
  const places = new Map<string, { at: number; range: number }>();
  for (const [range, { a: from, aEnd }] of ranges.entries())
    for (let at = from; at + fewest <= aEnd; at++) places.set(writeKey(a, at), { at, range });
  const taken = new Set<number>();
  const moved: Range[] = [];
  const [away, here] = [ranges.map((): Span[] => []), ranges.map((): Span[] => [])];
  for (const [range, { b: from, bEnd }] of ranges.entries())
    for (let at = from; at + fewest <= bEnd; at++) {
      const place = places.get(writeKey(b, at));
      if (!place) continue;
      const { aEnd } = ranges[place.range]!;
      let length = 0;
      while (
        place.at + length < aEnd &&
        at + length < bEnd &&
        a[place.at + length] === b[at + length] &&
        !taken.has(place.at + length)
      )
        length++;
      if (length < fewest) continue;
      for (let word = 0; word < length; word++) taken.add(place.at + word);
      moved.push({ a: place.at, aEnd: place.at + length, b: at, bEnd: at + length });
      away[place.range]!.push([place.at, place.at + length]);
      here[range]!.push([at, at + length]);
      at += length - 1;
    }
  return { moved, rest: ranges.flatMap((range, at) => leaveOut(range, away[at]!, here[at]!)) };
}

/** Returns the parts of a range without the words that moved away from it or into it. */
function leaveOut(range: Range, away: readonly Span[], here: readonly Span[]): Range[] {
  const gone = split(range.a, range.aEnd, away);
  const come = split(range.b, range.bEnd, here);
  // The parts before, between and after them are compared in order.
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, at): Range => {
    const [a, aEnd] = gone[at] ?? [range.aEnd, range.aEnd];
    const [b, bEnd] = come[at] ?? [range.bEnd, range.bEnd];
    return { a, aEnd, b, bEnd };
  }).filter(({ a, aEnd, b, bEnd }) => aEnd > a || bEnd > b);
}

function split(from: number, end: number, out: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = from;
  for (const [start, stop] of out.toSorted((one, other) => one[0] - other[0])) {
    left.push([at, start]);
    at = stop;
  }
  left.push([at, end]);
  return left;
}
