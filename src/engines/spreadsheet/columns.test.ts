import { expect, test } from 'vitest';
import { decideReadings } from './columns.ts';

/** Reads the texts of one column, beside the texts of another. */
async function read(texts: string[], { delimiter = ';', beside = '' } = {}) {
  async function* records() {
    for (const text of texts) yield [text, beside];
  }
  const [column] = await decideReadings(records(), { delimiter: () => delimiter, nullValue: undefined });
  return { cells: texts.map(text => column!.read(text)), format: column!.numFmt };
}
const day = (text: string) => new Date(`${text}Z`);

test.each([
  ['German numbers', ['1.234,50', '0,05', '-12,00', '3.000'], [1234.5, 0.05, -12, 3000], '[$-407]#,##0.00'],
  ['commas only', ['12,5', '7', 'n/a', '1,234'], [12.5, 7, 'n/a', 1.234], '[$-407]General'],
  ['French groups', ['1 234,50', '12,00'], [1234.5, 12], '[$-40C]#,##0.00'],
  ['a minus behind', ['1.234,50-', '+2,00'], [-1234.5, 2], '[$-407]#,##0.00'],
  ['English groups', ['1,234.50', '999.00', '1,000'], [1234.5, 999, 1000], '#,##0.00'],
  ['Swiss groups', ["1'234.50", '1.00'], [1234.5, 1], '[$-807]#,##0.00'],
  ['plain prices', ['12.50', '1.00'], [12.5, 1], '0.00'],
])('%s become numbers', async (_, texts, cells, format) => {
  expect(await read(texts)).toEqual({ cells, format });
});

test('dates in one possible order become dates', async () => {
  expect(await read(['01.02.2024', '31.12.2023 08:05'])).toEqual({
    cells: [day('2024-02-01'), day('2023-12-31T08:05')],
    format: 'dd.mm.yyyy hh:mm',
  });
  expect(await read(['01/02/2024', '31/12/2023'])).toEqual({
    cells: [day('2024-02-01'), day('2023-12-31')],
    format: 'dd/mm/yyyy',
  });
  expect(await read(['1/2/2024 1:05 PM', '1/31/2024 12:00 AM'])).toEqual({
    cells: [day('2024-01-02T13:05'), day('2024-01-31')],
    format: 'mm/dd/yyyy h:mm AM/PM',
  });
});

test('days with a time are shown with it, unless numbers are among them', async () => {
  expect(await read(['2024-03-05 13:05:00', '2024-03-06'])).toEqual({
    cells: [day('2024-03-05T13:05'), day('2024-03-06')],
    format: 'yyyy-mm-dd hh:mm:ss',
  });
  expect((await read(['2024-03-05', '2024-03-06'])).format).toBeUndefined();
  expect((await read(['2024-03-05 13:05:00', '7'])).format).toBeUndefined();
});

test.each([
  ['leading zeros', ['007,50', '1,50']],
  ['postal codes', ['01234', '99999']],
  ['dates in either order', ['01/02/2024', '03/04/2024']],
  ['dates in both orders', ['13/02/2024', '02/13/2024']],
  ['a day that does not exist', ['31.12.2024', '31.02.2024']],
  ['one other value', ['12,50', '3 pieces']],
  ['thousands or fractions', ['1,234', '5,678']],
  ['phone numbers', ['0664 123456', '+43 1 58858']],
  ['sixteen digits', ['12.345.678.901.234,50', '1,50']],
])('%s stay text', async (_, texts) => {
  expect((await read(texts)).cells).toEqual(texts);
});

test('a list stays text in a file separated by commas', async () => {
  expect((await read(['1,5', '2,7'], { delimiter: ',' })).cells).toEqual(['1,5', '2,7']);
});

test('1.234 beside numbers with a decimal comma is neither 1.234 nor 1234', async () => {
  expect((await read(['1.234', '987'], { beside: '1,50' })).cells).toEqual(['1.234', 987]);
  expect((await read(['1.234', '987'])).cells).toEqual([1.234, 987]);
});
