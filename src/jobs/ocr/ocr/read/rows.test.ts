import { describe, expect, it } from 'vitest';
import { type Block, listLines } from '../page.ts';
import { formatLine } from '../write/text.ts';
import { joinRows } from './rows.ts';

/** Lines of words ten pixels a letter, thirty a row. */
const block = (left: number, rows: Record<number, string>): Block => ({
  paragraphs: [
    {
      lines: Object.entries(rows).map(([row, text]) => ({
        words: text.split(' ').map((word, at, all) => {
          const start = left + 10 * all.slice(0, at).join(' ').length + (at > 0 ? 10 : 0);
          const top = 30 * Number(row);
          return {
            text: word,
            confidence: 95,
            left: start,
            right: start + 10 * word.length,
            top,
            bottom: top + 20,
          };
        }),
      })),
    },
  ],
});

const goods = block(0, { 0: 'COACH BOLTS', 1: 'MASKING TAPE', 2: 'WOOD GLUE' });
const totals = block(0, { 6: 'SUBTOTAL', 7: 'TOTAL', 8: 'CHANGE' });
const formatBlocks = (blocks: Block[]) => blocks.map(each => listLines([each]).map(formatLine));

describe('rows of a receipt or table', () => {
  it('get their values back if one column of values stands beside several blocks', () => {
    const prices = block(400, { 0: '7.80', 1: '4.35', 2: '2.10', 6: '14.25', 7: '17.10', 8: '2.90' });
    expect(formatBlocks(joinRows([goods, totals, prices]))).toEqual([
      ['COACH BOLTS 7.80', 'MASKING TAPE 4.35', 'WOOD GLUE 2.10'],
      ['SUBTOTAL 14.25', 'TOTAL 17.10', 'CHANGE 2.90'],
    ]);
  });

  it('include the label of a total that was recognised as a separate block', () => {
    const rows = listLines([
      block(0, { 0: 'Washer 500 0.03', 1: 'Assembly 4 65.00' }),
      block(400, { 2: '359.90' }),
    ]);
    const table: Block = { paragraphs: [{ lines: rows }] };
    expect(formatBlocks(joinRows([table, block(0, { 2: 'Total' })]))).toEqual([
      ['Washer 500 0.03', 'Assembly 4 65.00', 'Total 359.90'],
    ]);
    expect(joinRows([table, block(0, { 5: 'Thank you' })])).toHaveLength(2);
  });

  it('do not absorb a column that stands beside little else', () => {
    const notes = block(400, { 0: '7.80', 3: '11', 4: '12', 5: '13', 9: '14' });
    expect(joinRows([goods, totals, notes])).toHaveLength(3);
  });
});
