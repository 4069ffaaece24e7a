/** A list that has at least one item. */
export type Filled<T> = [T, ...T[]];

export const isFilled = <T>(list: T[]): list is Filled<T> => list.length > 0;

export const last = <T>(list: readonly [T, ...T[]]): T => list[list.length - 1]!;

/** Two lists that go together, item by item. */
export function zip<A, B>(list: readonly A[], other: readonly B[]): [A, B][] {
  if (list.length !== other.length)
    throw new Error(`a list of ${list.length} does not go with one of ${other.length}`);
  return list.map((item, at) => [item, other[at]!]);
}

/** Each item of a list with the one after it. */
export const pairs = <T>(list: readonly T[]): [before: T, after: T][] =>
  zip(list.slice(0, -1), list.slice(1));

/** A list parted before each item that begins a new part, told by the one before it and the part as it is by then. */
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

/** A table by its columns instead of its rows. */
export const turnAround = <T>([first = [], ...rest]: readonly (readonly T[])[]): T[][] =>
  first.map((item, at) => [item, ...rest.flatMap(row => row.slice(at, at + 1))]);
