import type { CsvRecord } from '../tabular/csv.ts';
import { quoteIdentifier } from './database.ts';

/** What a column of text may be told to be without changing what any of its cells says. */
export type CellKind = 'integer' | 'double' | 'boolean' | 'date' | 'datetime' | 'timestamp' | 'text';

const shapes: [CellKind, RegExp][] = [
  ['integer', /^-?(0|[1-9]\d{0,17})$/],
  // Fifteen digits come back from a double as they went in.
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
  /** `cell` as a value, null where it is no such thing. */
  value(cell: string): string;
  /** Whether `cell`, of which `value` was read, says more than that. Null where the cell is. */
  loses(cell: string, value: string): string;
}

const cast = (type: string) => (cell: string) => `TRY_CAST(${cell} AS ${type})`;
const printsOther = (cell: string, value: string) => `CAST(${value} AS VARCHAR) <> ${cell}`;

/** Comparisons are next to free, functions are not, and of those a pattern costs most: it comes last, for what is left. */
const readings: Record<Exclude<CellKind, 'text'>, Reading> = {
  integer: { value: cast('BIGINT'), loses: printsOther },
  double: {
    value: cast('DOUBLE'),
    // What fits in sixteen characters and is less than 10^15 has at most fifteen digits, and those a double keeps.
    loses: (cell, value) =>
      `strlen(${cell}) > 16 OR abs(${value}) >= 1e15` +
      // What begins neither with a digit other than zero nor with a zero and a point, each with or without a minus.
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

/** No day and time. Most end as `usual`; only the rest are worth a slower look, and midnight, which may be an hour 24. There was no year 0. */
function isNoMoment(cell: string, value: string, usual: string, zone: string): string {
  const shape = `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?${zone}`;
  const isOther = `NOT regexp_full_match(${cell}, '${shape}')`;
  return (
    `${cell} < '0001' OR (epoch_us(${value}) % 86400000000 = 0 AND ${isOther})` +
    ` OR (${cell} NOT LIKE '____-__-__ __:__:__${usual}' AND ${cell} NOT LIKE '____-__-__T__:__:__${usual}' AND ${isOther})`
  );
}

const nameValue = (index: number): string => quoteIdentifier(`v${index}`);

/** Reads each cell once, beside its text. */
export const readCells = (kinds: readonly CellKind[]): string =>
  kinds
    .flatMap((kind, index) => {
      const cell = quoteIdentifier(String(index));
      return kind === 'text' ? [cell] : [cell, `${readings[kind].value(cell)} AS ${nameValue(index)}`];
    })
    .join(', ');

/** A cell as its column's type, or an error that names the column, where the text would not come back from it. */
export function writeCheckedCell(index: number, kind: CellKind): string {
  const cell = quoteIdentifier(String(index));
  if (kind === 'text') return cell;
  const value = nameValue(index);
  return (
    `CASE WHEN (${value} IS NULL AND ${cell} IS NOT NULL) OR (${readings[kind].loses(cell, value)})` +
    ` THEN error('column#${index}#') ELSE ${value} END`
  );
}
