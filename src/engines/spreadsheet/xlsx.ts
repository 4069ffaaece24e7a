import type { CellValue, Sheet } from 'hucre/xlsx';
import { openEntry } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import { findAttribute, type Tag, walkTags } from '../../markup/tags.ts';
import type { CellPicture } from './cell-pictures.ts';
import { formatDuration } from './cells.ts';
import { moveFormula } from './formula.ts';
import { findWpsName } from './wps-pictures.ts';
import { type NumberKind, readText, type XlsxBook } from './xlsx-parts.ts';

const maxColumns = 16_384;
const maxRows = 1_048_576;
const dayLength = 86_400_000;
/** The serial number of 31 December 9999. */
const lastSerial = 2_958_465;

/** Reads a count of days as its format shows it; a day that no calendar has stays a number. */
export function readSerial(serial: number, kind: NumberKind, from1904: boolean): CellValue {
  if (kind === 'number') return serial;
  if (kind === 'duration') return formatDuration(serial);
  if (serial < 0 || serial >= lastSerial + 1) return serial;
  const milliseconds = Math.round(serial * dayLength);
  // A time of day has no day, so it is placed just before the first one.
  if (serial < 1 && (kind === 'clock' || !from1904)) return new Date(Date.UTC(1899, 11, 30) + milliseconds);
  if (from1904) return new Date(Date.UTC(1904, 0, 1) + milliseconds);
  // Excel believes in 29 February 1900; all days before it are counted as if it had not been.
  if (serial >= 60 && serial < 61) return '1900-02-29';
  return new Date(Date.UTC(1899, 11, serial < 60 ? 31 : 30) + milliseconds);
}

/** Reads the texts that cells refer to by number, without the readings above Japanese ones. */
export async function readSharedStrings(path: string, { strings }: XlsxBook): Promise<string[]> {
  const chunks = strings === undefined ? undefined : await openEntry(path, strings);
  const texts: string[] = [];
  if (!chunks) return texts;
  let text = '';
  let reading = false;
  const take = ({ name, ends, empty, text: said }: Tag): undefined => {
    if (name === 'rPh') reading = !ends && !empty;
    else if (name === 't' && ends && !reading) text += said;
    else if (name === 'si') {
      if (ends || empty) texts.push(readText(text));
      text = '';
    }
  };
  for await (const _ of walkTags(chunks, take));
  return texts;
}

const readColumn = (reference: string): number => {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) | 32;
    if (letter < 97 || letter > 122) break;
    column = column * 26 + letter - 96;
  }
  return column - 1;
};

const readRow = (reference: string): number => Number(/\d+$/.exec(reference)?.[0] ?? 1) - 1;

export type Merge = NonNullable<Sheet['merges']>[number];

function readMerge(reference: string): Merge {
  const [start = '', end = start] = reference.split(':');
  return {
    startRow: readRow(start),
    startCol: readColumn(start),
    endRow: readRow(end),
    endCol: readColumn(end),
  };
}

interface Row {
  index: number;
  cells: CellValue[];
}

/** The parts of a worksheet besides its values, by row and column. */
export interface Beside {
  merges: Merge[];
  formulas: Map<string, { formula: string; array?: string | undefined }>;
  /** Days of the cells that show hours beyond a day. */
  durations: Map<string, number>;
  widths: (number | undefined)[];
  /** Links of cells, by the ids of their addresses. */
  links: { area: Merge; id: string }[];
  /** True if a formula has no stored value that was calculated: programs that do not calculate write none, or 0. */
  lacksValues: boolean;
}
export const makeEmptyBeside = (): Beside => ({
  merges: [],
  formulas: new Map(),
  durations: new Map(),
  widths: [],
  links: [],
  lacksValues: false,
});

/** Reads cells out of a worksheet's tags. */
class SheetReader {
  readonly #beside: Beside;
  readonly #book: XlsxBook;
  readonly #strings: readonly string[];
  #row: Row | undefined;
  #index = -1;
  #column = -1;
  #type = '';
  #style = '';
  #picture: CellPicture | undefined;
  #value = '';
  #inline = '';
  #reading = false;
  /** The attributes of the cell's formula. */
  #formula = '';
  #hasFormula = false;
  /** Formulas that cells share: the first cell, and the formula there. */
  readonly #shared = new Map<string, { formula: string; row: number; column: number }>();

  constructor(book: XlsxBook, strings: readonly string[], beside: Beside) {
    this.#book = book;
    this.#strings = strings;
    this.#beside = beside;
  }

