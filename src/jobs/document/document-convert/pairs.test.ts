import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from '../../../../tests/support/fast-check.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { findCheapestRoute, listInputFormats, listOutputFormats } from '../graph.ts';
import { job } from './job.ts';
import { run } from './run.ts';

/** How a format represents a table. `text`: without types. */
const holds: Partial<Record<FormatId, 'values' | 'values but null' | 'text'>> = {
  json: 'values',
  ndjson: 'values',
  yaml: 'values',
  parquet: 'values',
  arrow: 'values',
  avro: 'values',
  toml: 'values but null',
  // Integers beyond fifteen digits are text in a spreadsheet, and empty text is an empty cell.
  xlsx: 'text',
  ods: 'text',
  xml: 'text',
  csv: 'text',
  tsv: 'text',
};
const held = Object.keys(holds) as FormatId[];
const dataEngines = new Set(['structured', 'duckdb', 'spreadsheet']);
const goes = (from: FormatId, to: FormatId): boolean =>
  findCheapestRoute(from, to, [])?.every(step => dataEngines.has(step.engine)) ?? false;

test('the table above lists every format that data can be converted to and from', () => {
  const both = listOutputFormats().filter(
    format => listInputFormats().includes(format) && goes('json', format) && goes(format, 'json'),
  );
  expect(both.toSorted()).toEqual(Object.keys(holds).toSorted());
});

const dir = mkdtempSync(join(tmpdir(), 'filemill-pairs-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const words = [
  '',
  ' lead',
  'trail ',
  'a,b',
  '"q"',
  "it's",
  'l1\nl2',
  '007',
  '1e5',
  '=1+1',
  '😀',
  '-',
  '~',
  '# x',
  'no',
  'null',
  '2024-02-29',
  '1:30',
  '<a & b>',
  '{}',
  '\\N',
  '_x0041_',
  'a\tb',
  '½ é 日本',
];
const letters = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map(text => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ''));
const row = fc
  .record({
    s: fc.oneof(fc.constantFrom(...words), letters),
    i: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
    n: fc.option(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map(number => number + 0),
    ),
    b: fc.option(fc.boolean()),
  })
  // A spreadsheet row without any value does not count as a row.
  .filter(({ s, i, n, b }) => s !== '' || i !== null || n !== null || b !== null);
type Row = Record<string, unknown>;

const written = (rows: Row[]): string =>
  JSON.stringify(rows, (_, item) => (typeof item === 'bigint' ? `#${item}#` : item)).replace(
    /"#(-?\d+)#"/g,
    '$1',
  );

async function converted(path: string, outputFormat: string, name: string): Promise<string> {
  await using result = await runJob(job, run, path, { outputFormat });
  const to = join(dir, `${name}.${outputFormat}`);
  writeFileSync(to, readFileSync(result.outputs[0]!.path));
  return to;
}

/** Rows out of JSON with every digit, from wherever a format keeps them. */
function rowsIn(path: string): Row[] {
  const exact = readFileSync(path, 'utf8').replace(/(":\s*)(-?\d{16,})(?=[,\s}])/g, '$1"#$2#"');
  let value = JSON.parse(exact, (_, item) =>
    typeof item === 'string' && /^#-?\d+#$/.test(item) ? BigInt(item.slice(1, -1)) : item,
  );
  while (!Array.isArray(value)) value = Object.values(value)[0];
  return value;
}

const asText = (value: unknown, column: string): unknown => {
  if (value === null || value === undefined || value === '') return '';
  if (column === 'n') return Number(value);
  return column === 'b' ? String(value).toLowerCase() : String(value);
};
const same = (rows: Row[], compare: string): unknown[] =>
  rows.map(each =>
    Object.fromEntries(
      ['s', 'i', 'n', 'b'].map((key): [string, unknown] => {
        const value = each[key] ?? null;
        if (compare === 'text') return [key, asText(value, key)];
        if (value === null) return [key, value];
        // By column, not by length: a number of the other column may have as many digits.
        if (key === 'i') return [key, BigInt(value as bigint)];
        return [key, key === 'n' ? Number(value) : value];
      }),
    ),
  );

describe('a table of any values survives conversion between any two formats', () => {
  // A column of nothing but null has no type to come back with, so one row has everything.
  const full: Row = { s: 'x', i: 1n, n: 0.5, b: true };
  let tables: Record<string, Row[]>;
  const paths = new Map<string, string>();
  beforeAll(async () => {
    const rows = [full, ...fc.sample(row, 40)];
    const whole = rows.map(each =>
      Object.fromEntries(Object.entries(each).map(([key, value]) => [key, value ?? full[key]])),
    );
    tables = { any: rows, whole };
    for (const [name, table] of Object.entries(tables)) {
      writeFileSync(join(dir, `${name}.json`), written(table));
      for (const format of held)
        if (name === 'whole' || holds[format] !== 'values but null')
          paths.set(`${name} ${format}`, await converted(join(dir, `${name}.json`), format, name));
    }
  });

  for (const from of held) {
    // From workbook to workbook LibreOffice keeps the look, and fifteen digits.
    test.each(held.filter(to => goes(from, to)))(`${from} to %s`, async to => {
      const name = [from, to].some(format => holds[format] === 'values but null') ? 'whole' : 'any';
      const compare = [from, to].some(format => holds[format] === 'text') ? 'text' : 'values';
      const there = await converted(paths.get(`${name} ${from}`)!, to, `${from}-${to}`);
      const back = await converted(there, 'json', `${from}-${to}-back`);
      expect(same(rowsIn(back), compare)).toEqual(same(tables[name]!, compare));
    });
  }
});
