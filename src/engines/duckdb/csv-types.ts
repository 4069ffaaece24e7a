import type { CsvRecord } from '../csv.ts';
import { identifier } from './database.ts';

/** What a column of text may be told to be without changing what any of its cells says. */
export type CellKind = 'integer' | 'double' | 'boolean' | 'date' | 'datetime' | 'timestamp' | 'text';

const shapes: [CellKind, RegExp][] = [
  ['integer', /^-?(0|[1-9]\d{0,17})$/],
  // Fifteen digits come back from a double as they went in.
  ['double', /^-?(0|[1-9]\d{0,14})(\.\d{1,14})?$/],
  ['boolean', /^(true|false)$/i],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['datetime', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?$/],
  ['timestamp', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|\+00:00)$/],
];

export function candidateTypes(width: number, sample: readonly CsvRecord[], nullValue: string): CellKind[] {
  return Array.from({ length: width }, (_, index) => {
    const cells = sample
      .map(record => record[index])
      .filter(cell => cell !== undefined && cell !== nullValue) as string[];
    if (!cells.length) return 'text';
    return shapes.find(([, shape]) => cells.every(cell => shape.test(cell)))?.[0] ?? 'text';
  });
}

/** What DuckDB calls each kind, and a test that `cell` says no more than `value`, which is null where it is no such thing. */
const tests: Record<
  Exclude<CellKind, 'text'>,
  [type: string, test: (cell: string, value: string) => string]
> = {
  integer: ['BIGINT', (cell, value) => `CAST(${value} AS VARCHAR) = ${cell}`],
  double: [
    'DOUBLE',
    (cell, value) =>
      `${value} IS NOT NULL AND strlen(${cell}) <= 16` +
      // A digit that begins the number, and no zeros before it.
      ` AND ((${cell} >= '1' AND ${cell} < ':') OR starts_with(${cell}, '0.') OR ${cell} = '0'` +
      ` OR (${cell} >= '-1' AND ${cell} < '-:') OR starts_with(${cell}, '-0.'))` +
      ` AND NOT contains(${cell}, 'e') AND NOT contains(${cell}, 'E') AND NOT contains(${cell}, '_') AND NOT suffix(${cell}, ' ')`,
  ],
  boolean: ['BOOLEAN', (cell, value) => `${value} IS NOT NULL AND strlen(${cell}) >= 4`],
  date: ['DATE', (cell, value) => `CAST(${value} AS VARCHAR) = ${cell}`],
  datetime: ['TIMESTAMP', (cell, value) => `${value} IS NOT NULL AND (${clock(cell, '', '(\\.\\d{1,6})?')})`],
  timestamp: [
    'TIMESTAMPTZ',
    (cell, value) => `${value} IS NOT NULL AND (${clock(cell, 'Z', '(\\.\\d{1,6})?(Z|\\+00:00)')})`,
  ],
};

/** A day and a time. Most end as `usual`; only the rest are worth a slower look. */
const clock = (cell: string, usual: string, rest: string): string =>
  `${cell} LIKE '____-__-__ __:__:__${usual}' OR ${cell} LIKE '____-__-__T__:__:__${usual}'` +
  ` OR regexp_full_match(${cell}, '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d${rest}')`;

const valueName = (index: number): string => identifier(`v${index}`);

/** Casts each cell once, beside its text. */
export const castCells = (kinds: readonly CellKind[]): string =>
  kinds
    .flatMap((kind, index) => {
      const cell = identifier(String(index));
      return kind === 'text'
        ? [cell]
        : [cell, `TRY_CAST(${cell} AS ${tests[kind][0]}) AS ${valueName(index)}`];
    })
    .join(', ');

/** A cell as its column's type, or an error that names the column, where the text would not come back from it. */
export function checkedCell(index: number, kind: CellKind): string {
  const cell = identifier(String(index));
  if (kind === 'text') return cell;
  const value = valueName(index);
  return `CASE WHEN ${cell} IS NULL OR (${tests[kind][1](cell, value)}) THEN ${value} ELSE error('column#${index}#') END`;
}
