import { expect, test } from 'vitest';
import type { TableCell } from '../../model.ts';
import { placeCells } from '../markdown-table.ts';
import { divideWidth } from './column-widths.ts';

const cell = (text: string, columns = 1, rows = 1): TableCell => ({ runs: [{ text }], columns, rows });

test('divides the table width by the length of each column’s text and ignores spanning cells', () => {
  const widths = divideWidth(
    placeCells([
      [cell('Site', 1, 2), cell('Flow in the river, in litres per second', 2), cell('Remarks', 1, 2)],
      [cell('min'), cell('max')],
      [cell('North'), cell('1.2'), cell('3.4'), cell('stone bed, some reeds along the left bank')],
    ]),
    9000,
  );
  const [site = 0, least = 0, most = 0, remarks = 0] = widths;
  expect(least).toBe(most);
  expect(remarks).toBeGreaterThan(4 * site);
  expect(Math.abs(site + least + most + remarks - 9000)).toBeLessThan(4);
  expect(divideWidth([], 9000)).toEqual([]);
});

test('leaves room for a name beside long texts', () => {
  const long = 'a text that is much longer than the widest column may be';
  const [name = 0] = divideWidth(placeCells([[cell('Tentering'), cell(long), cell(long)]]), 9000);
  // Nine letters of 5.5 points and margins of 10.8, in twentieths of a point.
  expect(name).toBeGreaterThan(20 * (9 * 5.5 + 10.8) * 0.9);
});
