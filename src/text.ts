/** Returns the text before the first occurrence of a separator, or all of it. */
export function textBefore(text: string, sign: string): string {
  const at = text.indexOf(sign);
  return at < 0 ? text : text.slice(0, at);
}

/** Returns the text after the last occurrence of a separator, or all of it. */
export const textAfterLast = (text: string, sign: string): string => text.slice(text.lastIndexOf(sign) + 1);

/** Splits a text into its complete lines and the beginning of the next one. */
export function cutLines(text: string): { lines: string[]; rest: string } {
  const end = text.lastIndexOf('\n');
  return { lines: end < 0 ? [] : text.slice(0, end).split('\n'), rest: text.slice(end + 1) };
}

/** Writes a number with at least two digits. */
export const padTwo = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Formats a whole number of seconds as hours, minutes and seconds, `25:30:00`. */
export const formatClock = (seconds: number): string =>
  `${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes for people: 11811160064 becomes "11.8 GB". */
export function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizeUnits.length - 1);
  return `${Number((bytes / 1000 ** power).toFixed(1))} ${sizeUnits[power]}`;
}

/** Takes names so that all are different, in linear time: each search for a free number continues where the last one ended. */
export class FreeNames {
  readonly #fold: (name: string) => string;
  readonly #isReserved: (folded: string) => boolean;
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** Names are the same if `fold` makes them the same, and are never given if that is reserved. */
  constructor(fold = (name: string) => name, isReserved = (_folded: string) => false) {
    this.#fold = fold;
    this.#isReserved = isReserved;
  }

  #isTaken(name: string): boolean {
    const folded = this.#fold(name);
    return this.#taken.has(folded) || this.#isReserved(folded);
  }

  /** Takes a name, or if it is taken the first free one that `number` makes of 2, 3 and so on. */
  take(name: string, number: (n: number) => string): string {
    const key = this.#fold(name);
    let free = name;
    let n = this.#next.get(key) ?? 2;
    for (; this.#isTaken(free); n++) free = number(n);
    this.#next.set(key, n);
    this.#taken.add(this.#fold(free));
    return free;
  }
}
