import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, expect, test } from 'vitest';
import { convert } from '../convert.ts';

const dir = mkdtempSync(join(tmpdir(), 'filemill-printed-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Prints a workbook and returns the words of its page. */
async function print(from: 'xls' | 'xlsx', content: string | Uint8Array): Promise<string[]> {
  const own = mkdtempSync(join(dir, 'run-'));
  const [input, output] = [join(own, 'in'), join(own, 'out.pdf')];
  writeFileSync(input, content);
  const request = { from, to: 'pdf', input, output, stem: 'in', dir: own, last: true, options: {} } as const;
  await convert({ ...request, progress() {} });
  return execFileSync('pdftotext', [output, '-'], { encoding: 'utf8' }).split(/\s+/).filter(Boolean);
}

test('columns become as wide as their numbers, and as texts that the next cell would cut off', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'Sheet',
        rows: [
          [new Date('2024-02-29T13:05:06Z'), 'antidisestablishmentarianism', 'x'],
          [new Date('2024-02-29T13:05:07Z'), null, 123456789012],
        ],
        columns: [{ width: 3 }],
      },
    ],
  });
  const words = await print('xlsx', book as Uint8Array);
  expect(words.join(' ')).not.toContain('#');
  expect(words).toEqual(expect.arrayContaining(['antidisestablishmentarianism', '123456789012']));
});

test('a page named .xls is printed with the numbers as it shows them', async () => {
  const page = '<table><tr><th>Nr<th>Summe</tr><tr><td>007<td>1.234,50</tr><tr><td>8<td>9,00</tr></table>';
  expect((await print('xls', page)).sort()).toEqual(['007', '1.234,50', '8', '9,00', 'Nr', 'Summe']);
});
