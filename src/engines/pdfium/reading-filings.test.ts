import { describe, expect, it } from 'vitest';
import { Hyphens } from '../../documents/layout/hyphens.ts';
import { joinRuns } from '../../documents/layout/runs.ts';
import type { DrawnPage } from './testing/draw-pdf.ts';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

/** Colours every second row cell by cell, as browsers print tables of filings. */
const stripes = (ys: number[], xs: number[]): NonNullable<DrawnPage['areas']> =>
  ys.flatMap(y =>
    xs.slice(0, -1).map((x, at) => ({ x, y, width: xs[at + 1]! - x, height: 14, colour: '0.8 0.93 1' })),
  );

describe('pages of filings', () => {
  it('have tables of striped rows with the names above them, and no columns of signs or of nothing', async () => {
    const xs = [72, 300, 304, 330, 336, 400, 405];
    const names = [
      ...row(86, [310], ['Year ended'], 'bold'),
      ...row(98, [74, 310], ['Expense', '31 December'], 'bold'),
    ];
    const cells = ['SEC fee', 'Printing', 'Legal fees', 'Auditors'].flatMap((name, at) =>
      row(115 + 14 * at, [74, 331, 370], [name, at % 2 === 0 ? '$' : '', `${at + 1},200`]),
    );
    const { text } = await readDrawn([
      {
        texts: [...prose(40), ...names, ...cells],
        areas: stripes([104, 132], xs),
      },
    ]);
    expect(text).toContain(
      '| Expense | Year ended 31 December |\n| --- | --- |\n| SEC fee | $ 1,200 |\n| Printing | 2,200 |',
    );
    expect(text).not.toMatch(/^#/m);
  });

  it('lose the numbers that count pages, wherever the text ends, but no other number', async () => {
    const pages = [11, 12, 13].flatMap((number, at) =>
      one(...prose(60, 6 + 3 * at), { x: 290, y: 300 + 40 * at, text: `F-${number}` }),
    );
    const { text } = await readDrawn(pages);
    expect(text).not.toContain('F-1');
    const others = await readDrawn(
      [11, 7, 13].flatMap(number => one(...prose(60, 6), { x: 290, y: 300, text: `F-${number}` })),
    );
    expect(others.text).toContain('F-7');
  });

  it('have one link where it goes on in the next line', () => {
    const link = 'https://example.com';
    const lines = [[{ text: 'See the terms', link }], [{ text: 'of sale', link }, { text: ' today.' }]];
    expect(joinRuns(lines, new Hyphens())).toEqual([
      { text: 'See the terms of sale', link },
      { text: ' today.' },
    ]);
  });
});
