import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { JobFailure } from '../../../contract/failure.ts';
import { type Box, middleX, middleY } from '../../../documents/boxes.ts';
import { joinAccents } from '../../../documents/layout/characters/accents.ts';
import type { Glyph } from '../../../documents/source.ts';
import { openDocument, type PdfiumDocument } from '../../../engines/pdfium/engine.ts';
import type { AreaBox, DocumentTexts, PageAreas } from '../../../engines/pikepdf/redaction.ts';
import type { Span } from './kinds.ts';
import type { Legibility } from './legible.ts';
import { foldLetters, showSoftHyphens } from './letters.ts';
import { boxLines, isOnSameLine, joinHyphenated, listOwners, readPageTexts } from './page-text.ts';
import type { RecognisedPage } from './recognise.ts';
import type { Search } from './search.ts';

/** The renderer holds the whole document in memory. */
const maxBytes = 700 * 1024 * 1024;
/** PDFium's reader ends at so many glyphs of a page: the rest would not be searched. */
const maxGlyphs = 300_000;
/** Pages that are searched at once. */
const pagesAtOnce = 10;

export async function openForReading(path: string): Promise<PdfiumDocument> {
  const bytes = await readFile(path);
  if (bytes.length > maxBytes) throw new JobFailure('limit_exceeded', `a document of ${bytes.length} bytes`);
  return await openDocument(bytes);
}

/** The areas of a document, page by page. */
export class Areas {
  readonly #pages = new Map<number, PageAreas>();
  matches = 0;

  at(index: number): PageAreas {
    const known = this.#pages.get(index);
    if (known) return known;
    const made: PageAreas = { index, drawn: [], words: [], characters: [], origins: [] };
    this.#pages.set(index, made);
    return made;
  }

  /** Lists the boxes of a page, without those of single characters. */
  listBoxes(index: number): AreaBox[] {
    const page = this.#pages.get(index);
    return page ? [...page.drawn, ...page.words] : [];
  }

  /** Tells whether a character belongs to a word that was found. */
  holds(index: number, box: Box): boolean {
    const [x, y] = [middleX(box), middleY(box)];
    const words = this.#pages.get(index)?.words ?? [];
    return words.some(([left, top, right, bottom]) => left <= x && x <= right && top <= y && y <= bottom);
  }

