import type { CsvRecord } from '../../tabular/csv.ts';
import { quoteIdentifier } from './database.ts';

/** The types that a column of text may get without changing the meaning of any cell. */
export type CellKind = 'integer' | 'double' | 'boolean' | 'date' | 'datetime' | 'timestamp' | 'text';

const shapes: [CellKind, RegExp][] = [
  ['integer', /^-?(0|[1-9]\d{0,17})$/],
  // A double keeps fifteen digits exactly.
  ['double', /^-?(0|[1-9]\d{0,14})(\.\d{1,14})?$/],
  ['boolean', /^(true|false|TRUE|FALSE|True|False)$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['datetime', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)$/],
];

export function guessTypes(width: number, sample: readonly CsvRecord[], nullValue: string): CellKind[] {
  return Array.from({ length: width }, (_, index) => {
    const cells = sample
      .map(record => record[index])
      .filter(cell => cell !== undefined && cell !== nullValue) as string[];
    if (!cells.length) return 'text';
    return shapes.find(([, shape]) => cells.every(cell => shape.test(cell)))?.[0] ?? 'text';
  });
}

interface Reading {
  /** Makes SQL that reads `cell` as a value, null if it is not of this kind. */
  value(cell: string): string;
  /** Makes SQL that tells whether `cell` says more than the `value` read from it; null if the cell is null. */
  loses(cell: string, value: string): string;
}

const cast = (type: string) => (cell: string) => `TRY_CAST(${cell} AS ${type})`;
const printsOther = (cell: string, value: string) => `CAST(${value} AS VARCHAR) <> ${cell}`;

/** Comparisons cost almost nothing, functions more and patterns most, so patterns come last. */
const readings: Record<Exclude<CellKind, 'text'>, Reading> = {
  integer: { value: cast('BIGINT'), loses: printsOther },
  double: {
    value: cast('DOUBLE'),
    // A number of at most sixteen characters and below 10^15 has at most fifteen digits, which a double keeps.
    loses: (cell, value) =>
      `strlen(${cell}) > 16 OR abs(${value}) >= 1e15` +
      // A number must begin with a digit from 1 to 9, or with "0.", with or without a minus.
      ` OR ((${cell} < '1' OR ${cell} >= ':') AND (${cell} < '0.' OR ${cell} >= '0/') AND ${cell} <> '0'` +
      ` AND (${cell} < '-1' OR ${cell} >= '-:') AND (${cell} < '-0.' OR ${cell} >= '-0/'))` +
      ` OR contains(${cell}, 'e') OR contains(${cell}, 'E') OR contains(${cell}, '_') OR suffix(${cell}, ' ')`,
  },
  boolean: {
    value: cell => `${cell} = 'true' OR ${cell} = 'TRUE' OR ${cell} = 'True'`,
    loses: cell =>
      ['true', 'false', 'TRUE', 'FALSE', 'True', 'False'].map(word => `${cell} <> '${word}'`).join(' AND '),
  },
  date: { value: cast('DATE'), loses: printsOther },
  datetime: {
    value: cast('TIMESTAMP'),
    // An hour without a zero before it would make room for a zone.
    loses: (cell, value) => `suffix(${cell}, 'Z') OR ${isNoMoment(cell, value, '', '')}`,
  },
  timestamp: {
    value: cast('TIMESTAMPTZ'),
    loses: (cell, value) => isNoMoment(cell, value, 'Z', '(?:Z|\\+00:00)'),
  },
};

/**
 * Makes SQL that tells whether a cell is not an exact day and time. Only cells that do not end as `usual`, and
 * midnight, which may be hour 24, need the slower check.
 */
function isNoMoment(cell: string, value: string, usual: string, zone: string): string {
  const shape = `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?${zone}`;
  const isOther = `NOT regexp_full_match(${cell}, '${shape}')`;
  return (
    `${cell} < '0001' OR (epoch_us(${value}) % 86400000000 = 0 AND ${isOther})` +
    ` OR (${cell} NOT LIKE '____-__-__ __:__:__${usual}' AND ${cell} NOT LIKE '____-__-__T__:__:__${usual}' AND ${isOther})`
  );
}

const nameValue = (index: number): string => quoteIdentifier(`v${index}`);

/** Makes SQL that reads each cell once and keeps its text. */
export const readCells = (kinds: readonly CellKind[]): string =>
  kinds
    .flatMap((kind, index) => {
      const cell = quoteIdentifier(String(index));
      return kind === 'text' ? [cell] : [cell, `${readings[kind].value(cell)} AS ${nameValue(index)}`];
    })
    .join(', ');

/**
 * Makes SQL that gives a cell in its column's type, or an error that names the column where the text would be changed.
 */
export function writeCheckedCell(index: number, kind: CellKind): string {
  const cell = quoteIdentifier(String(index));
  if (kind === 'text') return cell;
  const value = nameValue(index);
  return (
    `CASE WHEN (${value} IS NULL AND ${cell} IS NOT NULL) OR (${readings[kind].loses(cell, value)})` +
    ` THEN error('column#${index}#') ELSE ${value} END`
  );
}
