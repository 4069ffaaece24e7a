import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { corpusFile, hasCorpus, ownFile } from '../../../../tests/support/corpus.ts';
import { lockOffice } from '../../../../tests/support/files/lock-office.ts';
import { runJob } from '../../../../tests/support/run-job.ts';
import { checkZip } from '../../../containers/read-zip.ts';
import { rowsFormat } from '../../../engines/conversion.ts';
import { readPart, repackZip } from '../../../engines/libreoffice/repack.ts';
import { convert } from '../../../engines/spreadsheet/convert.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-sheet-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function source(name: string, content: string | Uint8Array): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

async function made(
  path: string,
  outputFormat: string,
  options = {},
): Promise<{ name: string; bytes: Buffer }[]> {
  await using result = await runJob(job, run, path, { outputFormat, ...options });
  return result.outputs.map(({ filename, path }) => ({ name: filename, bytes: readFileSync(path) }));
}
const text = async (path: string, outputFormat: string, options = {}): Promise<string> =>
  (await made(path, outputFormat, options))[0]!.bytes.toString('utf8');
/** Converts a file and saves the output under its own name for further conversion. */
async function converted(path: string, outputFormat: string, options = {}): Promise<string> {
  const [only] = await made(path, outputFormat, options);
  return source(only!.name, only!.bytes);
}
const records = (csv: string): string[][] => parse(csv, { relax_column_count: true });

/** Removes the request to calculate that hucre writes into every workbook, which would start LibreOffice. */
async function trusted(path: string): Promise<string> {
  const part = 'xl/workbook.xml';
  const workbook = (await readPart(path, part, 100_000))!.toString('utf8');
  const parts = new Map([[part, Buffer.from(workbook.replace('fullCalcOnLoad="1"', ''))]]);
  const made = await repackZip(path, await checkZip(path), parts, mkdtempSync(join(dir, 'trusted-')));
  return source(basename(path), readFileSync(made));
}

const book = () =>
  writeXlsx({
    sheets: [
      { name: 'Secret', hidden: true, rows: [['hidden']] },
      {
        name: 'First',
        rows: [
          ['name', 'when', 'ok', 'n'],
          ['a,"b"\nc', new Date('2024-02-29T00:00:00Z'), true, 1.5],
          ['=SUM(A1)', new Date('2024-02-29T13:05:06Z'), false, -3],
          ['007', null, null, null],
        ],
        cells: new Map([['3,3', { value: 3, type: 'formula', formula: 'D2*2', formulaResult: 3 }]]),
      },
      { name: 'Second', rows: [['x'], [1]] },
    ],
  }) as Promise<Uint8Array>;

/** Reads the cells of an xlsx's first sheet from its XML, without hucre. */
const cellsOf = (path: string): string =>
  execFileSync('python3', [
    '-c',
    `
import sys, zipfile, re, html
z = zipfile.ZipFile(sys.argv[1])
shared = []
if 'xl/sharedStrings.xml' in z.namelist():
    shared = [html.unescape(''.join(re.findall(r'<t[^>]*>([^<]*)</t>', s))) for s in re.findall(r'<si>(.*?)</si>', z.read('xl/sharedStrings.xml').decode(), re.S)]
for attrs, body in re.findall(r'<c ([^>]*?)(?:/>|>(.*?)</c>)', z.read('xl/worksheets/sheet1.xml').decode(), re.S):
    ref = re.search(r'r="(\\w+)"', attrs).group(1)
    kind = (re.search(r' t="(\\w+)"', ' ' + attrs) or [None, 'n'])[1]
    value = (re.search(r'<v>([^<]*)</v>', body) or re.search(r'<t[^>]*>([^<]*)</t>', body) or [None, ''])[1]
    print(ref, kind, repr(shared[int(value)] if kind == 's' else html.unescape(value)))
`,
    path,
  ]).toString('utf8');

test('converts the first visible sheet with its types and line breaks', async () => {
  const path = await trusted(source('b.xlsx', await book()));
  expect(records(await text(path, 'csv'))).toEqual([
    ['name', 'when', 'ok', 'n'],
    ['a,"b"\nc', '2024-02-29', 'TRUE', '1.5'],
    ['=SUM(A1)', '2024-02-29T13:05:06', 'FALSE', '-3'],
    ['007', '', '', '3'],
  ]);
  expect(JSON.parse(await text(path, 'json'))[0]).toEqual({
    name: 'a,"b"\nc',
    when: '2024-02-29',
    ok: true,
    n: 1.5,
  });
  expect(JSON.parse(await text(path, 'json', { header: false }))).toHaveLength(4);
});

