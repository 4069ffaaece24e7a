import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeJson } from '../../../tabular/values.ts';
import { readTree } from '../source.ts';
import type { Table } from '../table.ts';
import { readAvro } from './read.ts';
import { writeAvro } from './write.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-avro-write-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('writes times as logical types, also in years whose microseconds exceed a double', async () => {
  const kinds = ['datetime', 'timestamp', 'time', 'date'] as const;
  const rows = [
    ['1917-02-19T00:00:00.000001', '9999-12-31T23:59:59Z', '12:30:00', '1969-12-31'],
    [null, null, null, null],
  ];
  const path = join(dir, 'times.avro');
  const table: Partial<Table> = {
    columns: kinds.map(kind => ({ name: kind, type: { kind } })),
    async *rows() {
      yield* rows;
    },
  };
  await writeAvro(path, table as Table);
  expect(writeJson(await readTree(await readAvro(path)))).toBe(
    JSON.stringify(rows.map(row => Object.fromEntries(row.map((value, at) => [kinds[at], value])))),
  );
});
