import { writeXlsx } from 'hucre/xlsx';
import { expect, test, vi } from 'vitest';
import { readSheetNames, readSheets } from '../../web/src/components/preview/sheets.ts';

const makeAddress = (bytes: Uint8Array) =>
  `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
const open = (bytes: Uint8Array) => readSheets(makeAddress(bytes));

test('shows a workbook, unless it would take more memory than a page has', async () => {
  const book = await writeXlsx({
    sheets: [
      {
        name: 'One',
        rows: [[], ['a', 1], ['b', 2]],
      },
    ],
  });
  expect(await open(book)).toEqual([
    {
      name: 'One',
      rows: [
        ['a', '1'],
        ['b', '2'],
      ],
      firstRow: 2,
      cut: false,
    },
  ]);
  const bomb = Buffer.from(book);
  bomb.writeUInt32LE(3_000_000_000, bomb.indexOf('PK\x01\x02', 'latin1') + 24);
  await expect(open(bomb)).rejects.toThrow('too large');
});

test('reads the names of all sheets, in their order', async () => {
  const book = await writeXlsx({
    sheets: [
      { name: 'Orders', rows: [['a'], ['b']] },
      { name: '2025', rows: [] },
    ],
  });
  expect(await readSheetNames(makeAddress(book))).toEqual(['Orders', '2025']);
});

test('formatted numbers have the separators of the other numbers', async () => {
  const cells = new Map([['0,0', { value: 1234.5, style: { numFmt: '#,##0.00' } }]]);
  const book = await writeXlsx({ sheets: [{ name: 'One', rows: [[1234.5, 0.5]], cells }] });
  const write = async (...languages: string[]) => {
    vi.stubGlobal('navigator', { languages });
    vi.resetModules();
    const { readSheets } = await import('../../web/src/components/preview/sheets.ts');
    vi.unstubAllGlobals();
    return (await readSheets(makeAddress(book)))[0]?.rows[0];
  };
  expect(await write('en-US')).toEqual(['1,234.50', '0.5']);
  expect(await write('de-DE')).toEqual(['1.234,50', '0,5']);
  // Later test files of this process would get the German modules.
  vi.resetModules();
});
