import type { Sheet } from 'hucre/xlsx';
import { makeColumnNames } from '../../tabular/csv.ts';
import { writeRows } from '../../tabular/rows.ts';
import { type Column, findType, joinTypes } from '../../tabular/types.ts';
import type { Value } from '../../tabular/values.ts';
import { formatCell, readCellValue } from './cells.ts';
import { readRows } from './read.ts';

/**
 * Writes a sheet as typed rows. A column of more than one type becomes text, each cell as a spreadsheet would write it.
 */
export async function writeTypedRows(output: string, sheet: Sheet, header: boolean): Promise<void> {
  const rows = [...readRows(sheet)].filter(row =>
    row.some(cell => cell !== null && cell !== undefined && cell !== ''),
  );
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const first = Array.from({ length: width }, (_, index) =>
    header ? (formatCell(rows[0]?.[index]) ?? undefined) : undefined,
  );
  const body = header ? rows.slice(1) : rows;
  const found = makeColumnNames(first).map((name): Column => ({ name, type: { kind: 'null' } }));
  for (const row of body)
    for (const [index, column] of found.entries())
      column.type = joinTypes(column.type, findType(readCellValue(row[index])));
  const columns = found.map(
    ({ name, type }): Column => ({
      name,
      type: type.kind === 'json' || type.kind === 'null' ? { kind: 'string' } : type,
    }),
  );
  await writeRows(
    output,
    columns,
    body.map(row =>
      found.map(
        ({ type }, index): Value =>
          type.kind === 'json' ? formatCell(row[index]) : readCellValue(row[index]),
      ),
    ),
  );
}