test('selects sheets by name or position, or all visible ones', async () => {
  const path = await trusted(source('b.xlsx', await book()));
  expect(await text(path, 'csv', { sheet: 'Second' })).toBe('x\r\n1\r\n');
  expect(await text(path, 'csv', { sheet: 1 })).toBe('hidden\r\n');
  expect((await made(path, 'csv', { sheet: 'all' })).map(file => file.name)).toEqual([
    'b-First.csv',
    'b-Second.csv',
  ]);
  await expect(made(path, 'csv', { sheet: 'Third' })).rejects.toMatchObject({
    reason: 'option_mismatch',
  });
  await expect(made(path, 'csv', { sheet: 9 })).rejects.toMatchObject({ reason: 'option_mismatch' });
});

test('keeps formulas on request, and escapes them on request', async () => {
  const path = await trusted(source('b.xlsx', await book()));
  expect(records(await text(path, 'csv', { formulas: 'keep' }))[3]![3]).toBe('=D2*2');
  const safe = records(await text(path, 'csv', { escapeFormulas: true }));
  expect(safe[2]![0]).toBe("'=SUM(A1)");
  expect(safe[2]![3]).toBe('-3');
});

test('a single sheet keeps its types and formulas, except formulas that refer to other sheets', async () => {
  const formula = (value: number | string, formula: string) => ({
    value,
    formula,
    ...(value === null ? {} : { formulaResult: value }),
  });
  const unread = source(
    'two.xlsx',
    await writeXlsx({
      sheets: [
        {
          name: 'One',
          rows: [['n', null, 'm'], [5], ['text', null, null], []],
          cells: new Map([
            ['1,1', formula('a,b', 'IF(A2>1,"a,b",SUM(A2,A3))')],
            ['2,1', formula(7, 'SUM(A2,Two!A1)')],
          ]),
        },
        { name: 'Two', rows: [[2]] },
      ],
    }),
  );
  const path = await trusted(unread);
  for (const to of ['ods', 'xlsx']) {
    const made = await converted(path, to, { sheet: 'One' });
    const one = to === 'xlsx' ? await trusted(made) : made;
    expect(JSON.parse(await text(one, 'json', { header: false }))).toEqual([
      ['n', null, 'm'],
      [5, 'a,b'],
      ['text', 7],
    ]);
    expect(records(await text(one, 'csv', { formulas: 'keep' })).map(row => row[1])).toEqual([
      '',
      '=IF(A2>1,"a,b",SUM(A2,A3))',
      '7',
    ]);
  }
  const calculated = await converted(await converted(path, 'ods', { sheet: 'One' }), 'xlsx');
  expect(JSON.parse(await text(calculated, 'json', { header: false }))[1]).toEqual([5, 'a,b']);
});

