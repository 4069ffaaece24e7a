import { describe, expect, it } from 'vitest';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

describe('tables with bold names of columns', () => {
  it('have bold names on the left of figures, and names and cells of several lines', async () => {
    const at = [72, 172, 252, 322];
    const { text } = await readDrawn(
      one(
        prose(60, 2),
        row(92, at, ['', '', 'Amount', 'Remark'], 'bold'),
        row(98, at, ['Kind', 'Town'], 'bold'),
        row(104, at, ['', '', 'sold', 'of the mill'], 'bold'),
        row(124, [72, 186, 296, 322], ['Flour of', '', '', 'ground on the']),
        row(130, [72, 172, 292], ['', 'Oldbury', '1,204']),
        row(136, [72, 186, 296, 322], ['fine wheat', '', '', 'second stone']),
        row(156, [72, 172, 300, 322], ['Bran', 'Newham', '17', 'for horses']),
        row(176, [72, 172, 300, 322], ['Barley', '', '93', '']),
        prose(200),
      ),
    );
    expect(text).toContain('| Kind | Town | Amount sold | Remark of the mill |');
    expect(text).toContain('| Flour of fine wheat | Oldbury | 1,204 | ground on the second stone |\n');
    expect(text).toContain('| Bran | Newham | 17 | for horses |\n| Barley |  | 93 |  |\n\nThe wheel');
  });

  it('have a row for each line if words would fit on the line before', async () => {
    const at = [72, 222, 272];
    const { text } = await readDrawn(
      one(
        row(60, at, ['Kind of grain', 'Code', 'Town'], 'bold'),
        ['Wheat', 'Barley of the north', 'Oats', 'Rye', 'Spelt', 'Buckwheat'].flatMap((name, index) =>
          row(74 + 12 * index, at, [
            name,
            index === 2 ? '' : `B-${index}74`,
            index % 2 ? 'Oldbury on Sea' : 'Newham',
          ]),
        ),
        prose(160),
      ),
    );
    expect(text).toContain('| Oats |  | Newham |\n| Rye | B-374 | Oldbury on Sea |');
  });

  it('have rows that are broken with the page', async () => {
    const at = [72, 172, 252];
    const head = (y: number) => row(y, at, ['Kind', 'Sold', 'Remark'], 'bold');
    const { document } = await readDrawn([
      {
        texts: [
          ...head(740),
          ...row(760, at, ['Bran', '17', 'for horses']),
          ...row(780, at, ['Barley', '93', 'of the']),
        ],
      },
      {
        texts: [
          ...head(60),
          ...row(80, at, ['', '', 'last year']),
          ...row(100, at, ['Oats', '', '']),
          ...row(120, at, ['Rye', '4', 'from the north']),
        ],
      },
    ]);
    const [table] = document.blocks.filter(block => block.kind === 'table');
    const texts = table!.rows.map(cells => cells.map(({ runs }) => runs.map(run => run.text).join('')));
    expect(texts).toEqual([
      ['Kind', 'Sold', 'Remark'],
      ['Bran', '17', 'for horses'],
      ['Barley', '93', 'of the last year'],
      ['Oats', '', ''],
      ['Rye', '4', 'from the north'],
    ]);
  });
});
