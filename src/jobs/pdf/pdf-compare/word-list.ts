import type { Box } from '../../../documents/boxes.ts';

/** A part of a page (from 0) that a word stands on. */
export interface Place {
  page: number;
  box: Box;
}

/** A word of a document. Most are one; a word that is hyphenated at a line's end has two places. */
export interface DocumentWord {
  /** Its letters. A soft hyphen marks the place where a line ended within it, which may have been after a true hyphen. */
  text: string;
  places: Place[];
  /** The space before it: none within a line, a space, or the end of a line, where nobody can tell. */
  before: 'none' | 'space' | 'line';
}

const spaces = ['none', 'space', 'line'] as const satisfies DocumentWord['before'][];
const sides = 4;
const firstCapacity = 4096;

/** The words of a document in little memory: numbers in arrays, and each text once. */
export class WordList {
  readonly #texts: string[] = [];
  readonly #known = new Map<string, string>();
  /** The further places of words that have several. */
  readonly #further = new Map<number, Place[]>();
  #pages = new Uint32Array(firstCapacity);
  #spaces = new Uint8Array(firstCapacity);
  #boxes = new Float64Array(sides * firstCapacity);

  get length(): number {
    return this.#texts.length;
  }

  push({ text, before, places: [first, ...further] }: DocumentWord): void {
    const at = this.length;
    if (at === this.#pages.length) this.#grow();
    this.#texts.push(this.#store(text));
    this.#spaces[at] = spaces.indexOf(before);
    if (!first) throw new RangeError('a word without a place');
    const { left, top, right, bottom } = first.box;
    this.#pages[at] = first.page;
    this.#boxes.set([left, top, right, bottom], sides * at);
    if (further.length > 0) this.#further.set(at, further);
  }

  /** Continues the last word at another place. */
  extendLast(text: string, place: Place): void {
    const at = this.length - 1;
    this.#texts[at] = this.#store(text);
    this.#further.set(at, [...(this.#further.get(at) ?? []), place]);
  }

  readText(at: number): string | undefined {
    return this.#texts.at(at);
  }

  /** Returns the page (from 0) on which a word begins. */
  readPage(at: number): number {
    return this.#pages[at]!;
  }

  slice(from: number, end: number): DocumentWord[] {
    return Array.from({ length: Math.max(0, Math.min(end, this.length) - from) }, (_, index) =>
      this.#read(from + index),
    );
  }

  #read(at: number): DocumentWord {
    const [left, top, right, bottom] = this.#boxes.subarray(sides * at, sides * at + sides);
    const first = { page: this.#pages[at]!, box: { left: left!, top: top!, right: right!, bottom: bottom! } };
    return {
      text: this.#texts[at]!,
      before: spaces[this.#spaces[at]!]!,
      places: [first, ...(this.#further.get(at) ?? [])],
    };
  }

  #store(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }

  #grow(): void {
    const length = 2 * this.#pages.length;
    const [pages, spaceCodes, boxes] = [this.#pages, this.#spaces, this.#boxes];
    this.#pages = new Uint32Array(length);
    this.#spaces = new Uint8Array(length);
    this.#boxes = new Float64Array(sides * length);
    this.#pages.set(pages);
    this.#spaces.set(spaceCodes);
    this.#boxes.set(boxes);
  }
}