test('writes CSV with the requested delimiter, encoding and date format', async () => {
  const path = await trusted(source('b.xlsx', await book()));
  const csv = (
    await made(path, 'csv', { delimiter: ';', encoding: 'utf-16le', dateFormat: 'dd.MM.yyyy HH:mm' })
  )[0]!;
  expect(csv.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
  expect(csv.bytes.toString('utf16le')).toContain('=SUM(A1);29.02.2024 13:05;FALSE;-3');
  const odd = source('o.csv', 'a\n€\u0416\n');
  await expect(made(odd, 'csv', { encoding: 'iso-8859-1' })).rejects.toMatchObject({
    reason: 'not_representable',
  });
});

test('converts CSV to cells with exactly the same content', async () => {
  const csv = 'id;zip;big;when;share\n1;00123;12345678901234567890;2024-03-01;1.50\n;"";0.5;2024-13-01;-7\n';
  const cells = cellsOf(source('c.xlsx', (await made(source('c.csv', csv), 'xlsx'))[0]!.bytes));
  expect(cells).toMatch(/^A2 n '1'$/m);
  expect(cells).toMatch(/^B2 \w+ '00123'$/m);
  expect(cells).toMatch(/^C2 \w+ '12345678901234567890'$/m);
  expect(cells).toMatch(/^D2 n '45352'$/m);
  expect(cells).toMatch(/^E2 n '1.5'$/m);
  expect(cells).toMatch(/^C3 n '0.5'$/m);
  expect(cells).toMatch(/^D3 \w+ '2024-13-01'$/m);
  expect(cells).toMatch(/^E3 n '-7'$/m);
});

test('an ods round trip keeps the content', async () => {
  const csv = 'id,zip,when,ok\r\n1,00123,2024-03-01,TRUE\r\n2,"x\ny",2024-03-01T10:30:00.250,FALSE\r\n';
  const ods = source('r.ods', (await made(source('r.csv', csv), 'ods'))[0]!.bytes);
  expect(await text(ods, 'csv')).toBe(csv);
});

test('keeps line ends in cells, and escapes or refuses characters that XML lacks', async () => {
  const lines = source('lines.csv', 'a,b\n"x\r\ny",_x000D_\n');
  expect(JSON.parse(await text(await converted(lines, 'ods'), 'json'))).toEqual([
    { a: 'x\ny', b: '_x000D_' },
  ]);
  expect(JSON.parse(await text(await converted(lines, 'xlsx'), 'json'))).toEqual([
    { a: 'x\r\ny', b: '_x000D_' },
  ]);
  const odd = source('odd.json', '[{"a":"\\u0001\\ufffe\\uffff_x0041_"}]');
  const named = await converted(odd, 'xlsx');
  // This parser accepts only well-formed XML.
  expect(
    execFileSync('python3', [
      '-c',
      "import sys, zipfile, xml.dom.minidom as d; print(d.parseString(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet1.xml')).documentElement.tagName)",
      named,
    ]).toString(),
  ).toBe('worksheet\n');
  expect(JSON.parse(await text(named, 'json'))).toEqual([{ a: '\u0001\ufffe\uffff_x0041_' }]);
  await expect(converted(odd, 'ods')).rejects.toMatchObject({ reason: 'not_representable' });
});

/** A workbook of a program that cannot calculate, whose first sheet is hidden. */
const uncalculated = (value: number | null) =>
  writeXlsx({
    sheets: [
      { name: 'Hidden', hidden: true, rows: [['h']] },
      {
        name: 'Sums',
        rows: [
          ['n', 'm', 'ok'],
          [value, 1, true],
        ],
        cells: new Map([
          [
            '1,0',
            { type: 'formula', value, formula: 'B2+41', ...(value === null ? {} : { formulaResult: value }) },
          ],
        ]),
      },
    ],
  }) as Promise<Uint8Array>;

test('calculates formulas whose stored values are 0 or missing', async () => {
  const zeros = source('zeros.xlsx', await uncalculated(0));
  await using result = await runJob(job, run, zeros, { outputFormat: 'csv' });
  expect(readFileSync(result.outputs[0]!.path, 'utf8')).toBe('n,m,ok\r\n42,1,TRUE\r\n');
  expect([result.warnings, result.engines]).toEqual([[], ['spreadsheet', 'libreoffice']]);
  const missing = await converted(source('missing.xlsx', await uncalculated(null)), 'ods');
  // The hidden sheet stays hidden although it is the active one.
  expect(await text(missing, 'csv')).toBe('n,m,ok\r\n42,1,TRUE\r\n');
});

test.each(['csv', 'html', rowsFormat] as const)(
  'warns in %s about formulas that were never calculated where nothing can calculate them',
  async to => {
    const folder = mkdtempSync(join(dir, 'step-'));
    const step = { from: 'xlsx', to, dir: folder, last: true, stem: 'f', progress: () => undefined } as const;
    const input = source('f.xlsx', await uncalculated(null));
    const [made] = await convert({ ...step, input, output: join(folder, 'out'), options: {} });
    expect(made!.warnings).toEqual(['formulas_not_calculated']);
  },
);

test.each(['xlsx', 'ods', 'json', 'arrow', 'parquet'])('refuses to convert an empty file to %s', async to => {
  await expect(converted(source('nothing.csv', ''), to)).rejects.toMatchObject({
    reason: 'unreadable_input',
  });
});

test.each(['xlsx', 'ods', 'arrow', 'avro', 'parquet'])('refuses a lone surrogate in %s', async to => {
  for (const half of ['[{"a":"\\ud800z"}]', '[{"\\ud800":1}]', '[{"a":["\\udc00"]}]'])
    await expect(converted(source('half.json', half), to)).rejects.toMatchObject({
      reason: 'not_representable',
    });
});

test('merged cells span columns in HTML, and Markdown escapes bars', async () => {
  const bytes = (await writeXlsx({
    sheets: [
      {
        name: 'M',
        rows: [
          ['<wide>', null, 'c'],
          ['a|b', 2, 3],
        ],
        merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
      },
    ],
  })) as Uint8Array;
  const path = source('m.xlsx', bytes);
  expect(await text(path, 'html')).toContain('<tr><th colspan="2">&lt;wide&gt;</th><th>c</th></tr>');
  expect(await text(path, 'md')).toBe('| <wide> |  | c |\n| --- | ---: | ---: |\n| a\\|b | 2 | 3 |\n');
});

test('reads encodings, hidden sheets, strict files, line breaks, passwords and entity bombs of our own files', async () => {
  const wide = source('wide.csv', Buffer.from('\ufeffname,city\r\nJosé,Málaga\r\n', 'utf16le'));
  expect(records(await text(await converted(wide, 'xlsx'), 'csv'))).toEqual([
    ['name', 'city'],
    ['José', 'Málaga'],
  ]);
  const spanish = source('spanish.csv', Buffer.from('año;ciudad\n2020;Cádiz\n2021;Peñíscola\n', 'latin1'));
  expect(records(await text(spanish, 'csv'))).toEqual([
    ['año', 'ciudad'],
    ['2020', 'Cádiz'],
    ['2021', 'Peñíscola'],
  ]);
  expect(await text(ownFile('spreadsheets/visible.ods'), 'csv')).toMatch(/^v,i,s,i,b,l,e\r\n/);
  const strict = records(await text(ownFile('spreadsheets/strict.xlsx'), 'csv'));
  expect(strict).toEqual(records(await text(ownFile('spreadsheets/transitional.xlsx'), 'csv')));
  expect(strict[2]).toEqual(['second', '2.5']);
  const broken = (await writeXlsx({ sheets: [{ name: 'L', rows: [['a', 'abc\r\ndef']] }] })) as Uint8Array;
  expect(records(await text(source('lines.xlsx', broken), 'csv'))[0]![1]).toMatch(/^abc\r?\ndef$/);
  const locked = source(
    'locked.xlsx',
    lockOffice(readFileSync(ownFile('spreadsheets/transitional.xlsx')), 'open'),
  );
  await expect(made(locked, 'csv')).rejects.toMatchObject({ reason: 'password_required' });
  expect(await text(locked, 'csv', { password: 'open' })).toContain('second,2.5');
  await expect(made(ownFile('spreadsheets/entities.xlsx'), 'csv')).rejects.toMatchObject({
    reason: 'limit_exceeded',
  });
});

test.runIf(hasCorpus)(
  'the corpus: reads encodings, hidden sheets, strict files, passwords and entity bombs',
  async () => {
    const sheet = (name: string) => corpusFile(`spreadsheets/${name}`);
    const wide = cellsOf(
      source('u.xlsx', (await made(sheet('messytables__utf-16le_encoded.csv'), 'xlsx'))[0]!.bytes),
    );
    expect(wide).not.toContain('\\x00');
    const spanish = await text(sheet('messytables__spanish_chars.csv'), 'csv');
    expect(spanish).not.toContain('\ufffd');
    expect(spanish).toMatch(/[áéíóúñ]/);
    expect(await text(sheet('test_files__sheet_visibility.ods'), 'csv')).toMatch(/^v,i,s,i,b,l,e\r\n/);
    expect(records(await text(sheet('poi__SampleSS.strict.xlsx'), 'csv'))).toEqual(
      records(await text(sheet('poi__SampleSS.xlsx'), 'csv')),
    );
    expect(records(await text(sheet('test_files__crlf.xlsx'), 'csv'))[0]![1]).toMatch(/^abc\r?\ndef$/);
    const locked = sheet('poi__protected_passtika.xlsx');
    await expect(made(locked, 'csv')).rejects.toMatchObject({ reason: 'password_required' });
    await expect(made(sheet('poi__poc-xmlbomb.xlsx'), 'csv')).rejects.toMatchObject({
      reason: 'limit_exceeded',
    });
  },
);
