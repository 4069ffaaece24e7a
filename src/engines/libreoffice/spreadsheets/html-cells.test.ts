import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markHtmlCells } from './html-cells.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-html-cells-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Marks the cells of a page and lists the text of each with its value and number format, or what it had before. */
async function mark(html: string): Promise<string[]> {
  const path = join(dir, 'page.xls');
  writeFileSync(path, html, 'latin1');
  const cells = (await markHtmlCells(path)).matchAll(/<t[dh]((?:"[^"]*"|[^">])*)>([^<]*)/g);
  return Array.from(cells, ([, attributes = '', text]) => {
    const [value, format] = ['sdval', 'sdnum'].map(
      name => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1],
    );
    return [text, value, format].filter(part => part !== undefined).join(' | ');
  });
}

test('cells of a page keep their texts, and are numbers and dates where their column is', async () => {
  const page = `<meta http-equiv=Content-Type content="text/html; charset=windows-1252"><style>.t{mso-number-format:"\\@";}</style>
    <table><tr><th>Nr<th>Day<th>Sum<th>Note</tr>
    <tr><td>007<td>01.02.2024<td align="right">1.234,50<td class="t">12</tr>
    <tr><td>12<td>31.12.2023<td><b></b>99,00<td>3/4/2024</td></tr>
    <tr><td colspan=2>Gr\xf6\xdfe<td>1&nbsp;333,50</tr></table>`;
  expect(await mark(page)).toEqual([
    'Nr | 1033;0;@',
    'Day | 1033;0;@',
    'Sum | 1033;0;@',
    'Note | 1033;0;@',
    '007 | 1033;0;@',
    '01.02.2024 | 45323 | 1033;1031;TT.MM.JJJJ',
    '1.234,50 | 1234.5 | 1033;1031;#.##0,00',
    '12 | 1033;0;@',
    '12 | 1033;0;@',
    '31.12.2023 | 45291 | 1033;1031;TT.MM.JJJJ',
    ' | 99 | 1033;1031;#.##0,00',
    '3/4/2024 | 1033;0;@',
    'Größe | 1033;0;@',
    '1&nbsp;333,50 | 1333.5 | 1033;1031;#.##0,00',
  ]);
});
