import { holdsMiddle } from '../../../documents/boxes.ts';
import type { Glyph, SourcePage } from '../../../documents/source.ts';
import type { Survey } from '../../../engines/pikepdf/redaction.ts';
import type { Search } from './search.ts';
import type { Word } from './seen-words.ts';

/** Letters, digits and signs that no letter of another script looks like; typographic signs count as these. */
const plain = /^[\u0020-\u007e\u00a0-\u017f\u2010-\u2026\u20ac\u2122\ufb00-\ufb06]+$/;
const digits: Record<string, string> = { o: '0', i: '1', l: '1', '|': '1', s: '5', b: '8', z: '2', g: '9' };

/** Writes the words that have a digit with digits alone, as far as their letters look like some. */
const readDigits = (text: string): string =>
  text.replaceAll(/[\w|]*\d[\w|]*/g, word =>
    word.replaceAll(/[oil|sbzg]/gi, letter => digits[letter.toLowerCase()]!),
  );

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[‘’ʼ`]/g, "'")
    .replaceAll(/[‐‑‒–—−]/g, '-')
    .replaceAll(/[“”„]/g, '"');

/** Letters around one that is to be recognised, since single letters are not recognised well. */
const sampleLetters = 16;
const maxSamples = 3;

/** A piece of a line. */
export interface Sample {
  index: number;
  glyphs: Glyph[];
}

interface PageLetters {
  isUnsure: boolean;
  /** The numbers of its letters, each a character of a font. */
  letters: ReadonlySet<number>;
}

/**
 * Tells which pages can show nothing that their text does not say, so that they need not be recognised. Such a page has nothing but
 * text, rules and boxes, and each of its letters, a character of a font, was recognised elsewhere as the character it is said to be.
 */
export class Legibility {
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #known = new Set<number>();
  readonly #misread: Search;
  /** Pieces of lines that have a letter, by its number. */
  readonly #samples = new Map<number, Sample[]>();
  #pages: PageLetters[] = [];
  #marked = new Set<number>();
  #unsureFonts = new Set<string>();
  #count = 0;

  constructor(search: Search) {
    this.#misread = search.withMistakes();
  }

  /** Begins with the pages of another document; what is known of letters stays. */
  begin({ marked, unsureFonts }: Survey): void {
    this.#marked = new Set(marked);
    this.#unsureFonts = new Set(unsureFonts);
    this.#pages = [];
    this.#samples.clear();
  }

  /** Takes pages as their text is read. */
  addPages(pages: readonly { index: number; page: SourcePage; texts: readonly string[] }[]): void {
    const texts = pages.flatMap(page => page.texts);
    const found = this.#misread.find([...texts, ...texts.map(readDigits)]);
    let number = 0;
    for (const { index, page, texts: own } of pages) {
      let isUnsure = this.#marked.has(index) || (page.unknownGlyphs ?? 0) > 0;
      for (const _ of own) {
        isUnsure ||= found[number]!.length > 0 || found[texts.length + number]!.length > 0;
        number++;
      }
      isUnsure ||= page.glyphs.some(glyph => this.#isUnsure(glyph));
      const numbers = page.glyphs.map(glyph => this.#numberLetter(glyph));
      this.#pages[index] = { isUnsure, letters: new Set(numbers) };
      if (!this.#marked.has(index)) this.#takeSamples(index, page.glyphs, numbers);
    }
  }

  /** Returns true if a page may show something that its text does not say. */
  mustBeSeen(index: number): boolean {
    const page = this.#pages[index];
    return page === undefined || page.isUnsure || [...page.letters].some(letter => !this.#known.has(letter));
  }

  /** Returns true if a page must be seen whatever is learnt of its letters. */
  isUnsure(index: number): boolean {
    return this.#pages[index]?.isUnsure ?? true;
  }

  /** Takes out a sample of each letter that must be known for a page to go unseen. */
  takeSamples(): Sample[] {
    const unknown = new Set<number>();
    for (const { isUnsure, letters } of this.#pages)
      if (!isUnsure) for (const letter of letters) if (!this.#known.has(letter)) unknown.add(letter);
    return [...new Set([...unknown].flatMap(letter => this.#samples.get(letter)?.pop() ?? []))];
  }

  /** Learns letters from the words that were recognised just as the text says. */
  learn(index: number, glyphs: readonly Glyph[], words: readonly Word[]): void {
    // A word seen on a page with pictures may be part of one.
    if (this.#marked.has(index)) return;
    const visible = glyphs.filter(({ style }) => !style.invisible && style.angle === 0 && !style.slanted);
    for (const word of words) {
      const own = visible.filter(glyph => holdsMiddle(word, glyph)).sort((a, b) => a.left - b.left);
      if (own.length === 0 || fold(own.map(({ text }) => text).join('')) !== fold(word.text)) continue;
      for (const glyph of own) this.#known.add(this.#numberLetter(glyph));
    }
  }

  #takeSamples(index: number, glyphs: Glyph[], numbers: readonly number[]): void {
    for (const [at, number] of numbers.entries()) {
      const samples = this.#samples.get(number) ?? [];
      if (samples.length >= maxSamples || this.#known.has(number)) continue;
      this.#samples.set(number, samples);
      const { baseline } = glyphs[at]!;
      let first = at;
      while (
        first > 0 &&
        (!glyphs[first]!.spaceBefore || at - first < sampleLetters / 2) &&
        glyphs[first - 1]!.baseline === baseline
      )
        first--;
      let end = at + 1;
      while (
        end < glyphs.length &&
        (!glyphs[end]!.spaceBefore || end - first < sampleLetters) &&
        glyphs[end]!.baseline === baseline
      )
        end++;
      samples.push({ index, glyphs: glyphs.slice(first, end) });
    }
  }

  #isUnsure({ text, style }: Glyph): boolean {
    const isTurned = style.angle !== 0 || style.slanted === true;
    return isTurned || !plain.test(text) || this.#unsureFonts.has(style.font);
  }

  #numberLetter({ text, style }: Glyph): number {
    const letters = this.#numbers.get(style.font) ?? new Map<string, number>();
    this.#numbers.set(style.font, letters);
    const number = letters.get(text) ?? this.#count++;
    letters.set(text, number);
    return number;
  }
}
