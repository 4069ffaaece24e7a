import { JobFailure } from '../contract/failure.ts';
import { decodeFile } from '../encodings/encoding.ts';

/** One record. A field that was empty and not quoted is undefined, because some formats take it for a null. */
export type CsvRecord = (string | undefined)[];

const maxFieldCharacters = 64 * 1024 * 1024;
const maxFields = 100_000;
const sniffed = 64 * 1024;
const candidates = [',', ';', '\t', '|'];

/** Finds the delimiter with which the first records agree best on their number of fields. */
export function sniffDelimiter(sample: string): string {
  let best = ',';
  let bestScore = 0;
  for (const delimiter of candidates) {
    const splitter = new CsvSplitter(delimiter);
    const counts = [...splitter.push(sample)].slice(0, 200).map(record => record.length);
    if (!counts.length) counts.push(...[...splitter.end(true)].map(record => record.length));
    const usual = findMostCommon(counts);
    if (usual < 2) continue;
    const agreement = counts.filter(count => count === usual).length / counts.length;
    const score = agreement * agreement * Math.log2(usual + 1);
    if (score > bestScore + 1e-9) [best, bestScore] = [delimiter, score];
  }
  return best;
}

function findMostCommon(counts: number[]): number {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  return [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
}

/** The most characters between a quote that follows spaces and its closing quote, for it to open a field. */
const maxSpaced = 1024 * 1024;

/** Finds the opening quote of the field that begins at `at`, if it has one. */
function findOpeningQuote(text: string, at: number, delimiter: number): number {
  let opening = at;
  while (text.charCodeAt(opening) === 32 && delimiter !== 32) opening++;
  return text.charCodeAt(opening) === 34 ? opening : -1;
}

const countLines = (text: string): number => text.split(/\r\n|\n|\r/).length - 1;

/**
 * Cuts text into records as it arrives. Quotes inside an unquoted field are letters like any other. Spaces around a
 * quoted one are not part of it.
 */
export class CsvSplitter {
  readonly #delimiter: string;
  #text = '';
  #at = 0;
  /** Lines before `#text`. */
  #lines = 0;
  #record: CsvRecord = [];

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  *push(chunk: string): Generator<CsvRecord> {
    this.#lines += countLines(this.#text.slice(0, this.#at));
    this.#text = this.#text.slice(this.#at) + chunk;
    this.#at = 0;
    if (this.#text.length > maxFieldCharacters)
      throw new JobFailure('limit_exceeded', 'csv: a field without end');
    yield* this.#readRecords(false);
  }

  /**
   * Yields the last record. With `lenient`, a quote that is never closed ends with the text, for a sample that was cut
   * off.
   */
  *end(lenient = false): Generator<CsvRecord> {
    if (!lenient) yield* this.#readRecords(true);
    else if (this.#at < this.#text.length)
      yield [...this.#record, ...this.#text.slice(this.#at).split(this.#delimiter)];
  }

  /**
   * Reads the field whose quote opens at `opening`, and where it ends; `more` where that is not known yet. A quote
   * behind spaces opens a field only if nothing but spaces follows its closing quote.
   */
  #readQuoted(opening: number, isSpaced: boolean): { field: string; at: number } | 'more' | 'none' {
    const text = this.#text;
    let field = '';
    let from = opening + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (isSpaced && (quote < 0 ? text.length : quote) > opening + maxSpaced) return 'none';
      if (quote < 0) return 'more';
      field += text.slice(from, quote);
      let next = quote + 1;
      while (text.charCodeAt(next) === 32 && this.#delimiter !== ' ') next++;
      if (next === text.length) return { field, at: next };
      const code = text.charCodeAt(next);
      if (code === 34) {
        // A quote written twice is one quote. Where spaces stand between the two the field goes on, as in DuckDB.
        field += next === quote + 1 ? '"' : text.slice(quote + 1, next);
        from = next + 1;
      } else if (code === 10 || code === 13 || code === this.#delimiter.charCodeAt(0)) {
        return { field, at: next };
      } else return isSpaced ? 'none' : { field, at: quote + 1 };
    }
  }

  *#readRecords(final: boolean): Generator<CsvRecord> {
    const text = this.#text;
    const delimiter = this.#delimiter.charCodeAt(0);
    while (this.#at < text.length) {
      let at = this.#at;
      let field: string | undefined;
      const opening = findOpeningQuote(text, at, delimiter);
      if (opening >= 0) {
        const quoted = this.#readQuoted(opening, opening > at);
        if (quoted === 'more' && !final) return;
        if (typeof quoted === 'object') ({ field, at } = quoted);
        else if (opening === at)
          throw new JobFailure(
            'quote_not_closed',
            'csv: a quote that is never closed',
            undefined,
            this.#lines + countLines(text.slice(0, opening)) + 1,
          );
      }
      const start = at;
      let code = 0;
      for (; at < text.length; at++) {
        code = text.charCodeAt(at);
        if (code === 10 || code === 13 || code === delimiter) break;
      }
      if (at === text.length && !final) return;
      if (at === text.length - 1 && code === 13 && !final) return;
      const rest = at > start ? text.slice(start, at) : undefined;
      this.#record.push(field === undefined ? rest : rest === undefined ? field : field + rest);
      if (this.#record.length > maxFields)
        throw new JobFailure('limit_exceeded', 'csv: too many fields in a record');
      if (at < text.length && code === delimiter) {
        this.#at = at + 1;
        if (this.#at === text.length && final) this.#record.push(undefined);
        else continue;
      } else this.#at = code === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
      const record = this.#record;
      this.#record = [];
      if (record.length > 1 || record[0] !== undefined) yield record;
    }
    if (final && this.#record.length) {
      yield [...this.#record, undefined];
      this.#record = [];
    }
  }
}

export interface CsvDialect {
  delimiter?: string | undefined;
  encoding?: string | undefined;
}

/** Reads the first line with which Excel declares the delimiter (`sep=;`). */
export function readDeclaredDelimiter(head: string): { delimiter: string; length: number } | undefined {
  const [found] = /^sep=[^\r\n"](?:\r\n|\n|\r)/i.exec(head) ?? [];
  return found ? { delimiter: found.charAt('sep='.length), length: found.length } : undefined;
}

/**
 * Reads the records of a CSV file, and finds its delimiter and encoding where they are not given. `onDelimiter` gets the delimiter
 * before the first record. Blank lines are passed over.
 */
export async function* readCsv(
  path: string,
  { delimiter, encoding }: CsvDialect = {},
  onDelimiter?: (delimiter: string) => void,
): AsyncGenerator<CsvRecord> {
  let splitter: CsvSplitter | undefined;
  let head = '';
  for await (const chunk of decodeFile(path, encoding)) {
    if (splitter) yield* splitter.push(chunk);
    else {
      head += chunk;
      if (head.length < sniffed) continue;
      const { splitter: begun, text } = beginCsv(head, delimiter, onDelimiter);
      splitter = begun;
      yield* splitter.push(text);
    }
  }
  if (!splitter) {
    const { splitter: begun, text } = beginCsv(head, delimiter, onDelimiter);
    splitter = begun;
    yield* splitter.push(text);
  }
  yield* splitter.end();
}

/**
 * Makes the splitter that fits the beginning of the file, and returns it with the part of the beginning that is
 * records.
 */
function beginCsv(
  head: string,
  delimiter: string | undefined,
  onDelimiter?: (delimiter: string) => void,
): { splitter: CsvSplitter; text: string } {
  const declared = readDeclaredDelimiter(head);
  const text = head.slice(declared?.length ?? 0);
  const sign = delimiter ?? declared?.delimiter ?? sniffDelimiter(text.slice(0, sniffed));
  onDelimiter?.(sign);
  return { splitter: new CsvSplitter(sign), text };
}

/**
 * Counts the columns that a record needs below a header of `names` columns. Empty fields beyond the header do not
 * count.
 */
export function measureRecord(record: CsvRecord, names: number): number {
  let width = record.length;
  while (width > names && record[width - 1] === undefined) width--;
  return width === 1 && record[0] === undefined ? 0 : width;
}

/** Makes column names from a header record: blank ones are numbered, repeated ones get a suffix. */
export function makeColumnNames(header: readonly (string | undefined)[]): string[] {
  const seen = new Set<string>();
  return header.map((name, index) => {
    const base = name?.trim() ? name : `column${index + 1}`;
    let unique = base;
    for (let next = 2; seen.has(unique); next++) unique = `${base}_${next}`;
    seen.add(unique);
    return unique;
  });
}

export type CsvCell = string | null;

/** Tells whether a spreadsheet would take a text for a formula; a plain number is none. */
const runsAsFormula = (text: string): boolean =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?[\d.,]+(e[+-]?\d+)?%?$/i.test(text);

export interface CsvStyle {
  delimiter: string;
  escapeFormulas?: boolean | undefined;
  nullValue?: string | undefined;
}

const mustQuote = /["\r\n]|^\s|\s$/;

/** Writes a record as CSV. Null is an empty field and an empty text a quoted one, so that both can be read back. */
export function writeCsvLine(
  cells: readonly CsvCell[],
  { delimiter, escapeFormulas, nullValue }: CsvStyle,
): string {
  let line = '';
  let isFirst = true;
  for (const cell of cells) {
    if (!isFirst) line += delimiter;
    isFirst = false;
    if (cell === null) line += nullValue ?? '';
    else {
      const text = escapeFormulas && runsAsFormula(cell) ? `'${cell}` : cell;
      const quoted = text === '' || text === nullValue || text.includes(delimiter) || mustQuote.test(text);
      line += quoted ? `"${text.replaceAll('"', '""')}"` : text;
    }
  }
  // Readers skip an empty line, so an empty text is quoted.
  return `${line === '' ? `""` : line}\r\n`;
}
