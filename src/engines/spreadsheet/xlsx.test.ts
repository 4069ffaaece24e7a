import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellValue } from 'hucre/xlsx';
import { afterAll, expect, test, vi } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import { rewriteBook } from './book.ts';
import { formatCell } from './cells.ts';
import { writeMarkdown, writePage } from './page.ts';
import { openBook, openSheets, openValues } from './read.ts';
import { findKind } from './xlsx-parts.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-xlsx-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const rels = (...entries: (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships>${entries.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;

let made = 0;
/** Makes a workbook as programs other than Excel write them. */
async function book(
  sheet: string | Uint8Array,
  {
    strings = '',
    formats = [] as string[],
    properties = '',
    objects = [] as string[],
    links = [] as string[],
    named = (part: string) => part,
  } = {},
): Promise<string> {
  const folder = join(dir, `${made++}`);
  mkdirSync(folder);
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`);
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': rels(['r1', 'officeDocument', '/xl/workbook.xml']),
    'xl/workbook.xml': `<workbook><workbookPr ${properties}/><sheets><sheet name="A&amp;B" sheetId="1" r:id="w1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ['w1', 'worksheet', 'worksheets/first.xml'],
      ['s1', 'sharedStrings', 'sharedStrings.xml'],
      ['s2', 'styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/first.xml': sheet,
    'xl/worksheets/_rels/first.xml.rels': rels(
      ...objects.map(type => [type, type, `../${type}.xml`] as const),
      ...links.map((address, index) => [`l${index}`, 'hyperlink', address] as const),
    ),
  };
  const files = Object.entries(parts).map(([name, text], index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, text);
    return { name: named(name), path };
  });
  const path = join(folder, 'a.xlsx');
  await writeZip(path, files);
  return path;
}

async function rowsIn(path: string): Promise<CellValue[][]> {
  const rows: CellValue[][] = [];
  for await (const row of (await openSheets(path, 'xlsx', {}))[0]!.rows) rows.push(row);
  return rows;
}

