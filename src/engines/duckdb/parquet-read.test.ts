import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { readColumns, writeRows } from '../../tabular/rows.ts';
import type { ColumnType } from '../../tabular/types.ts';
import { convert } from './convert.ts';
import { explainDatabaseError } from './database.ts';
import { convertParquetToRows } from './parquet-read.ts';

/** One column of decimals with fifty digits, written by pyarrow 25, packed with zlib. */
const wide =
  'eNoLcAwyFGUR1RLV8xFlEmUQYmAQDWBgYO00e6q+Nn3e4VWT3kfXlHx8dL9SlEFUSFRMB6hIQJRNlE1GQhSrMhzCYgwaJKkXFGRgYOBUYAKSTIyMTAyiLJI6pgwSbMXJGam5iaJAAT6gm5kkGFNUuYBOStGJAZFA1WJMkjKSMmoMMqJ8kqYMbAKSQCWiTGJMYvuYxI4xqQWpcdDe5ZI6wBBlADmSARhYTAw2mmySagwgv4BcwaTGAXQJg4ZCQWJRYWlqiW5yQYFuYlFRfrlCWWpRcWZ+noKRqZ6BnqGkjAxQyy8gDgBGEgDiKIPn';

test('refuses decimals with more digits than DuckDB supports, which it would misread', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-parquet-'));
  try {
    const input = join(dir, 'in.parquet');
    writeFileSync(input, inflateSync(Buffer.from(wide, 'base64')));
    await expect(convertParquetToRows(input, join(dir, 'rows'), dir)).rejects.toMatchObject({
      reason: 'unsupported_content',
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('writes values of every type as ISO 8601 or with all their digits, and reports broken and encrypted files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-parquet-'));
  const cells: [sql: string, value: unknown][] = [
    ["DATE '0001-01-01'", '0001-01-01'],
    ["DATE '0001-12-31 (BC)'", '0000-12-31'],
    ["DATE '2000-12-22 (BC)'", '-001999-12-22'],
    ["DATE '12345-01-02'", '+012345-01-02'],
    ["TIMESTAMP '0044-03-15 (BC) 12:00:00.5'", '-000043-03-15T12:00:00.5'],
    ["TIMESTAMPTZ '0044-03-15 (BC) 12:00:00+00'", '-000043-03-15T12:00:00Z'],
    ["TIMESTAMP_NS '2024-01-02 03:04:05.123456789'", '2024-01-02T03:04:05.123456789'],
    ["TIMESTAMP_MS '2024-01-02 03:04:05.123'", '2024-01-02T03:04:05.123'],
    ["TIMETZ '12:00:00+02'", '10:00:00Z'],
    ["INTERVAL '1 month 2 days 3.5 seconds'", 'P1M2DT3.5S'],
    ["INTERVAL '25 hours'", 'P0M0DT90000S'],
    ['18446744073709551615::UBIGINT', '18446744073709551615'],
    ['0.00000000000000000000000000000000000001::DECIMAL(38,38)', '0.00000000000000000000000000000000000001'],
    ["UUID '00000000-0000-0000-0000-00000000000a'", '00000000-0000-0000-0000-00000000000a'],
    ["[{'a': [1, NULL], 'm': MAP {'k': DATE '2024-01-01'}}]", [{ a: [1, null], m: { k: '2024-01-01' } }]],
    ["'b'::ENUM('a', 'b')", 'b'],
  ];
  try {
    const [input, output] = [join(dir, 'in.parquet'), join(dir, 'rows')];
    const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
    for (const codec of ['brotli', 'lz4_raw', 'gzip']) {
      const columns = cells.map(([sql], at) => `${sql} AS c${at}`).join(', ');
      await connection.run(`COPY (SELECT ${columns}) TO '${input}' (FORMAT parquet, COMPRESSION ${codec})`);
      await convertParquetToRows(input, output, dir);
      expect(Object.values(JSON.parse(readFileSync(output, 'utf8')))).toEqual(
        cells.map(([, value]) => value),
      );
    }
    const sealed = join(dir, 'sealed.parquet');
    await connection.run("SET force_mbedtls_unsafe = 'true'");
    await connection.run("PRAGMA add_parquet_key('key', '0123456789112345')");
    await connection.run(
      `COPY (SELECT 1) TO '${sealed}' (FORMAT parquet, ENCRYPTION_CONFIG {footer_key: 'key'})`,
    );
    expect(await convertParquetToRows(sealed, output, dir).catch(explainDatabaseError)).toMatchObject({
      reason: 'unsupported_content',
    });
    const whole = readFileSync(input);
    for (const part of [whole.subarray(0, whole.length >> 1), whole.subarray(0, -4), whole.subarray(9)]) {
      writeFileSync(input, part);
      const failure = await convertParquetToRows(input, output, dir).catch(explainDatabaseError);
      expect(failure).toMatchObject({ reason: 'unreadable_input' });
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('reports an impossible column length as unreadable input', () => {
  const error = new Error(
    'INTERNAL Error: Information loss on integer cast: value -1 outside of target range',
  );
  expect(explainDatabaseError(error)).toMatchObject({ reason: 'unreadable_input' });
  expect(explainDatabaseError(new Error('INTERNAL Error: of another kind'))).not.toHaveProperty('reason');
});

const nested = (depth: number): ColumnType =>
  depth ? { kind: 'list', of: nested(depth - 1) } : { kind: 'integer' };
test.each<[string, string, ColumnType]>([
  ['a column without a name', '', { kind: 'integer' }],
  ['a name with a NUL character', 'a\0b', { kind: 'integer' }],
  [
    'a field without a name',
    'a',
    { kind: 'list', of: { kind: 'struct', fields: new Map([['', { kind: 'integer' }]]) } },
  ],
  [
    'fields whose names differ only in case',
    'a',
    {
      kind: 'struct',
      fields: new Map([
        ['b', { kind: 'integer' }],
        ['B', { kind: 'integer' }],
      ]),
    },
  ],
  ['very deeply nested lists', 'a', nested(900)],
])('refuses to write %s to Parquet', async (_, name, type) => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-parquet-'));
  try {
    const input = join(dir, 'rows');
    await writeRows(input, [{ name, type }], [[null]]);
    const step = {
      from: 'rows' as const,
      to: 'parquet' as const,
      input,
      output: join(dir, 'out'),
      dir,
      stem: 'a',
      last: true,
    };
    await expect(convert({ ...step, options: {}, progress: () => undefined })).rejects.toMatchObject({
      reason: expect.stringMatching(/^(not_representable|unsupported_content)$/),
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('keeps columns whose names differ only in case', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-parquet-'));
  try {
    const step = { dir, stem: 'a', last: true, options: {}, progress: () => undefined };
    const [rows, parquet, back] = ['rows', 'parquet', 'back'].map(name => join(dir, name)) as [
      string,
      string,
      string,
    ];
    const list: ColumnType = { kind: 'list', of: { kind: 'integer' } };
    const columns = ['id', 'XX', 'YY'].map(name => ({ name, type: list }));
    await writeRows(rows, columns, [[[1, 2], [3], null]]);
    await convert({ ...step, from: 'rows' as const, to: 'parquet' as const, input: rows, output: parquet });
    // DuckDB itself writes no such names.
    const named = readFileSync(parquet, 'latin1').replaceAll('XX', 'ID').replaceAll('YY', 'Id');
    writeFileSync(parquet, named, 'latin1');
    await convert({ ...step, from: 'parquet' as const, to: 'rows' as const, input: parquet, output: back });
    expect((await readColumns(back)).map(({ name }) => name)).toEqual(['id', 'ID', 'Id']);
    expect(readFileSync(back, 'utf8')).toBe('{"0":["1","2"],"1":["3"],"2":null}\n');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
