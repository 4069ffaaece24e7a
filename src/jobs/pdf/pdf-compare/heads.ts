import type { DocumentWord } from './words.ts';

type Line = readonly DocumentWord[];

/** Names a line by its words, without numbers, which may be those of pages. */
const nameLine = (line: Line): string => {
  const texts = line.map(({ text }) => text);
  return texts.filter(text => !/^[\W\d]+$/.test(text)).join(' ') || texts.join(' ');
};

/** Compares the running heads of two documents. A line may be repeated as one in the first, and stand once among the words of the second. */
export class HeadComparison {
  readonly #old: Map<string, Line>;
  readonly #new: Map<string, Line>;
  readonly #isTaken = new Set<string>();

  constructor(old: readonly Line[], now: readonly Line[]) {
    this.#old = new Map(old.map(line => [nameLine(line), line]));
    this.#new = new Map(now.map(line => [nameLine(line), line]));
  }

  /** Returns true if words that only one document has are a head of the other one. */
  take(gone: Line, come: Line): boolean {
    if (gone.length > 0 && come.length > 0) return false;
    const [name, heads] = gone.length > 0 ? [nameLine(gone), this.#new] : [nameLine(come), this.#old];
    if (!heads.has(name)) return false;
    this.#isTaken.add(name);
    return true;
  }

  /** Lists the heads that only one document has, in pairs of old and new. */
  list(): [gone: Line, come: Line][] {
    const filter = (heads: Map<string, Line>, others: Map<string, Line>) =>
      [...heads].filter(([name]) => !others.has(name) && !this.#isTaken.has(name)).map(([, line]) => line);
    const [gone, come] = [filter(this.#old, this.#new), filter(this.#new, this.#old)];
    return Array.from({ length: Math.max(gone.length, come.length) }, (_, at) => [
      gone[at] ?? [],
      come[at] ?? [],
    ]);
  }
}
