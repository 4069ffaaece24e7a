import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readColumns, readRows } from '../rows.ts';
import { writeTypedRows } from './typed.ts';

test('a sheet of very many rows becomes typed ones', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-typed-'));
  try {
    const path = join(dir, 'rows');
    const rows = Array.from({ length: 200_000 }, (_, index) => [index || 'n']);
    await writeTypedRows(path, { name: 'A', rows }, true);
    const columns = await readColumns(path);
    expect(columns).toEqual([{ name: 'n', type: { kind: 'integer' } }]);
    let [count, sum] = [0, 0];
    for await (const [value] of readRows(path, columns)) {
      count++;
      sum += value as number;
    }
    expect([count, sum]).toEqual([199_999, (199_999 * 200_000) / 2]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
