/** Shorter parts of a word are often words themselves. */
const [shortestStart, shortestEnd] = [4, 3];
/** Words that are also the first part of many others. */
const leadsWords =
  /^(?:under|over|with|into|some|back|down|home|sometimes|inter|counter|super|hand|work|where|there|here|main)$/i;

/** Words before which a hyphen stands for the rest of a compound, as in "short- and long-term". */
const connects = /^(?:and|or|to|und|oder|bis|et|ou)\s/i;

/** Returns true if a line ends with the hyphen of a compound that a figure or a name is part of. */
const joinsCompound = (line: string, next: string): boolean =>
  (/[\p{L}\p{N}][-\u2010]$/u.test(line) && /^[\p{Lu}\p{Ll}]/u.test(next)) ||
  (/\p{Lu}[-\u2010]$/u.test(line) && /^\d/.test(next));

/**
 * Decides whether a hyphen at the end of a line belongs to the word, by how the document writes the word
 * elsewhere.
 */
export class Hyphens {
  readonly #whole = new Set<string>();
  readonly #split = new Set<string>();
  #endsDivided = false;

  /** Learns the words of the next line, except the two parts of a word that is divided between lines. */
  learn(line: string): void {
    const isDivided = /[-\u00ad\u2010]$/.test(line);
    for (const { 0: word, index } of line.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) {
      const isPart =
        (this.#endsDivided && index === 0) || (isDivided && index + word.length === line.length - 1);
      if (word.includes('-')) this.#split.add(word.toLowerCase());
      else if (!isPart) this.#whole.add(word.toLowerCase());
    }
    this.#endsDivided = isDivided;
  }

  /** Joins two lines, or returns undefined if the first does not end within a word. */
  joined(line: string, next: string): string | undefined {
    if (connects.test(next) && !line.endsWith('\u00ad')) return undefined;
    const start = /(\p{L}+(?:-\p{L}+)*)[-\u00ad\u2010]$/u.exec(line)?.[1];
    const end = /^\p{Ll}[\p{L}]*/u.exec(next)?.[0];
    if (!start || !end) return joinsCompound(line, next) ? line + next : undefined;
    const keep = !line.endsWith('\u00ad') && this.#isCompound(start, end);
    return keep ? line + next : line.slice(0, -1) + next;
  }

  /** Returns true if the document writes two parts with a hyphen elsewhere, or if each is a word and both together are none. */
  #isCompound(start: string, end: string): boolean {
    if (this.#whole.has(`${start}${end}`.toLowerCase())) return false;
    if (this.#split.has(`${start}-${end}`.toLowerCase())) return true;
    const first = start.split('-').at(-1)!;
    if (/^\p{Lu}{2,}$/u.test(first)) return true;
    const isWord = (part: string, shortest: number) =>
      part.length >= shortest && this.#whole.has(part.toLowerCase());
    return isWord(first, shortestStart) && isWord(end, shortestEnd) && !leadsWords.test(first);
  }
}
