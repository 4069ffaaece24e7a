import type { DocumentWord } from './word-list.ts';
import type { DocumentWords } from './words.ts';

type Line = readonly DocumentWord[];
type Heads = Pick<DocumentWords, 'heads' | 'heights'>;

/** Names a line by its words, without numbers, which may be those of pages. */
const nameLine = (line: Line): string => {
  const texts = line.map(({ text }) => text);
  return texts.filter(text => !/^[\W\d]+$/.test(text)).join(' ') || texts.join(' ');
};

/** The share of a page at its top and at its bottom in which running heads and feet stand. */
const marginShare = 0.15;

/** Returns true if all words stand in the margins at the top or the bottom of their pages. */
const isInMargin = (line: Line, heights: readonly number[]): boolean =>
  line.every(({ places }) =>
    places.every(({ page, box }) => {
      const height = heights[page]!;
      return box.bottom <= marginShare * height || box.top >= (1 - marginShare) * height;
    }),
  );

/** Compares the running heads of two documents. A line may be repeated as one in the first, and stand once among the words of the second. */
export class HeadComparison {
  readonly #old: Map<string, Line>;
  readonly #new: Map<string, Line>;
  readonly #isTaken = new Set<string>();

  readonly #heights: Record<'old' | 'new', readonly number[]>;

  constructor(old: Heads, now: Heads) {
    this.#old = new Map(old.heads.map(line => [nameLine(line), line]));
    this.#new = new Map(now.heads.map(line => [nameLine(line), line]));
    this.#heights = { old: old.heights, new: now.heights };
  }

  /** Returns true if words that only one document has, in a margin, are a head of the other one. */
  take(gone: Line, come: Line): boolean {
    if (gone.length > 0 && come.length > 0) return false;
    const isGone = gone.length > 0;
    const [name, heads] = isGone ? [nameLine(gone), this.#new] : [nameLine(come), this.#old];
    const isMarginal = isGone ? isInMargin(gone, this.#heights.old) : isInMargin(come, this.#heights.new);
    if (!heads.has(name) || !isMarginal) return false;
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
