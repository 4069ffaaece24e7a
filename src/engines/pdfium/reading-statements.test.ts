import { describe, expect, it } from 'vitest';
import type { DrawnText } from './testing/draw-pdf.ts';
import { one, readDrawn, row } from './testing/read-drawn.ts';

/** Draws two lines of text side by side, as at the top of a letter. */
const beside = (y: number, left: string, right: string, size = 10): DrawnText[] =>
  [left, right].map((text, at) => ({
    x: at === 0 ? 72 : 400,
    y,
    text,
    size,
    font: size > 10 ? 'bold' : 'plain',
  }));

describe('statements and invoices without rules', () => {
  it('have their letterhead above the table, although it stands across the columns', async () => {
    const at = [72, 130, 420, 480];
    const { text } = await readDrawn(
      one(
        { x: 72, y: 56, text: 'Lakeside Bank', size: 16, font: 'bold' },
        { x: 400, y: 56, text: 'Statement of account' },
        beside(70, 'PO Box 7, Geneva, New York', 'First to last of February'),
        beside(82, 'Member services are open', 'Account of Mr T. Wheel'),
        row(94, at, ['Date', 'Description', 'Amount', 'Balance']),
        row(106, at, ['02 Feb', 'Coffee house', '-3.40', '1,196.60']),
        row(118, at, ['03 Feb', 'Landlord', '-850.00', '346.60']),
        row(130, at, ['05 Feb', 'Salary', '2,150.00', '2,496.60']),
        row(142, at, ['09 Feb', 'Supermarket', '-64.12', '2,432.48']),
      ),
    );
    expect(text).toContain('# Lakeside Bank\n');
    expect(text).toContain(
      '| Date | Description | Amount | Balance |\n| --- | --- | --- | --- |\n| 02 Feb | Coffee house | -3.40 | 1,196.60 |',
    );
    expect(text).not.toMatch(/\|.*Geneva/);
  });

  it('have it above the table if it only stands further away', async () => {
    const at = [72, 250, 320, 400];
    const { text } = await readDrawn(
      one(
        beside(60, 'Stone & Wheel', 'INVOICE', 16),
        beside(76, 'Mill Lane', 'Number 2026-17'),
        beside(88, 'Witney', 'Date: 12 March'),
        beside(100, 'Oxfordshire', 'Due: 26 March'),
        row(126, at, ['Item', 'Quantity', 'Unit price', 'Amount']),
        row(140, at, ['Millstone', '2', '480.50', '961.00']),
        row(154, at, ['Leather belt', '3', '12.40', '37.20']),
        row(168, at, ['Grease', '5', '7.90', '39.50']),
        row(182, at, ['Fitting', '4', '58.00', '232.00']),
      ),
    );
    expect(text).toContain('# Stone & Wheel\n');
    expect(text).toContain('\n\n| Item | Quantity | Unit price | Amount |\n| --- |');
  });

  it('keep their columns apart over totals whose names span them', async () => {
    const at = [72, 102, 150, 300, 400];
    const { text } = await readDrawn(
      one(
        row(60, at, ['No.', 'Item', 'Name', 'Price', 'Amount']),
        row(74, at, ['1', 'A-100', 'Millstone', '480.50', '961.00']),
        row(88, at, ['2', 'A-101', 'Leather belt', '12.40', '37.20']),
        row(102, at, ['3', 'B-7', 'Grease', '7.90', '39.50']),
        row(116, at, ['4', 'C-22', 'Fitting', '58.00', '232.00']),
        row(130, at, ['Sum before tax', '', '', '', '1,269.70']),
        row(144, at, ['Amount that is due by the end of March', '', '', '', '1,523.64']),
      ),
    );
    expect(text).toContain('| 1 | A-100 | Millstone | 480.50 | 961.00 |');
    expect(text).toContain('| Sum before tax |  |  |  | 1,269.70 |');
    expect(text).toContain('| Amount that is due by the end of March |  |  |  | 1,523.64 |');
  });
});