test('reads cells of every type, with and without references, in namespaced XML', async () => {
  const path = await book(
    `<x:worksheet><x:sheetData><x:row r="2"><x:c t="s" r='B2'><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:t>in </x:t></x:r><x:r><x:t>line</x:t></x:r></x:is></x:c><x:c t="b"><x:v>1</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="str"><x:f>A1&amp;"x"</x:f><x:v>a&lt;b</x:v></x:c><x:c><x:v>1.50</x:v></x:c><x:c t="d"><x:v>2024-02-29</x:v></x:c><x:c/></x:row><x:row><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    { strings: '<si><r><t>rich </t></r><r><t>text</t></r><rPh sb="0"><t>reading</t></rPh></si>' },
  );
  expect(await rowsIn(path)).toEqual([
    [],
    [null, 'rich text', 'in line', true, '#N/A', 'a<b', 1.5, new Date('2024-02-29T00:00:00Z')],
    [2],
  ]);
});

test('reads cells without a value as null, whatever their type', async () => {
  const path = await book(
    '<worksheet><sheetData><row><c t="s"/><c t="s"><v></v></c><c t="b"/><c t="b"><f>TRUE()</f></c><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    { strings: '<si><t>first</t></si>' },
  );
  expect(await rowsIn(path)).toEqual([[null, null, null, null, 'first']]);
});

test('tells a formula without a stored value from one whose value is empty text', async () => {
  const row = (cell: string) =>
    `<worksheet><sheetData><row><c><v>2</v></c>${cell}</row></sheetData></worksheet>`;
  const count = async (cell: string) => {
    const path = await book(row(cell));
    const lacksValues = vi.fn<() => void>();
    for await (const _ of (await openSheets(path, 'xlsx', { lacksValues }))[0]!.rows);
    await openValues(path, 'xlsx', { lacksValues });
    return lacksValues.mock.calls.length;
  };
  expect(await count('<c><f>A1*3</f><v></v></c>')).toBe(2);
  expect(await count('<c><f>A1*3</f></c>')).toBe(2);
  expect(await count('<c t="str"><f>IF(A1,"","x")</f><v></v></c>')).toBe(0);
  expect(await count('<c><f>A1*3</f><v>6</v></c><c/>')).toBe(0);
});

test('tells of comments and drawings on a sheet, also where formulas are kept', async () => {
  const sheet = '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>';
  const path = await book(sheet, { objects: ['comments', 'vmlDrawing', 'drawing'] });
  const found: string[] = [];
  const leavesObjects = (id: string) => found.push(id);
  await openSheets(path, 'xlsx', { leavesObjects });
  await openValues(path, 'xlsx', { leavesObjects, formulas: 'keep' });
  const both = ['comments_left_out', 'drawings_left_out'];
  expect(found).toEqual([...both, ...both]);
});

test('reads an attribute value containing >', async () => {
  const path = await book(
    '<worksheet><sheetData><row><c s="1"><v>45000</v></c></row></sheetData></worksheet>',
    { formats: ['[>100]yyyy-mm-dd;0'] },
  );
  expect(await rowsIn(path)).toEqual([[new Date('2023-03-15T00:00:00Z')]]);
});

test('ignores formulas of sparklines and conditional formats', async () => {
  const path = await book(
    '<worksheet><sheetData><row><c><f>1+1</f><v>2</v></c><c><v>3</v></c></row></sheetData><extLst><ext><x14:sparkline><xm:f>A!A1:B1</xm:f></x14:sparkline></ext></extLst></worksheet>',
  );
  const [sheet] = (await openBook(path, 'xlsx')).sheets;
  expect([...sheet!.cells!].map(([key, { formula }]) => [key, formula])).toEqual([['0,0', '1+1']]);
});

test('reads Office character escapes, CDATA sections and comments', async () => {
  const path = await book(
    '<worksheet><sheetData><!-- <row r="9"> > --><row><c t="inlineStr"><is><t xml:space="preserve"> a_x000D_\nb_x005F_x0041_ </t></is></c><c t="str"><v><![CDATA[<&>]]></v></c></row></sheetData></worksheet>',
  );
  expect(await rowsIn(path)).toEqual([[' a\r\nb_x0041_ ', '<&>']]);
});

const moments: [format: string, serial: number, text: string][] = [
  ['yyyy-mm-dd', 40000, '2009-07-06'],
  ['d/m/yyyy h:mm', 40000.75, '2009-07-06T18:00:00'],
  ['h:mm:ss', 0.75, '18:00:00'],
  ['[h]:mm:ss', 1.0625, '25:30:00'],
  ['[h]:mm', -0.5, '-12:00:00'],
  ['yyyy-mm-dd', 1, '1900-01-01'],
  ['yyyy-mm-dd', 59, '1900-02-28'],
  ['yyyy-mm-dd', 60, '1900-02-29'],
  ['yyyy-mm-dd', 61, '1900-03-01'],
  ['yyyy-mm-dd', -1, '-1'],
  ['yyyy-mm-dd', 3_000_000, '3000000'],
  ['h:mm:ss.000', 0.123456, '02:57:46.598'],
  ['0.0%', 0.256, '0.256'],
  ['00000', 1067, '01067'],
  ['000', 12345, '12345'],
  ['00000', -1.5, '-1.5'],
  ['00', 7, '7'],
];
test('formats numbers by their number formats, and keeps impossible dates as numbers', async () => {
  const rows = moments.map(([, serial], index) => `<row><c s="${index + 1}"><v>${serial}</v></c></row>`);
  const path = await book(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`, {
    formats: moments.map(([format]) => format),
  });
  expect((await rowsIn(path)).map(([cell]) => formatCell(cell))).toEqual(moments.map(([, , text]) => text));
});

