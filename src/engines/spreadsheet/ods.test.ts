import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeZip } from '../../containers/write-zip.ts';
import { formatCell } from './cells.ts';
import { openSheets } from './read.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-ods-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Reads the cells of every sheet of a book that holds these tables, as text. */
async function textsOf(tables: string): Promise<Record<string, (string | null)[][]>> {
  const part = join(dir, 'content.xml');
  writeFileSync(
    part,
    `<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  );
  const path = join(dir, 'a.ods');
  await writeZip(path, [{ name: 'content.xml', path: part }]);
  const sheets: Record<string, (string | null)[][]> = {};
  for (const { name, rows } of await openSheets(path, 'ods', { sheet: 'all' })) {
    sheets[name] = [];
    for await (const row of rows) sheets[name].push(row.map(cell => formatCell(cell)));
  }
  return sheets;
}
const table = (name: string, ...cells: string[]): string =>
  `<table:table table:name="${name}"><table:table-row>${cells.join('')}</table:table-row></table:table>`;
const cell = (attributes: string, text: string): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
const time = (length: string): string =>
  cell(`office:value-type="time" office:time-value="${length}"`, 'shown');

test('reads durations in every notation', async () => {
  const lengths = ['PT25H30M00S', 'P1DT2H', 'PT5M', 'PT01H02M03.5S', '-PT1H', 'P1Y'];
  expect(await textsOf(table('a', ...lengths.map(time)))).toEqual({
    a: [['25:30:00', '26:00:00', '00:05:00', '01:02:03.500', '-01:00:00', 'P1Y']],
  });
});

test('reads errors as their names, and a number without a stored value as its displayed text', async () => {
  const cells = [
    cell(
      'table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"',
      '#DIV/0!',
    ),
    cell('office:value-type="float"', '3'),
    cell('office:value-type="float" table:formula="of:=[.A1]>2" office:value="0"', 'x'),
  ];
  expect(await textsOf(table('a', ...cells))).toEqual({ a: [['#DIV/0!', '3', '0']] });
});

test('reads dates around the epoch as dates', async () => {
  const days = ['1899-12-30', '1899-12-31', '1900-01-01'];
  const cells = days.map(day => cell(`office:value-type="date" office:date-value="${day}"`, 'shown'));
  expect(await textsOf(table('a', ...cells))).toEqual({ a: [days] });
});

test('ignores comments, ruby readings and cached external tables', async () => {
  const noted =
    '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby>!</text:p></table:table-cell>';
  const fetched = `<table:dde-links><table:dde-link><office:dde-source/>${table('c', cell('', 'cached'))}</table:dde-link></table:dde-links>`;
  expect(await textsOf(table('a', noted) + table('b', cell('', 'two')) + fetched)).toEqual({
    a: [['漢!']],
    b: [['two']],
  });
});

test('ignores whitespace around a cell’s paragraphs and text in its drawings', async () => {
  const cells = [
    '<table:table-cell>\n  <text:p>one <text:span>two</text:span> three</text:p>\n  <text:p>four</text:p>\n</table:table-cell>\n',
    '<table:table-cell><draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame><draw:rect/></table:table-cell>',
    cell('', 'last'),
  ];
  expect(await textsOf(table('a', ...cells))).toEqual({ a: [['one two three\nfour', null, 'last']] });
});

test('tells of comments and drawings on the sheets that are read', async () => {
  const beside =
    '<table:table-cell><office:annotation><text:p>note</text:p></office:annotation></table:table-cell>';
  const drawn = '<table:table-cell><draw:frame><draw:object/></draw:frame></table:table-cell>';
  await textsOf(table('a', beside) + table('b', drawn));
  const found: string[] = [];
  for (const sheet of ['a', 'b'])
    for (const { rows } of await openSheets(join(dir, 'a.ods'), 'ods', {
      sheet,
      leavesObjects: id => found.push(id),
    }))
      for await (const _ of rows);
  expect(found).toEqual(['comments_left_out', 'drawings_left_out']);
});
