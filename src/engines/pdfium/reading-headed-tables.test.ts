import { describe, expect, it } from 'vitest';
import type { DrawnPage, DrawnText } from './testing/draw-pdf.ts';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

describe('tables with marked names of columns', () => {
  const at = [72, 172, 252, 322];
  const names = (look: Partial<DrawnText>) =>
    [
      ...row(92, at, ['', '', 'Amount', 'Remark']),
      ...row(98, at, ['Kind', 'Town']),
      ...row(104, at, ['', '', 'sold', 'of the mill']),
    ].map(text => ({ ...text, ...look }));

  it.each<[string, Partial<DrawnText>, Partial<DrawnPage>]>([
    ['bold', { font: 'bold' }, {}],
    ['above a rule', {}, { rules: [[70, 108, 420, 108]] }],
    [
      'light on a dark ground',
      { colour: '1 1 1' },
      { areas: [{ x: 70, y: 80, width: 350, height: 28, colour: '0 0 0.4' }] },
    ],
  ])(
    'have names on the left of figures, and names and cells of several lines: %s',
    async (_, look, drawn) => {
      const texts = [
        ...prose(44, 2),
        ...names(look),
        ...row(124, [72, 186, 296, 322], ['Flour of', '', '', 'ground on the']),
        ...row(130, [72, 172, 292], ['', 'Oldbury', '1,204']),
        ...row(136, [72, 186, 296, 322], ['fine wheat', '', '', 'second stone']),
        ...row(156, [72, 172, 300, 322], ['Bran', 'Newham', '17', 'for horses']),
        ...row(176, [72, 172, 300, 322], ['Barley', '', '93', '']),
        ...prose(200),
      ];
      const { text } = await readDrawn([{ texts, ...drawn }]);
      expect(text).toContain('| Kind | Town | Amount sold | Remark of the mill |');
      expect(text).toContain('| Flour of fine wheat | Oldbury | 1,204 | ground on the second stone |\n');
      expect(text).toContain('| Bran | Newham | 17 | for horses |\n| Barley |  | 93 |  |\n\nThe wheel');
    },
  );

  it('have names on the left of figures without any mark', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [72, 172, 262], ['Kind', 'Sold', 'Town']),
        ['Wheat', 'Barley', 'Oats', 'Rye', 'Spelt'].flatMap((name, index) =>
          row(78 + 18 * index, [72, 214, 262], [name, `${index + 1}74`, index % 2 ? 'Oldbury' : 'Newham']),
        ),
        prose(190),
      ),
    );
    expect(text).toContain('| Kind | Sold | Town |');
    expect(text).toContain('| Oats | 374 | Newham |');
  });

  it('are found in one of two columns of text', async () => {
    const column = (x: number, from: number, lines: number) =>
      Array.from({ length: lines }, (_, line) => ({
        x,
        y: from + 12 * line,
        text: 'The wheel turns slowly in the stream all year,',
      }));
    const places = [320, 400, 450];
    const { text } = await readDrawn(
      one(
        column(60, 60, 30),
        column(320, 60, 8),
        row(180, places, ['Kind of', '', 'Remark of'], 'bold'),
        row(186, places, ['', 'Sold'], 'bold'),
        row(192, places, ['grain', '', 'the mill'], 'bold'),
        row(212, places, ['Flour of', '', 'ground on the']),
        row(218, [320, 426], ['', '204']),
        row(224, places, ['fine wheat', '', 'second stone']),
        row(244, [320, 431, 450], ['Bran', '17', 'for horses']),
        column(320, 276, 12),
      ),
    );
    expect(text).toContain('| Kind of grain | Sold | Remark of the mill |');
    expect(text).toContain('| Flour of fine wheat | 204 | ground on the second stone |\n| Bran | 17 |');
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
