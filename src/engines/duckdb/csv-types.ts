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

/** A cell as its column's type, or an error that names the column, where the text would not come back from it. */
export function checkedCell(index: number, kind: CellKind): string {
  const cell = identifier(String(index));
  const checked = (type: string, test: string) => {
    const value = `TRY_CAST(${cell} AS ${type})`;
    return `CASE WHEN ${cell} IS NULL THEN NULL WHEN ${test.replaceAll('$', value)} THEN ${value} ELSE error('column#${index}#') END`;
  };
  switch (kind) {
    case 'integer':
      return checked('BIGINT', `CAST($ AS VARCHAR) = ${cell}`);
    case 'double':
      return checked(
        'DOUBLE',
        `$ IS NOT NULL AND length(${cell}) <= 16 AND (${cell} NOT LIKE '0%' OR ${cell} = '0' OR ${cell} LIKE '0.%')`,
      );
    case 'boolean':
      return checked('BOOLEAN', `lower(${cell}) IN ('true', 'false')`);
    case 'date':
      return checked('DATE', `CAST($ AS VARCHAR) = ${cell}`);
    case 'datetime':
      return checked(
        'TIMESTAMP',
        `$ IS NOT NULL AND length(${cell}) >= 19 AND right(${cell}, 1) <> 'Z' AND position('+' IN ${cell}) = 0`,
      );
    case 'timestamp':
      return checked('TIMESTAMPTZ', `$ IS NOT NULL AND (${cell} LIKE '%Z' OR ${cell} LIKE '%+00:00')`);
    default:
      return cell;
  }
}