test('reads dates in the 1904 date system', async () => {
  const path = await book(
    '<worksheet><sheetData><row><c s="1"><v>0</v></c><c s="1"><v>42370</v></c><c s="2"><v>0.5</v></c></row></sheetData></worksheet>',
    { formats: ['yyyy-mm-dd', 'h:mm'], properties: 'date1904="1"' },
  );
  expect((await rowsIn(path))[0]!.map(cell => formatCell(cell))).toEqual([
    '1904-01-01',
    '2020-01-02',
    '12:00:00',
  ]);
});

/**
 * Reads the first sheet's cells from the parts, without any reader of ours: their content, and the format it is shown
 * in.
 */
const writtenIn = (path: string): string[] =>
  execFileSync('python3', [
    '-c',
    `
import sys, zipfile, xml.etree.ElementTree as tree
z = zipfile.ZipFile(sys.argv[1])
n = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
styles = tree.fromstring(z.read('xl/styles.xml'))
codes = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter(n + 'numFmt')}
shown = [codes.get(x.get('numFmtId'), x.get('numFmtId')) for x in styles.find(n + 'cellXfs')]
for c in tree.fromstring(z.read('xl/worksheets/sheet1.xml')).iter(n + 'c'):
    print(c.get('r'), c.findtext(n + 'f'), c.findtext(n + 'v'), shown[int(c.get('s') or 0)], sep='|')
`,
    path,
  ])
    .toString()
    .trim()
    .split('\n');

