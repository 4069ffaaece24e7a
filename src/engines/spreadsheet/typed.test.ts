import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readColumns, readRows } from '../../tabular/rows.ts';
import { writePage } from './page.ts';
import { writeTypedRows } from './typed.ts';

test('converts a sheet with very many rows to typed rows and to a page', async () => {
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
    const page = join(dir, 'page.html');
    await writePage(page, 'A', [{ name: 'A', rows }], { header: true });
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('<thead>\n<tr><th>n</th></tr>\n</thead>\n<tbody>\n<tr><td class="n">1</td></tr>');
    expect(html.split('<tr>')).toHaveLength(200_001);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