  take({ name, attributes, empty, ends, text }: Tag): Row | undefined {
    switch (name) {
      case 'c':
        if (!ends) this.#open(attributes);
        if (ends || empty) this.#close();
        return undefined;
      case 'v':
        if (ends) this.#value = text;
        return undefined;
      case 't':
        if (ends && !this.#reading) this.#inline += text;
        return undefined;
      case 'rPh':
        this.#reading = !ends && !empty;
        return undefined;
      case 'row':
        return this.#turn(attributes, ends, empty);
      case 'f':
        // Sparklines and rules at a sheet's end have formulas too, which belong to no cell.
        if (!this.#row) return undefined;
        if (!ends) this.#formula = attributes;
        this.#hasFormula = true;
        if (ends || empty) this.#calculate(ends ? readText(text) : '');
        return undefined;
      case 'col':
        this.#widen(attributes);
        return undefined;
      case 'hyperlink': {
        const [ref, id] = [findAttribute(attributes, 'ref'), findAttribute(attributes, 'id')];
        if (!ends && ref && id) this.#beside.links.push({ area: readMerge(ref), id });
        return undefined;
      }
      case 'mergeCell':
        if (!ends) this.#beside.merges.push(readMerge(findAttribute(attributes, 'ref') ?? ''));
        return undefined;
    }
    return undefined;
  }

  #turn(attributes: string, ends: boolean, empty: boolean): Row | undefined {
    if (!ends) {
      const given = findAttribute(attributes, 'r');
      this.#index = given === undefined ? this.#index + 1 : Number(given) - 1;
      if (!(this.#index >= 0 && this.#index < maxRows))
        throw new JobFailure('unreadable_input', `xlsx: a row numbered ${given}`);
      this.#row = { index: this.#index, cells: [] };
      this.#column = -1;
    }
    const row = this.#row;
    if (!ends && !empty) return undefined;
    this.#row = undefined;
    return row;
  }

  #open(attributes: string): void {
    const reference = findAttribute(attributes, 'r');
    this.#column = reference === undefined ? this.#column + 1 : readColumn(reference);
    if (!(this.#column >= 0 && this.#column < maxColumns))
      throw new JobFailure('unreadable_input', `xlsx: a cell at ${reference}`);
    this.#type = findAttribute(attributes, 't') ?? 'n';
    this.#style = findAttribute(attributes, 's') ?? '0';
    this.#picture =
      this.#type === 'e' ? this.#book.pictures.get(findAttribute(attributes, 'vm') ?? '') : undefined;
    this.#value = '';
    this.#inline = '';
    this.#hasFormula = false;
  }

  #calculate(own: string): void {
    const picture = this.#book.pictures.get(findWpsName(own) ?? '');
    if (picture) {
      this.#type = 'e';
      this.#picture = picture;
      this.#hasFormula = false;
      return;
    }
    const group =
      findAttribute(this.#formula, 't') === 'shared' ? findAttribute(this.#formula, 'si') : undefined;
    const [row, column] = [this.#index, this.#column];
    const first = group === undefined ? undefined : this.#shared.get(group);
    if (group !== undefined && own) this.#shared.set(group, { formula: own, row, column });
    const formula = own || (first && moveFormula(first.formula, row - first.row, column - first.column));
    const array =
      findAttribute(this.#formula, 't') === 'array' ? findAttribute(this.#formula, 'ref') : undefined;
    if (formula) this.#beside.formulas.set(`${row},${column}`, { formula, array });
  }

  #widen(attributes: string): void {
    const number = (name: string) => Number(findAttribute(attributes, name));
    const [from, to, width] = [number('min'), number('max'), number('width')];
    if (!(from >= 1 && width > 0)) return;
    // A width that reaches the end of the sheet belongs to no particular column.
    for (let column = from; column <= Math.min(to, from + 255, maxColumns); column++)
      this.#beside.widths[column - 1] = width;
  }

  #close(): void {
    const cells = this.#row?.cells;
    if (!cells) return;
    const value = this.#readCell();
    if (this.#hasFormula && (value === null || this.#book.isUncalculated)) this.#beside.lacksValues = true;
    if (value === null) return;
    while (cells.length < this.#column) cells.push(null);
    cells[this.#column] = value;
  }

  #getString(index: number): string {
    const text = this.#strings[index];
    if (text === undefined) throw new JobFailure('unreadable_input', `xlsx: no shared text ${index}`);
    return text;
  }

  #readCell(): CellValue {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return value.trim() === '' ? null : this.#getString(Number(value));
      case 'inlineStr':
        return readText(this.#inline);
      case 'str':
        return readText(value);
      case 'b':
        if (value.trim() === '') return null;
        return value.trim() === '1' || value.trim().toLowerCase() === 'true';
      case 'e':
        // Programs that do not know pictures in cells are given an error to show.
        return (this.#picture?.text ?? readText(value)) || null;
      case 'd': {
        const date = new Date(
          /[Z]$/.test(value) ? value : `${value}${value.includes('T') ? 'Z' : 'T00:00:00Z'}`,
        );
        return Number.isNaN(date.getTime()) ? readText(value) || null : date;
      }
      default: {
        if (value === '') return null;
        const number = Number(value);
        if (!Number.isFinite(number)) return readText(value);
        const kind = this.#book.kinds[Number(this.#style)] ?? 'number';
        if (typeof kind === 'number')
          return Number.isSafeInteger(number) && number >= 0 ? String(number).padStart(kind, '0') : number;
        if (kind === 'duration') this.#beside.durations.set(`${this.#index},${this.#column}`, number);
        return readSerial(number, kind, this.#book.from1904);
      }
    }
  }
}

/** Reads a sheet's rows as they unpack, including empty ones in between. `beside` is complete when the rows end. */
export async function* readXlsxRows(
  path: string,
  book: XlsxBook,
  part: string,
  strings: readonly string[],
  beside = makeEmptyBeside(),
): AsyncGenerator<CellValue[]> {
  const chunks = await openEntry(path, part);
  if (!chunks) throw new JobFailure('unreadable_input', `xlsx: no ${part}`);
  const reader = new SheetReader(book, strings, beside);
  let expected = 0;
  for await (const { index, cells } of walkTags(chunks, tag => reader.take(tag))) {
    for (; expected < index; expected++) yield [];
    expected++;
    yield cells;
  }
}