test.each(['', 'date1904="1"'])('keeps dates and times beside formulas, %s', async properties => {
  const day = properties ? 43_889 : 45_351;
  const path = await book(
    `<worksheet><sheetData><row><c s="1"><v>${day}</v></c><c s="2"><v>${day}.75</v></c><c s="3"><v>0.75</v></c><c s="4"><v>1.0625</v></c><c s="1"><f>A1+1</f><v>${day + 1}</v></c><c s="4"><f>D1*2</f><v>2.125</v></c><c><f>[1]Other!A1</f><v>7</v></c><c><f>A1&amp;"x"</f></c></row><row><c><f t="shared" si="0" ref="A2:A3">A1*2</f><v>1</v></c></row><row><c><f t="shared" si="0"/><v>2</v></c></row></sheetData></worksheet>`,
    { formats: ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm', 'h:mm', '[h]:mm'], properties },
  );
  const [sheet] = await openSheets(path, 'xlsx', { formulas: 'keep' });
  const texts: (string | null)[][] = [];
  for await (const row of sheet!.rows) texts.push(row.map(cell => formatCell(cell)));
  expect(texts).toEqual([
    [
      '2024-02-29',
      '2024-02-29T18:00:00',
      '18:00:00',
      '25:30:00',
      '=A1+1',
      '=D1*2',
      '=[1]Other!A1',
      '=A1&"x"',
    ],
    ['=A1*2'],
    ['=A2*2'],
  ]);
  const copy = join(dir, 'copy.xlsx');
  await rewriteBook(copy, 'xlsx', (await openBook(path, 'xlsx')).sheets, true);
  expect(writtenIn(copy)).toEqual([
    'A1|None|45351|yyyy-mm-dd',
    'B1|None|45351.75|yyyy-mm-dd hh:mm:ss',
    'C1|None|0.75|hh:mm:ss',
    'D1|None|1.0625|[h]:mm:ss',
    'E1|A1+1|45352|yyyy-mm-dd',
    'F1|D1*2|2.125|[h]:mm:ss',
    'G1|None|7|0',
    'H1|A1&"x"|None|0',
    'A2|A1*2|1|0',
    'A3|A2*2|2|0',
  ]);
});

test.each([
  ['General', 'number'],
  ['#,##0.00 [$€-407]', 'number'],
  ['[Red]0.00;[Blue]-0.00', 'number'],
  ['0" days"', 'number'],
  ['"Q"0', 'number'],
  ['0.00E+00', 'number'],
  ['# ?/?', 'number'],
  ['_(* #,##0_);_(@_)', 'number'],
  ['0\\d', 'number'],
  ['mmm yy', 'day'],
  ['[$-409]d-mmm-yy;@', 'day'],
  ['m/d', 'day'],
  ['yyyy"年"m"月"', 'day'],
  ['h:mm AM/PM', 'clock'],
  ['mm:ss.0', 'clock'],
  ['[$-F400]h:mm:ss\\ AM/PM', 'clock'],
  ['[mm]:ss', 'duration'],
])('recognises the format %s as a %s', (code, kind) => {
  expect(findKind(code)).toBe(kind);
});

test.each([
  ['a row beyond the last', '<row r="99999999999"><c><v>1</v></c></row>'],
  ['a cell beyond the last', '<row><c r="ZZZZ1"><v>1</v></c></row>'],
])('reports %s as unreadable instead of looping', async (_, rows) => {
  const path = await book(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  await expect(rowsIn(path)).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test.each<[string, (part: string) => string]>([
  ['backslashes', part => part.replaceAll('/', '\\')],
  ['upper case', part => part.toUpperCase()],
  ['lower case', part => part.toLowerCase()],
])('reads parts whose names have %s', async (_, named) => {
  const sheet =
    '<worksheet><sheetData><row><c t="s"><v>0</v></c><c s="1"><v>45000</v></c><c><v>1E+400</v></c></row></sheetData></worksheet>';
  const path = await book(sheet, { strings: '<si><t>x</t></si>', formats: ['yyyy-mm-dd'], named });
  const [row] = await rowsIn(path);
  expect(row?.map(cell => formatCell(cell))).toEqual(['x', '2023-03-15', '1E+400']);
});

const cell = '<worksheet><sheetData><row r="1"><c t="str"><v>é</v></c></row></sheetData></worksheet>';
test('reads a part in its declared encoding', async () => {
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${cell}`, 'latin1');
  expect(await rowsIn(await book(latin))).toEqual([['é']]);
  expect(await rowsIn(await book(`<?xml version="1.0" encoding="utf-8"?>${cell}`))).toEqual([['é']]);
  expect(await rowsIn(await book(Buffer.from(`\ufeff${cell}`, 'utf16le')))).toEqual([['é']]);
});

test.each<[string, string | Uint8Array]>([
  ['within a cell', cell.slice(0, 50)],
  ['between rows', cell.slice(0, cell.indexOf('</sheetData>'))],
  ['within its last tag', cell.slice(0, -1)],
  ['by invalid UTF-8', Buffer.from(cell, 'latin1')],
  ['by a missing shared string', cell.replace('"str"><v>é', '"s"><v>7')],
])('reports a sheet broken %s as unreadable and not as empty', async (_, sheet) => {
  const reading = book(sheet).then(rowsIn);
  await expect(reading).rejects.toMatchObject({ reason: 'unreadable_input' });
});

test('keeps links of cells to the web in Markdown and pages', async () => {
  const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const cells = [cell('A1', 'a [1]'), cell('B1', 'b'), cell('C1', 'c')];
  const formula = '<c r="D1" t="str"><f>HYPERLINK("https://x.example/d","d")</f><v>d</v></c>';
  const links = ['https://x.example/?q=1&amp;r=a b', '#A!B1', 'file:///c'];
  const given = ['A1', 'B1', 'C1'].map((place, index) => `<hyperlink ref="${place}" r:id="l${index}"/>`);
  const path = await book(
    `<worksheet><sheetData><row r="1">${cells.join('')}${formula}</row></sheetData><hyperlinks>${given.join('')}</hyperlinks></worksheet>`,
    { links },
  );
  const sheets = await openValues(path, 'xlsx', {});
  const output = join(dir, 'links');
  await writeMarkdown(output, sheets, { header: true });
  expect(readFileSync(output, 'utf8')).toContain(
    '| [a \\[1\\]](<https://x.example/?q=1&r=a%20b>) | b | c | [d](<https://x.example/d>) |',
  );
  await writePage(output, 'links', sheets, { header: true });
  expect(readFileSync(output, 'utf8')).toContain(
    '<th><a href="https://x.example/?q=1&amp;r=a b">a [1]</a></th><th>b</th><th>c</th><th><a href="https://x.example/d">d</a></th>',
  );
});
