import type { CellValue } from 'hucre/xlsx';
import type { CsvRecord } from '../../tabular/csv.ts';
import { momentFormat, readCell } from './cells.ts';
import { DateNotation, type Notation, NumberNotation } from './notations.ts';

/** Makes cells of the texts of a column, with the number format that shows them as they were written. */
export interface ColumnReading {
  read(text: string | null): CellValue;
  numFmt?: string | undefined;
}

const plain: ColumnReading = { read: readCell };
/** For columns of codes. */
const asText: ColumnReading = { read: text => text };
const hasDigit = /\d/;
const leadingZero = /^0\d+$/;
/** Numbers for which 1.234 may be meant as 1234. */
const pointGroups = /^-?[1-9]\d{0,2}(?:\.\d{3})+$/;

/** One column while its texts are looked at. Texts without a digit fit any notation. */
class Column {
  readonly #comma: NumberNotation;
  #candidates: Notation[];
  /** The digits after the point of all numbers, where they have the same number of them. */
  #decimals: number | undefined;
  #hasTrailingZero = false;
  #hasLeadingZeros = false;
  /** True as long as all texts with a digit are dates, and true once one of those has a time. */
  #areDates = true;
  #hasTime = false;
  /** True as long as all numbers with a point may be groups of digits. */
  #mayBeGroups = true;

  constructor(delimiter: string) {
    this.#comma = new NumberNotation(',', delimiter);
    this.#candidates = [
      this.#comma,
      new NumberNotation('.', delimiter),
      new DateNotation('.', 'dayFirst'),
      new DateNotation('/', 'dayFirst'),
      new DateNotation('/', 'monthFirst'),
      new DateNotation('/', 'yearFirst'),
      new DateNotation('-', 'dayFirst'),
      new DateNotation('-', 'monthFirst'),
    ];
  }

  get hasDecimalComma(): boolean {
    return this.#comma.isProven;
  }

  add(text: string): void {
    if (!hasDigit.test(text)) return;
    const point = text.indexOf('.');
    const cell = readCell(text);
    this.#areDates &&= cell instanceof Date;
    this.#hasTime ||= cell instanceof Date && text.includes(':');
    const decimals = typeof cell === 'number' && point >= 0 ? text.length - point - 1 : 0;
    this.#decimals = this.#decimals === undefined || this.#decimals === decimals ? decimals : 0;
    this.#hasTrailingZero ||= decimals > 0 && text.endsWith('0');
    this.#hasLeadingZeros ||= leadingZero.test(text);
    if (point >= 0 && this.#mayBeGroups) this.#mayBeGroups = pointGroups.test(text);
    if (this.#candidates.length) this.#candidates = this.#candidates.filter(each => each.take(text));
  }

  /** Decides how the column is read. `besideCommas` is true if a column of the file has numbers with a decimal comma. */
  decide(besideCommas: boolean): ColumnReading {
    const notation = this.#candidates.find(each => each.isProven);
    if (notation)
      return {
        read: text => (text === null ? null : (notation.read(text) ?? text)),
        numFmt: notation.numFmt,
      };
    // Postal codes and the like are texts, also those without a leading zero.
    if (this.#hasLeadingZeros) return asText;
    if (besideCommas && this.#mayBeGroups)
      return { read: text => (text?.includes('.') ? text : readCell(text)) };
    if (this.#areDates && this.#hasTime) return { ...plain, numFmt: momentFormat };
    if (!this.#decimals || !this.#hasTrailingZero) return plain;
    return { ...plain, numFmt: `0.${'0'.repeat(this.#decimals)}` };
  }
}

/**
 * Looks at all records below the header and decides how each column is read. Numbers and dates in a country's own notation become
 * numbers and dates only where the whole column can be read in no other way.
 */
export async function decideReadings(
  records: AsyncIterable<CsvRecord>,
  { delimiter, nullValue }: { delimiter: () => string; nullValue: string | undefined },
): Promise<ColumnReading[]> {
  const columns: Column[] = [];
  for await (const record of records) {
    while (columns.length < record.length) columns.push(new Column(delimiter()));
    for (const [index, text] of record.entries())
      if (text !== undefined && text !== nullValue) columns[index]!.add(text);
  }
  const besideCommas = columns.some(column => column.hasDecimalComma);
  return columns.map(column => column.decide(besideCommas));
}
