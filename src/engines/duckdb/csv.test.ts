import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { convertCsvToParquet } from './csv.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-duckdb-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns the type of the column `a` and its last value as text, where `last` follows many rows of `usual`. */
async function lastOf(usual: string, last: string | Buffer): Promise<unknown[]> {
  const [input, output] = [join(dir, 'a.csv'), join(dir, 'a.parquet')];
  const end = typeof last === 'string' ? Buffer.from(last) : last;
  writeFileSync(
    input,
    Buffer.concat([Buffer.from(`a,b\n${`${usual},1\n`.repeat(3000)}`), end, Buffer.from(',2\n')]),
  );
  await convertCsvToParquet(input, output, dir, {});
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = await connection.run(`SELECT typeof(a), a::VARCHAR FROM '${output}' WHERE b = 2`);
  return (await rows.getRows())[0]!;
}

/** DuckDB itself would take each of these for a number, a date or a boolean, and give it back as another text. */
test.each([
  ['1', '007', 'VARCHAR'],
  ['1', '1e5', 'VARCHAR'],
  ['1', '1_000', 'VARCHAR'],
  ['1', '12 ', 'VARCHAR'],
  ['1', '+5', 'VARCHAR'],
  ['1', '-0', 'VARCHAR'],
  ['1', '0x10', 'VARCHAR'],
  ['1', '9223372036854775808', 'VARCHAR'],
  ['1.5', '-007', 'VARCHAR'],
  ['1.5', '12e4', 'VARCHAR'],
  ['1.5', '1_0.5', 'VARCHAR'],
  ['1.5', 'nan', 'VARCHAR'],
  ['1.5', '0.12345678901234567', 'VARCHAR'],
  ['1.5', '9999999999999999', 'VARCHAR'],
  ['1.5', '00', 'VARCHAR'],
  ['1.5', '-inf', 'VARCHAR'],
  ['1.5', '.5', 'VARCHAR'],
  ['true', '1', 'VARCHAR'],
  ['true', 'tRue', 'VARCHAR'],
  ['true', 'yes', 'VARCHAR'],
  ['2024-01-02', '2024/01/02', 'VARCHAR'],
  ['2024-01-02', '2024-1-2', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 03:04:05+02', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 03:04:05.1234567', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 24:00:00', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 3:04:05Z', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 03:04:5Z', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-01-02 03:04+02', 'VARCHAR'],
  ['2024-01-02 03:04:05', '0000-01-02 03:04:05', 'VARCHAR'],
  ['2024-01-02 03:04:05', '2024-02-30 03:04:05', 'VARCHAR'],
  ['2024-01-02', '2024-02-30', 'VARCHAR'],
  ['2024-01-02', '0000-01-01', 'VARCHAR'],
  ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05', 'VARCHAR'],
  ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05+02:00', 'VARCHAR'],
])('after thousands of %s, %s turns the column into text, unchanged', async (usual, last, type) => {
  expect(await lastOf(usual, last)).toEqual([type, last]);
});

test.each([
  ['1', '9223372036854775807', 'BIGINT', '9223372036854775807'],
  ['1', '2.5', 'DOUBLE', '2.5'],
  ['1.5', '-0.25', 'DOUBLE', '-0.25'],
  ['1.5', '-12', 'DOUBLE', '-12.0'],
  ['1.5', '0', 'DOUBLE', '0.0'],
  ['1.5', '999999999999999', 'DOUBLE', '999999999999999.0'],
  ['1.5', '', 'DOUBLE', null],
  ['TRUE', 'false', 'BOOLEAN', 'false'],
  ['true', '', 'BOOLEAN', null],
  ['2024-01-02 03:04:05', '', 'TIMESTAMP', null],
  ['2024-01-02 03:04:05', '2024-01-02 00:00:00', 'TIMESTAMP', '2024-01-02 00:00:00'],
  ['2024-01-02', '0001-12-31', 'DATE', '0001-12-31'],
  ['2024-01-02 03:04:05', '2024-01-02T03:04:05.125', 'TIMESTAMP', '2024-01-02 03:04:05.125'],
  [
    '2024-01-02T03:04:05Z',
    '2024-01-02T03:04:05.5+00:00',
    'TIMESTAMP WITH TIME ZONE',
    '2024-01-02 03:04:05.5+00',
  ],
])('after thousands of %s, %s keeps the column typed', async (usual, last, type, text) => {
  expect(await lastOf(usual, last)).toEqual([type, text]);
});

test('decodes a Latin-1 letter that first occurs late in a file', async () => {
  const filler = 'x'.repeat(300);
  expect(await lastOf(filler, Buffer.from('Stra\xdfe', 'latin1'))).toEqual(['VARCHAR', 'Straße']);
});

test('keeps the order of rows and of thousands of columns', async () => {
  const [input, output] = [join(dir, 'wide.csv'), join(dir, 'wide.parquet')];
  const line = (cell: (column: number) => string) => Array.from({ length: 4200 }, (_, i) => cell(i)).join();
  const lines = [line(i => `c${i}`), ...Array.from({ length: 30 }, (_, row) => line(i => `${row}-${i}`))];
  writeFileSync(input, `${lines.join('\n')}\n`);
  await convertCsvToParquet(input, output, dir, {});
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = await (await connection.run(`SELECT * FROM '${output}'`)).getRows();
  expect([lines[0], ...rows.map(row => row.join())]).toEqual(lines);
});
