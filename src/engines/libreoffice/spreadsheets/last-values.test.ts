import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../../containers/write-zip.ts';
import { convert } from '../convert.ts';
import { replaceFormulas } from './last-values.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-values-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('for printing, replaces formulas by their last values, except links and formulas without a value', () => {
  const kept = '<c r="A1"><f>1+1</f></c><c r="A2" t="str"><f>HYPERLINK("x")</f><v>x</v></c>';
  const given = `${kept}<c r="A3" s="1"><f>NOW()</f><v>5</v></c><x:c><x:f t="array" ref="A4"/><x:v>6</x:v></x:c>`;
  expect(replaceFormulas(given, 'all')).toBe(`${kept}<c r="A3" s="1"><v>5</v></c><x:c><x:v>6</x:v></x:c>`);
});

test('keeps a shared formula while one of its cells has no value', () => {
  const sheet = '<c><f t="shared" ref="A1:A2" si="0">NOW()</f><v>5</v></c><c><f t="shared" si="0"/></c>';
  expect(replaceFormulas(sheet, 'all')).toBe(sheet);
});

test('for workbooks, keeps formulas that LibreOffice can calculate', () => {
  const sheet = '<c><f>NOW()</f><v>5</v></c><c><f t="array" ref="B1">_xlfn._xlws.SORT(A1:A3)</f><v>6</v></c>';
  expect(replaceFormulas(sheet, 'unknown')).toBe('<c><f>NOW()</f><v>5</v></c><c><v>6</v></c>');
});

test('scans a sheet of unclosed tags in linear time', () => {
  const sheet = '<c '.repeat(500_000);
  expect(replaceFormulas(sheet, 'all') === sheet).toBe(true);
});

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
const formulas = ['RAND()', 'OFFSET(Z1,0,0)', 'INDIRECT("Z9")', '_xlfn._xlws.SORT(Z1:Z3)', 'MYFUNCTION(1)'];

test('prints the last values of volatile and unknown functions', async () => {
  const cells = formulas.map(
    (formula, at) =>
      `<row r="${at + 1}"><c r="A${at + 1}"><f t="array" ref="A${at + 1}">${formula}</f><v>${1111 * (at + 1)}</v></c></row>`,
  );
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, content], index) => {
    writeFileSync(join(dir, `part-${index}`), content);
    return { name, path: join(dir, `part-${index}`) };
  });
  const [input, output] = [join(dir, 'book'), join(dir, 'page.pdf')];
  await writeZip(input, files);
  const step = { dir, last: true, stem: 'book', progress: () => undefined };
  await convert({ ...step, from: 'xlsx', to: 'pdf', input, output, options: {} });
  expect(execFileSync('pdftotext', [output, '-'], { encoding: 'utf8' }).trim().split(/\s+/)).toEqual(
    formulas.map((_, at) => String(1111 * (at + 1))),
  );
});