  list(): PageAreas[] {
    return [...this.#pages.values()].sort((a, b) => a.index - b.index);
  }
}

const toArea = ({ left, top, right, bottom }: Box, grown = 0): AreaBox => [
  left - grown,
  top - grown,
  right + grown,
  bottom + grown,
];

/** Returns the part of a character's box that no neighbour overlaps. */
function boxCharacter(glyph: Glyph): AreaBox {
  const isLevel = glyph.style.angle % 180 === 0;
  const [across, down] = isLevel
    ? [0.1 * (glyph.right - glyph.left) - 0.01, 0]
    : [0, 0.1 * (glyph.bottom - glyph.top) - 0.01];
  return [glyph.left + across, glyph.top - down, glyph.right - across, glyph.bottom + down];
}

/** The share of its size by which the beginning of a slanted character may be missed. */
const originError = 0.08;

/**
 * Finds what is sought among the characters of a document, and tells `legibility` of its pages. Returns false where `areas` is left
 * out and something was found.
 */
export function findInPages(
  document: PdfiumDocument,
  search: Search,
  legibility: Legibility,
  areas?: Areas,
): boolean {
  let isFree = true;
  for (let first = 0; first < document.pageCount; first += pagesAtOnce) {
    const pages = Array.from({ length: Math.min(pagesAtOnce, document.pageCount - first) }, (_, at) => {
      const page = document.read(first + at);
      if (page.glyphs.length >= maxGlyphs)
        throw new JobFailure('limit_exceeded', 'a page of too many characters');
      const parts = new Map<Glyph, readonly Glyph[]>();
      const glyphs = joinAccents(page.glyphs, parts);
      return { index: first + at, page, glyphs, parts, texts: readPageTexts(glyphs) };
    });
    legibility.addPages(
      pages.map(({ index, page, texts }) => ({ index, page, texts: texts.map(({ text }) => text) })),
    );
    const found = search.find(pages.flatMap(({ texts }) => texts.map(({ text }) => text)));
    let number = 0;
    for (const { index, glyphs, parts, texts } of pages) {
      const seen = new Set<string>();
      for (const text of texts) {
        for (const owners of listOwners(text, found[number++]!)) {
          if (owners.length === 0) continue;
          isFree = false;
          // The same words are found in several texts of the page.
          const key = owners.toSorted((a, b) => a - b).join();
          if (seen.has(key) || !areas) continue;
          seen.add(key);
          addWords(
            areas,
            index,
            owners.flatMap(owner => listDrawn(glyphs, owner).flatMap(glyph => parts.get(glyph) ?? [glyph])),
          );
        }
      }
    }
  }
  return isFree;
}

/** A ligature stands for fewer letters. */
const lettersOfLine = 8;

/**
 * Lists the glyphs to remove for a letter: itself, or its whole line if a single glyph stands for many letters, as WeasyPrint writes
 * text from right to left.
 */
function listDrawn(glyphs: readonly Glyph[], owner: number): Glyph[] {
  const glyph = glyphs[owner]!;
  const { left, right, top } = glyph;
  const same = glyphs.filter(other => other.left === left && other.right === right && other.top === top);
  return same.length < lettersOfLine ? [glyph] : glyphs.filter(other => isOnSameLine(glyph, other));
}

/** The share of its height by which invisible text is assumed to miss the word in the picture below it, as on slanted scans. */
const unseenError = 0.6;

function growUnseen([left, top, right, bottom]: AreaBox): AreaBox {
  const error = unseenError * Math.min(bottom - top, right - left);
  return [left - error / 2, top - error, right + error / 2, bottom + error];
}

export function addWords(areas: Areas, index: number, glyphs: Glyph[]): void {
  const page = areas.at(index);
  const isUnseen = glyphs.every(({ style }) => style.invisible);
  const boxes = boxLines(glyphs).map(box => toArea(box, 0.3));
  page.words.push(...(isUnseen ? boxes.map(growUnseen) : boxes));
  for (const glyph of glyphs) {
    const [x, y] = glyph.origin ?? [];
    if (x === undefined || y === undefined) page.characters.push(boxCharacter(glyph));
    else
      page.origins.push(
        toArea({ left: x, top: y, right: x, bottom: y }, Math.max(0.1, originError * glyph.style.size)),
      );
  }
  areas.matches++;
}

const overlapsMuch = (word: Box, [left, top, right, bottom]: AreaBox): boolean => {
  const width = Math.min(word.right, right) - Math.max(word.left, left);
  const height = Math.min(word.bottom, bottom) - Math.max(word.top, top);
  const smaller = Math.min(
    (word.right - word.left) * (word.bottom - word.top),
    (right - left) * (bottom - top),
  );
  return width > 0 && height > 0 && width * height > 0.4 * smaller;
};

/** Finds what is sought among recognised words; each word of which a part is found goes as a whole. */
export function findInPictures(pages: readonly RecognisedPage[], search: Search, areas?: Areas): boolean {
  const readings = pages.map(page => {
    const joined = joinHyphenated(page);
    return joined ? [page, joined] : [page];
  });
  const found = search.find(readings.flatMap(texts => texts.map(({ text }) => text)));
  let isFree = true;
  let number = 0;
  for (const [at, page] of pages.entries()) {
    const seen = new Set<string>();
    for (const reading of readings[at]!)
      for (const owners of listOwners(reading, found[number++]!)) {
        const key = owners.join();
        if (owners.length === 0 || seen.has(key)) continue;
        seen.add(key);
        isFree = false;
        if (!areas) continue;
        const { words, drawn } = areas.at(page.index);
        // Words that were found as text are erased there to the letter.
        const unknown = owners.filter(owner => !words.some(area => overlapsMuch(page.words[owner]!, area)));
        drawn.push(...unknown.map(owner => toArea(page.words[owner]!, 1)));
        if (unknown.length > 0) areas.matches++;
      }
  }
  return isFree;
}

/** Replaces what was found in texts. Its length is always the same, so that it does not reveal the length of the original. */
const blank = '█████';

const cut = (text: string, spans: readonly Span[]): string => {
  let [rest, end] = ['', 0];
  for (const [start, length] of spans.toSorted(([a], [b]) => a - b)) {
    if (start >= end) rest += text.slice(end, start) + blank;
    end = Math.max(end, start + length);
  }
  return rest + text.slice(end);
};

export interface FoundTexts {
  /** New texts by their numbers. */
  replaced: Record<string, string>;
  /** The numbers of texts in embedded files that are written over. */
  overwritten: number[];
  /** New names by the old ones. */
  renamed: Record<string, string>;
  /** Indexes of pages on which words stand for shown ones. */
  silenced: number[];
}

const escapes = /(?:%[0-9a-f]{2})+/gi;
const readEscapes = (escaped: string): string => {
  const bytes = Buffer.from(escaped.replaceAll('%', ''), 'hex');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
};

/** Reads the words in an address, in which letters may be escaped and other signs stand for spaces; other texts have none. */
const readAddress = (text: string): string =>
  /^[a-z][a-z.+-]*:|^www\.|%[0-9a-f]{2}/i.test(text)
    ? text
        .replaceAll(escapes, readEscapes)
        .replaceAll(/[-+_.]/g, ' ')
        .normalize('NFKC')
    : '';

/** Finds what is sought in the texts outside of the pages' content. */
export async function findInTexts(path: string, search: Search): Promise<FoundTexts> {
  const { texts, embedded, names, actualTexts } = JSON.parse(await readFile(path, 'utf8')) as DocumentTexts;
  const plain = texts.map(foldLetters);
  const replaced: Record<string, string> = {};
  for (const readings of [plain, texts.map(text => foldLetters(showSoftHyphens(text)))])
    for (const [number, spans] of search.find(readings).entries())
      if (spans.length > 0) replaced[number] ??= cut(readings[number]!, spans);
  for (const [number, spans] of search.find(plain.map(readAddress)).entries())
    if (spans.length > 0) replaced[number] ??= blank;
  const foundEmbedded = search.find(embedded.map(foldLetters));
  const overwritten = [...foundEmbedded.keys()].filter(number => foundEmbedded[number]!.length > 0);
  const renamed: Record<string, string> = {};
  for (const [number, spans] of search.find(names.map(foldLetters)).entries())
    if (spans.length > 0) renamed[names[number]!] = cut(foldLetters(names[number]!), spans);
  const foundActual = search.find(actualTexts.map(([, text]) => foldLetters(text)));
  const silenced = actualTexts.filter((_, number) => foundActual[number]!.length > 0).map(([page]) => page);
  return { replaced, overwritten, renamed, silenced: [...new Set(silenced)] };
}
