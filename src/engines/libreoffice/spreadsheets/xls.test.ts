import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compoundFile, minStream, padded } from '../../../../tests/support/files/compound-file.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { canBeOfFormat } from '../../../formats/sniff/sniff.ts';
import { job } from '../../../jobs/document/document-convert/job.ts';
import { run } from '../../../jobs/document/document-convert/run.ts';
import { hideChartSheets, replaceStreamFormulas } from './xls.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-xls-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const words = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const record = (kind: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([words(kind, body.length), body]);
};
const double = (value: number): Buffer => Buffer.from(Float64Array.of(value).buffer);
const short = (text: string): Buffer => Buffer.concat([words(text.length), Buffer.of(0), Buffer.from(text)]);

const today = Buffer.of(0x41, 0xdd, 0x00);
/** The error #NAME?, which an unknown function gives. */
const unknown = Buffer.of(0x1c, 0x1d);
const special = (kind: number, value: number): Buffer => Buffer.of(kind, 0, value, 0, 0, 0, 0xff, 0xff);
const formula = (row: number, result: Buffer, code: Buffer, flags = 0): Buffer =>
  record(6, words(row, 0, 0), result, words(flags, 0, 0, code.length), code);

function book(cells: Buffer): Buffer {
  const sheet = Buffer.concat([
    record(0x809, words(0x600, 0x10, 0, 0), Buffer.alloc(8)),
    record(0x200, words(0, 0, 9, 0, 0, 1, 0)),
    cells,
    record(0x0a),
  ]);
  const name = Buffer.concat([Buffer.of(1, 0), Buffer.from('S')]);
  const begin = record(0x809, words(0x600, 5, 0, 0), Buffer.alloc(8));
  const at = begin.length + 4 + 6 + name.length + 4;
  const list = record(0x85, words(at, 0, 0), name);
  return padded(Buffer.concat([begin, list, record(0x0a), sheet]), minStream);
}

const cells = Buffer.concat([
  formula(0, double(41_000), today),
  formula(1, special(2, 0x24), unknown),
  formula(2, special(0, 0), Buffer.of(0x1e, 1, 0)),
  record(0x207, short('as it was')),
  formula(3, special(1, 1), today),
  formula(4, special(3, 0), today),
  formula(5, double(7.5), Buffer.of(1, 5, 0, 0, 0)),
  record(0x221, words(5, 5, 0, 0, 0, 0, today.length), today),
]);

test('an xls workbook shows the last values of its formulas', async () => {
  const path = join(dir, 'book.xls');
  writeFileSync(path, compoundFile({ Workbook: book(cells) }));
  await using made = await runJob(job, run, path, { outputFormat: 'json', header: false, pretty: false });
  expect(JSON.parse(await readFile(made.outputs[0]!.path, 'utf8'))).toEqual([
    [41_000],
    ['#NUM!'],
    ['as it was'],
    [true],
    [7.5],
  ]);
});

test('keeps link formulas while replacing others by values', () => {
  const link = formula(1, double(1), Buffer.of(0x42, 1, 0x67, 0x01));
  const stream = book(Buffer.concat([formula(0, double(1), today), link]));
  const valued = replaceStreamFormulas(stream);
  expect(valued.includes(link)).toBe(true);
  expect(valued.includes(today)).toBe(true);
  expect(valued.includes(formula(0, double(1), today))).toBe(false);
});

test.each([
  ['zeros and empty texts only', [formula(0, double(0), today, 3), formula(1, special(3, 0), today)]],
  ['a sheet marked as not calculated', [record(0x5e, words(0)), formula(0, double(1), today)]],
  ['an encrypted workbook', [record(0x2f, words(1)), formula(0, double(1), today)]],
  [
    'one cell of a shared formula without a value',
    [formula(0, double(1), today), formula(1, double(0), Buffer.of(1, 0, 0, 0, 0), 2)],
  ],
  ['a truncated record', [formula(0, double(1), today), words(6, 60_000)]],
])('%s: formulas are left to be calculated', (_, records) => {
  const stream = book(Buffer.concat(records));
  expect(replaceStreamFormulas(stream)).toBe(stream);
});

test('hides chart sheets when tables are wanted', () => {
  const [table, drawn] = [0, 2].map(kind => record(0x85, words(0, 0, kind << 8), Buffer.of(1, 0, 0x53)));
  const stream = Buffer.concat([record(0x809, words(0x600, 5)), drawn!, table!, record(0x0a)]);
  const hidden = record(0x85, words(0, 0, 0x0201), Buffer.of(1, 0, 0x53));
  expect(hideChartSheets(stream)).toEqual(
    Buffer.concat([record(0x809, words(0x600, 5)), hidden, table!, record(0x0a)]),
  );
});

const sheetXml = (before: string): string =>
  `<?xml version="1.0"?>${before}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="d"><NumberFormat ss:Format="Short Date"/></Style></Styles><Worksheet ss:Name="S"><Table><Row><Cell><Data ss:Type="String">00123</Data></Cell><Cell><Data ss:Type="Number">1.5</Data></Cell><Cell ss:StyleID="d"><Data ss:Type="DateTime">2024-01-02T00:00:00.000</Data></Cell></Row></Table></Worksheet></Workbook>`;

test('reads an xls that is XML, and refuses one that declares entities', async () => {
  const path = join(dir, 'xml.xls');
  const options = { outputFormat: 'json', header: false, pretty: false };
  writeFileSync(path, sheetXml('<?mso-application progid="Excel.Sheet"?>'));
  expect(canBeOfFormat('xls', await readFile(path), 1000)).toBe(true);
  await using made = await runJob(job, run, path, options);
  expect(JSON.parse(await readFile(made.outputs[0]!.path, 'utf8'))).toEqual([['00123', 1.5, '2024-01-02']]);
  writeFileSync(path, sheetXml('<!DOCTYPE Workbook [<!ENTITY a "b">]>'));
  await expect(runJob(job, run, path, options)).rejects.toMatchObject({ reason: 'limit_exceeded' });
});
