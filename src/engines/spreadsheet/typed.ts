import type { Sheet } from 'hucre/xlsx';
import { makeColumnNames } from '../tabular/csv.ts';
import { writeRows } from '../tabular/rows.ts';
import { type ColumnType, findType, joinTypes } from '../tabular/types.ts';
import type { Value } from '../tabular/values.ts';
import { formatCell, readCellValue } from './cells.ts';
import { readRows } from './read.ts';

/** A sheet as typed rows. A column of more than one type becomes text, each cell as a spreadsheet would write it. */
export async function writeTypedRows(output: string, sheet: Sheet, header: boolean): Promise<void> {
  const rows = [...readRows(sheet)].filter(row =>
    row.some(cell => cell !== null && cell !== undefined && cell !== ''),
  );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const first = Array.from({ length: width }, (_, index) =>
    header ? (formatCell(rows[0]?.[index]) ?? undefined) : undefined,
  );
  const body = header ? rows.slice(1) : rows;
  const types: ColumnType[] = first.map(() => ({ kind: 'null' }));
  for (const row of body)
    for (let i = 0; i < width; i++) types[i] = joinTypes(types[i]!, findType(readCellValue(row[i])));
  const columns = makeColumnNames(first).map((name, index) => {
    const type = types[index]!;
    return {
      name,
      type: type.kind === 'json' || type.kind === 'null' ? ({ kind: 'string' } as const) : type,
    };
  });
  const cell = (row: Sheet['rows'][number], index: number): Value =>
    types[index]!.kind === 'json' ? formatCell(row[index]) : readCellValue(row[index]);
  await writeRows(
    output,
    columns,
    body.map(row => columns.map((_, index) => cell(row, index))),
  );
}
