/** A part of both texts: from and up to, in the old and in the new one. */
interface Part {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

/** Lengths of word sequences that are sought in both texts, and whether they must occur once, in the order tried. */
const searches = [
  { length: 6, once: true },
  { length: 3, once: true },
  { length: 1, once: true },
  { length: 1, once: false },
] as const;
/** Parts with fewer pairs of words are compared exactly. */
const maxPairs = 250_000;
const noMatch = -1;

/**
 * Matches the words of two texts, given as numbers, in order: for each word of the first text its place in the second, or -1. Long
 * texts are divided at word sequences that occur once in both, so the time grows hardly faster than the texts.
 */
export function alignWords(a: Int32Array, b: Int32Array): Int32Array {
  const matches = new Int32Array(a.length).fill(noMatch);
  const open: Part[] = [{ a: 0, aEnd: a.length, b: 0, bEnd: b.length }];
  for (let part = open.pop(); part; part = open.pop()) {
    trimEqual(a, b, part, matches);
    const [rows, columns] = [part.aEnd - part.a, part.bEnd - part.b];
    if (rows === 0 || columns === 0) continue;
    if (rows * columns <= maxPairs) matchExactly(a, b, part, matches);
    else for (const smaller of divide(a, b, part)) open.push(smaller);
  }
  return matches;
}

function trimEqual(a: Int32Array, b: Int32Array, part: Part, matches: Int32Array): void {
  while (part.a < part.aEnd && part.b < part.bEnd && a[part.a] === b[part.b]) matches[part.a++] = part.b++;
  while (part.a < part.aEnd && part.b < part.bEnd && a[part.aEnd - 1] === b[part.bEnd - 1])
    matches[--part.aEnd] = --part.bEnd;
}

/** Finds a longest common subsequence by its table of lengths. */
function matchExactly(a: Int32Array, b: Int32Array, part: Part, matches: Int32Array): void {
  const [rows, columns] = [part.aEnd - part.a, part.bEnd - part.b];
  const wide = columns + 1;
  const lengths = new Uint32Array((rows + 1) * wide);
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const at = row * wide + column;
      lengths[at] =
        a[part.a + row] === b[part.b + column]
          ? lengths[at + wide + 1]! + 1
          : Math.max(lengths[at + wide]!, lengths[at + 1]!);
    }
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const at = row * wide + column;
    if (a[part.a + row] === b[part.b + column]) matches[part.a + row++] = part.b + column++;
    else if (lengths[at + wide]! >= lengths[at + 1]!) row++;
    else column++;
  }
}

/** Divides a part at places that match. Returns nothing if there are none: everything in it differs. */
function divide(a: Int32Array, b: Int32Array, part: Part): Part[] {
  for (const { length, once } of searches) {
    const pairs = chooseRising(findPairs(a, b, part, length, once));
    if (pairs.length === 0) continue;
    const divided: Part[] = [];
    let from = { a: part.a, b: part.b };
    for (const pair of pairs) {
      divided.push({ a: from.a, aEnd: pair.a, b: from.b, bEnd: pair.b });
      from = pair;
    }
    // Each part but the first begins with the match it was divided at, so it grows smaller when that is trimmed.
    divided.push({ a: from.a, aEnd: part.aEnd, b: from.b, bEnd: part.bEnd });
    return divided;
  }
  return [];
}

interface Pair {
  a: number;
  b: number;
}

/** Pairs the places of equal sequences, in the order of the first text: those that occur once, or the first with the first, and so on. */
function findPairs(a: Int32Array, b: Int32Array, part: Part, length: number, once: boolean): Pair[] {
  const inOld = findPlaces(a, part.a, part.aEnd, length);
  const inNew = findPlaces(b, part.b, part.bEnd, length);
  const pairs: Pair[] = [];
  for (const [key, places] of inOld) {
    const others = inNew.get(key);
    if (!others || (once && (places.length > 1 || others.length > 1))) continue;
    for (let at = 0; at < Math.min(places.length, others.length); at++) {
      const [inA, inB] = [places[at]!, others[at]!];
      // Two sequences may have the same key by chance.
      if (isEqual(a, inA, b, inB, length)) pairs.push({ a: inA, b: inB });
    }
  }
  return pairs.sort((one, other) => one.a - other.a);
}

function isEqual(a: Int32Array, from: number, b: Int32Array, to: number, length: number): boolean {
  for (let at = 0; at < length; at++) if (a[from + at] !== b[to + at]) return false;
  return true;
}

/** Computes a number for a sequence: of one word, that of the word. */
function computeKey(words: Int32Array, from: number, length: number): number {
  let key = words[from]!;
  for (let at = 1; at < length; at++) key = (Math.imul(key, 0x01000193) ^ words[from + at]!) >>> 0;
  return key;
}

function findPlaces(words: Int32Array, from: number, end: number, length: number): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let at = from; at + length <= end; at++) {
    const key = computeKey(words, at, length);
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  return places;
}

/** Chooses the longest list of pairs that are in order in both texts. */
function chooseRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, { b }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.b < b) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1]!;
    ends[low] = index;
  }
  const chosen: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) chosen.push(pairs[index]!);
  return chosen.reverse();
}
