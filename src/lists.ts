/** A list that has at least one item. */
export type Filled<T> = [T, ...T[]];

export const isFilled = <T>(list: T[]): list is Filled<T> => list.length > 0;

export const last = <T>(list: readonly [T, ...T[]]): T => list[list.length - 1]!;

/** Pairs the items of two lists of equal length. */
export function zip<A, B>(list: readonly A[], other: readonly B[]): [A, B][] {
  if (list.length !== other.length)
    throw new Error(`cannot zip lists of ${list.length} and ${other.length} items`);
  return list.map((item, at) => [item, other[at]!]);
}

/** Pairs each item of a list with the next one. */
export const pairs = <T>(list: readonly T[]): [before: T, after: T][] =>
  zip(list.slice(0, -1), list.slice(1));

/**
 * Splits a list before each item that starts a new part, which is decided by the previous item and the
 * current part.
 */
export function splitBefore<T>(
  list: Iterable<T>,
  begins: (item: T, before: T, part: Filled<T>) => boolean,
): Filled<T>[] {
  const parts: Filled<T>[] = [];
  let part: Filled<T> | undefined;
  for (const item of list) {
    if (part && !begins(item, last(part), part)) part.push(item);
    else {
      part = [item];
      parts.push(part);
    }
  }
  return parts;
}

/** Transposes a table. */
export const transpose = <T>([first = [], ...rest]: readonly (readonly T[])[]): T[][] =>
  first.map((item, at) => [item, ...rest.flatMap(row => row.slice(at, at + 1))]);
