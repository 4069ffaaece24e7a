/** True if a hyphen at a line's end belongs to the word, judged by how the document writes it elsewhere. */
export class Hyphens {
  readonly #whole = new Set<string>();
  readonly #split = new Set<string>();

  learn(text: string): void {
    for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)*/gu)) {
      if (word.includes('-')) this.#split.add(word.toLowerCase());
      else this.#whole.add(word.toLowerCase());
    }
  }

  /** The two lines as one, or undefined where the first does not end within a word. */
  joined(line: string, next: string): string | undefined {
    const start = /(\p{L}+(?:-\p{L}+)*)[-\u00ad\u2010]$/u.exec(line)?.[1];
    const end = /^\p{Ll}[\p{L}]*/u.exec(next)?.[0];
    if (!start || !end) return undefined;
    const apart = `${start}-${end}`.toLowerCase();
    const together = `${start}${end}`.toLowerCase();
    const keep = !line.endsWith('\u00ad') && this.#split.has(apart) && !this.#whole.has(together);
    return keep ? line + next : line.slice(0, -1) + next;
  }
}
