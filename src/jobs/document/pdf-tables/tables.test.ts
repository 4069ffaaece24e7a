import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { job as convertJob } from '../document-convert/job.ts';
import { run as convert } from '../document-convert/run.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-tables-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const at = (name: string): string => join(dir, name);

const page = `<style>body { font: 10pt DejaVu Sans } .drawn, .drawn td, .drawn th { border: 0.5pt solid black; border-collapse: collapse } td, th { padding: 2pt 10pt; text-align: left }</style>
<p>Two tables follow.</p>
<table class="drawn"><tr><th rowspan="2">Town<th colspan="2">Sacks<tr><th>2024<th>2025<tr><td>Oslo<td>1,200<td>1,350<tr><td>Rome<td>(80)<td>007</table>
<p>The second has no lines.</p>
<table><tr><th>Name<th>Price<th>Stock<tr><td>Rye<td>2.50<td>40<tr><td>Wheat<td>3.75<td>12<tr><td>Spelt<td>4.10<td>7</table>
<p>The third has formats.</p>
<table class="drawn"><tr><th>Day<th>Share<th>Price<th>Loss<tr><td>2026-11-18<td>12.5 %<td>$1,234.50<td>(€45)<tr><td>2025-01-02<td>7%<td>$0.99<td>(€1)</table>`;

beforeAll(async () => {
  for (const [name, content] of [
    ['tables', page],
    ['prose', '<p>Only a sentence.</p>'],
  ] as const) {
    writeFileSync(at(`${name}.html`), content);
    await using made = await runJob(convertJob, convert, at(`${name}.html`), { outputFormat: 'pdf' });
    writeFileSync(at(`${name}.pdf`), readFileSync(made.outputs[0]!.path));
  }
});

test('writes a workbook with one sheet per table, numbers as numbers and codes as text', async () => {
  await using made = await runJob(job, run, at('tables.pdf'), {});
  const { sheets } = await readXlsx(readFileSync(made.outputs[0]!.path));
  expect(sheets.map(sheet => sheet.name)).toEqual([1, 2, 3].map(table => `Table ${table} (page 1)`));
  expect(sheets[0]!.rows).toEqual([
    ['Town', 'Sacks', null],
    [null, '2024', '2025'],
    ['Oslo', 1200, 1350],
    ['Rome', -80, '007'],
  ]);
  expect(sheets[1]!.rows[1]).toEqual(['Rye', 2.5, 40]);
  expect(sheets[2]!.rows[1]).toEqual([new Date('2026-11-18T00:00:00Z'), 0.125, 1234.5, -45]);
});

test('writes one CSV file per table, and one JSON or HTML file for all', async () => {
  await using csv = await runJob(job, run, at('tables.pdf'), { outputFormat: 'csv' });
  expect(csv.outputs.map(({ filename }) => filename)).toEqual([
    'tables-1.csv',
    'tables-2.csv',
    'tables-3.csv',
  ]);
  expect(readFileSync(csv.outputs[1]!.path, 'utf8')).toBe(
    'Name,Price,Stock\r\nRye,2.50,40\r\nWheat,3.75,12\r\nSpelt,4.10,7\r\n',
  );
  await using json = await runJob(job, run, at('tables.pdf'), { outputFormat: 'json' });
  expect(JSON.parse(readFileSync(json.outputs[0]!.path, 'utf8'))).toMatchObject({
    tables: [{ places: [{ page: 1 }] }, { rows: [['Name', 'Price', 'Stock'], ['Rye', 2.5, 40], {}, {}] }, {}],
  });
  await using html = await runJob(job, run, at('tables.pdf'), { outputFormat: 'html' });
  expect(readFileSync(html.outputs[0]!.path, 'utf8')).toContain(
    '<th rowspan="2">Town</th><th colspan="2">Sacks</th>',
  );
});

test('fails with no_tables for pages without a table', async () => {
  await expect(runJob(job, run, at('prose.pdf'), {})).rejects.toMatchObject({ id: 'no_tables' });
});
