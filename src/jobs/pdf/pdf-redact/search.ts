import { createContext, runInContext } from 'node:vm';
import { JobFailure } from '../../../contract/failure.ts';
import { ifValid, type Kind, type Span } from './kinds.ts';
import { foldLetters } from './letters.ts';
import { lineSign } from './page-text.ts';
import { type PresetId, presets } from './presets.ts';

/** How long all expressions together may take on the texts of some pages. */
const searchSeconds = 20;
/** Letters after a candidate that are searched again with what is left of it: as many as the longest number has. */
const restLetters = 60;
/** More matches than this are a mistake. */
const maxMatches = 200_000;

interface Sought {
  terms: readonly string[];
  patterns: readonly string[];
  presets: readonly PresetId[];
}

interface Expression {
  source: string;
  flags: string;
  parts?: Kind['parts'];
  head?: number;
  /** True for presets: dashes of all kinds count as hyphens, and candidates are sought within lines as well as across them. */
  isPreset?: boolean;
}

/** Signs that are written in several ways. */
const alike = [/['’‘ʼ]/, /[-‐‑‒–−]/, /["“”„]/, /(?:ß|ss)/];
const dashes = /[‐‑‒–—−]/g;
/** Letters and digits that are taken for each other when a text is read from its picture. */
const mistaken = [
  /(?:m|rn|nn)/i,
  /(?:w|vv)/i,
  /(?:d|cl)/i,
  /(?:h|li)/i,
  /[o0q]/i,
  /[il1|!j]/i,
  /[s5$]/i,
  /(?:ß|[s5$]{2})/i,
  /[b86]/i,
  /[z2]/i,
  /[g9]/i,
  /[ce]/i,
  /[uv]/i,
];

const escapeLetter =
  (alternatives: readonly RegExp[]) =>
  (letter: string): string => {
    const same = alternatives.find(signs => signs.test(letter));
    return same ? same.source : letter.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  };

/** A text counts as spaced out where at least this share of its letters is followed by a space. */
const spacedShare = 0.5;

/** Makes expressions for a term in any case, with any space between its words, and also spaced out letter by letter. */
function expressTerm(term: string, alternatives: readonly RegExp[]): Expression[] {
  // Capital letters and Swiss spelling have ss in place of ß.
  const words = foldLetters(term).replaceAll(/ss/gi, 'ß').trim().split(/\s+/);
  const letters = words.map(word => [...word].map(escapeLetter(alternatives)));
  const plain = { source: letters.map(word => word.join('')).join('\\s+'), flags: 'giu' };
  const count = letters.flat().length;
  if (count < 3) return [plain];
  const isSpaced = (text: string) => text.split(/\s+/).length - 1 >= spacedShare * (count - 1);
  const source = letters.map(word => word.join('\\s*')).join('\\s+');
  return [plain, { source, flags: 'giu', parts: ifValid(isSpaced) }];
}

/** Returns the flags with which an expression can be compiled; undefined if it cannot be. */
export const findFlags = (pattern: string): string | undefined =>
  ['giu', 'gi'].find(flags => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return false;
    }
  });

/** Lets the spaces of an expression stand for line breaks, too. Those in a class of characters stay as they are. */
const widenSpaces = (source: string): string =>
  source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]| /gs, part => (/^\\? $/.test(part) ? '\\s' : part));

/** Writes a text as presets expect it: with plain hyphens, and once more with its lines joined if it has several. */
function listReadings(text: string): string[] {
  const folded = text.replaceAll(dashes, '-');
  return folded.includes(lineSign) ? [folded, folded.replaceAll(lineSign, ' ')] : [folded];
}

/** Finds what is sought in texts: the spans of each. Expressions that take too long end in a failure. */
export class Search {
  readonly #expressions: Expression[];
  readonly #seconds: number;
  readonly #sought: Sought;

  constructor(sought: Sought, seconds = searchSeconds, alternatives: readonly RegExp[] = alike) {
    const { terms, patterns, presets: chosen } = sought;
    this.#sought = sought;
    this.#seconds = seconds;
    this.#expressions = [
      ...terms.flatMap(term => expressTerm(term, alternatives)),
      ...patterns.map(source => ({ source: widenSpaces(source), flags: findFlags(source) ?? 'giu' })),
      ...chosen.flatMap(id =>
        presets[id].kinds.map(kind => ({ ...(kind as Kind), flags: 'giu', isPreset: true })),
      ),
    ];
  }

  get isEmpty(): boolean {
    return this.#expressions.length === 0;
  }

  /** Makes a search that also finds terms of which letters were mistaken for others. */
  withMistakes(): Search {
    return new Search(this.#sought, this.#seconds, [...mistaken, ...alike]);
  }

  find(texts: readonly string[]): Span[][] {
    const found: Span[][] = texts.map(() => []);
    if (this.isEmpty) return found;
    const deadline = performance.now() + this.#seconds * 1000;
    let count = 0;
    for (const { source, flags, parts, head = 0, isPreset = false } of this.#expressions) {
      // The rest of a candidate, after the part that passes, may hold another one.
      let rests = texts.flatMap((text, index) =>
        (isPreset ? listReadings(text) : [text]).map(reading => ({ index, offset: 0, text: reading })),
      );
      while (rests.length > 0) {
        const next: typeof rests = [];
        const matches = findAll(
          rests.map(({ text }) => text),
          source,
          flags,
          deadline,
        );
        for (const [number, start, length] of matches) {
          if (++count > maxMatches) throw new JobFailure('limit_exceeded', 'too many matches');
          const { index, offset, text } = rests[number]!;
          const matched = text.slice(start, start + length);
          const spans: readonly Span[] = parts ? parts(matched) : [[0, length]];
          const placed = spans.map(([at, size]): Span => [offset + start + at, size]);
          const known = found[index]!;
          // The letters after a rest were searched before, and those of a line are part of the joined lines.
          known.push(
            ...placed.filter(
              span => (offset === 0 && !isPreset) || !known.some(other => isSameSpan(span, other)),
            ),
          );
          const end = Math.max(spans.length > 0 ? 0 : head, ...spans.map(([at, size]) => at + size));
          if (end > 0 && end < length) {
            const rest = text.slice(start + end, start + length + restLetters);
            next.push({ index, offset: offset + start + end, text: rest });
          }
        }
        rests = next;
      }
    }
    return found;
  }
}

const isSameSpan = (a: Span, b: Span): boolean => a[0] === b[0] && a[1] === b[1];

type Found = [text: number, start: number, length: number];

const script = `
  const found = [];
  texts.forEach((text, number) => {
    for (const match of text.matchAll(new RegExp(source, flags)))
      if (match[0].length > 0 && found.push([number, match.index, match[0].length]) > most) return;
  });
  JSON.stringify(found);
`;

/** Runs one expression in a context that can be stopped, because some expressions never end. */
function findAll(texts: readonly string[], source: string, flags: string, deadline: number): Found[] {
  const timeout = Math.max(1, Math.ceil(deadline - performance.now()));
  try {
    const context = createContext({ texts, source, flags, most: maxMatches });
    return JSON.parse(runInContext(script, context, { timeout }) as string) as Found[];
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new JobFailure('pattern_too_slow', source);
    throw error;
  }
}
