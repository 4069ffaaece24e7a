import { describe, expect, it } from 'vitest';
import { writeHtml } from '../../documents/write/html.ts';
import type { DrawnText } from './testing/draw-pdf.ts';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

describe('text', () => {
  it('with double spacing is one paragraph, which a short line ends', async () => {
    const lines = [
      'The committee met in the morning and heard what the members of the board had written about the mill,',
      'the water that drives it, and the wheels that were sent back to the town from which they had come,',
      'and it was agreed that the wheels should be kept where they are until the water rises once more and',
      'the carpenters return.',
      'Nothing else was said about them on that day, since the members had left before the evening came on.',
    ];
    const { text } = await readDrawn(one(lines.map((each, at) => ({ x: 72, y: 80 + 21 * at, text: each }))));
    expect(text.trim().split('\n\n')).toEqual([lines.slice(0, 4).join(' '), lines[4]]);
  });

  it('beside line numbers keeps its order, even with gaps in lines and numbers without text', async () => {
    const numbers = Array.from({ length: 16 }, (_, at) => ({ x: 60, y: 80 + 24 * at, text: `${at + 1}` }));
    const { text } = await readDrawn(
      one(
        numbers,
        [0, 1, 3].map(at => ({ x: 90 + 20 * at, y: 80 + 24 * at, text: `PARTY ${'ABCD'[at]},` })),
        [0, 1, 3].map(at => ({ x: 300, y: 80 + 24 * at, text: ':' })),
        [5, 6, 7, 8, 9, 10, 11].map(at => ({
          x: 84,
          y: 80 + 24 * at,
          text: 'The matter came on for argument before the court.',
        })),
      ),
    );
    expect(text).not.toMatch(/\d/);
    expect(text.match(/The matter came on/g)).toHaveLength(7);
  });

  it('keeps the row numbers of a table', async () => {
    const { text } = await readDrawn(
      one(
        Array.from({ length: 12 }, (_, at) => [
          { x: 60, y: 80 + 16 * at, text: `${at + 1}` },
          { x: 100, y: 80 + 16 * at, text: `Name ${'ABCDEFGHIJKL'[at]}` },
          { x: 220, y: 80 + 16 * at, text: `${30 - at}.50` },
          { x: 300, y: 80 + 16 * at, text: `${(at * 7) % 5}` },
        ]).flat(),
      ),
    );
    expect(text).toContain('| 12 | Name L | 19.50 | 2 |');
  });

  it('keeps superscripts and subscripts', async () => {
    const { document, text } = await readDrawn(
      one(
        { x: 72, y: 80, text: 'Water is H' },
        { x: 118.7, y: 82.5, text: '2', size: 6.5 },
        { x: 122.3, y: 80, text: 'O, and its area 25 m' },
        { x: 212.9, y: 76.5, text: '2', size: 6.5 },
        prose(93),
      ),
    );
    expect(text).toContain('Water is H2O, and its area 25 m<sup>2</sup>');
    expect(writeHtml(document, { furniture: 'drop' })).toContain('H<sub>2</sub>O');
  });

  it('in lists lettered a, b, c has an item for each', async () => {
    const { text } = await readDrawn(
      one(
        { x: 72, y: 80, text: '1. First step' },
        { x: 90, y: 93, text: 'a. Open the gate' },
        { x: 90, y: 106, text: 'b. Close the gate' },
        { x: 72, y: 119, text: '2. Second step' },
      ),
    );
    expect(text).toMatch(/^ +(?:- )?a\. Open the gate\n +(?:- )?b\. Close the gate\n2\. Second step$/m);
  });

  it('of footnotes below the first of two columns comes after the second column', async () => {
    const column = (x: number, name: string) =>
      Array.from({ length: 14 }, (_, at) => ({
        x,
        y: 80 + 13 * at,
        text: at === 13 ? `the ${name} column ends.` : 'wheels that turn in the stream all of the year',
      }));
    const { text } = await readDrawn(
      one(column(60, 'first'), column(320, 'second'), {
        x: 60,
        y: 780,
        text: '1 See the register of mills.',
        size: 7,
      }),
    );
    expect(text.indexOf('See the register')).toBeGreaterThan(text.indexOf('second column ends'));
  });
});

describe('tables with shaded rows', () => {
  it('have a cell for each shaded area, with all its lines', async () => {
    const xs = [60, 110, 400, 430, 500];
    const colour = (y: number, height: number) =>
      xs.slice(0, -1).map((x, at) => ({ x, y, width: xs[at + 1]! - x, height, colour: '0.9 0.9 0.9' }));
    const cells = (y: number, texts: string[]) =>
      row(
        y,
        xs.map(x => x + 1),
        texts,
      );
    const page = {
      areas: [...colour(80, 14), ...colour(94, 26), ...colour(134, 14)],
      texts: [
        ...cells(90, ['Part', 'Description', 'Qty', 'Price']),
        ...cells(104, ['A-', 'Bearing for the main shaft, with seal and two rings, in a']),
        ...cells(110, ['', '', '12', '$14.50']),
        ...cells(116, ['100', 'wooden box']),
        ...cells(130, ['A-200', 'Belt', '100', '$7.25']),
        ...cells(144, ['B-100', 'Gate', '3', '$88.10']),
        ...cells(158, ['B-200', 'Wheel', '400', '$1,020.00']),
        ...prose(200),
      ],
    };
    const { text } = await readDrawn([page]);
    expect(text).toContain(
      '| A-100 | Bearing for the main shaft, with seal and two rings, in a wooden box | 12 | $14.50 |',
    );
    expect(text).toContain('| A-200 | Belt | 100 | $7.25 |');
    expect(text).toContain('| B-200 | Wheel | 400 | $1,020.00 |');
  });
});

describe('a document whose only text is page numbers', () => {
  it('keeps the page numbers', async () => {
    const { text } = await readDrawn(
      [1, 2, 3].map(number => ({ texts: [{ x: 280, y: 800, text: `page ${number}` }] })),
    );
    expect(text).toMatch(/page 1\s+page 2\s+page 3/);
  });
});

describe('superscripts and subscripts', () => {
  /** Each letter is 6 points wide, so that the end of a text is known. */
  const typed = (x: number, y: number, text: string): DrawnText => ({ x, y, text, font: 'mono' });

  it('stay in their line if another column’s lines are slightly higher', async () => {
    const { text } = await readDrawn(
      one(
        ...[100, 112, 124, 136].map(y => typed(60, y, 'the left column has lines,')),
        typed(320, 102.5, 'the right has area A'),
        { ...typed(440, 105.3, '1'), size: 8 },
        typed(451, 102.5, 'of a wheel,'),
        ...[114.5, 126.5].map(y => typed(320, y, 'and lines as long as this is,')),
        typed(320, 138.5, 'and so on.'),
      ),
    );
    expect(text).toContain('the right has area A1 of a wheel, and lines');
  });

  it('at the end of a line are followed by a space', async () => {
    const { text } = await readDrawn(
      one(
        typed(72, 100, 'The wheel turns slowly and grinds the corn of the village.'),
        { ...typed(420, 96, '1'), size: 7 },
        typed(72, 112, 'Further sentences follow in the line below, which is as long,'),
        typed(72, 124, 'and so they do.'),
      ),
    );
    expect(text).toContain('village.<sup>1</sup> Further');
  });
});

describe('justified lines', () => {
  it('stay whole although wide spaces of several lines are aligned', async () => {
    const spaced = (y: number, words: string[], step: number) =>
      words.map((text, at) => ({ x: 72 + at * step, y, text }));
    // Letters of one width make the spaces of each line equal.
    const lines = [
      ['alpha', 'bravo', 'delta', 'hotel', 'india'],
      ['lemon', 'mango', 'olive', 'peach', 'grape'],
      ['table', 'chair', 'shelf', 'bench', 'stool'],
      ['river', 'creek', 'brook', 'canal', 'ocean'],
      ['wheat', 'flour', 'bread', 'crust', 'dough'],
    ];
    const { text } = await readDrawn([
      {
        texts: lines.flatMap((words, at) =>
          spaced(100 + 12 * at, words, 37).map(each => ({ ...each, font: 'mono' as const })),
        ),
      },
    ]);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('alpha bravo delta hotel india lemon mango');
  });
});

describe('typewritten pages', () => {
  it('have rules made of hyphens, colons in columns of their own and two spaces between sentences', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [72, 110, 118], ['Page', ':', '1 of 1']),
        row(72, [72, 110, 118], ['User', ':', 'C0069419']),
        row(84, [72, 110, 118], ['Date', ':', '08/01/2021']),
        row(110, [72, 300], ['Category', 'Shares']),
        row(120, [72, 300], ['----------', '--------']),
        { x: 72, y: 160, text: 'The mill turns.    It grinds the corn of the village all year long, and' },
        { x: 72, y: 172, text: 'so it does.    Nobody knows why.' },
      ),
    );
    expect(text).toContain('| User : | C0069419 |');
    expect(text).not.toContain('-----');
    expect(text).toContain(
      'The mill turns. It grinds the corn of the village all year long, and so it does. Nobody knows why.',
    );
  });
});

describe('columns', () => {
  it('end before a heading of what follows across the page, or in columns again', async () => {
    const column = (x: number, y: number, name: string) =>
      Array.from({ length: 8 }, (_, at) => ({
        ...{ x, y: y + 12 * at, size: 9 },
        text: at === 7 ? `the ${name} column ends.` : 'wheels that turn in the stream all of the year',
      }));
    const heading = (y: number, text: string) => ({ x: 60, y, text, size: 14, font: 'bold' as const });
    const { text } = await readDrawn(
      one(
        ...[heading(60, 'Mills'), column(60, 84, 'first'), column(320, 84, 'second')],
        ...[heading(196, 'Wheels'), column(60, 220, 'third'), column(320, 220, 'fourth')],
        ...[heading(332, 'Streams'), prose(356, 6, 60)],
      ),
    );
    const order = ['Mills', 'first', 'second', 'Wheels', 'third', 'fourth', 'Streams', 'for ever'];
    expect([...text.matchAll(new RegExp(order.join('|'), 'g'))].map(([found]) => found)).toEqual(order);
  });

  it('of short lines beside running text are read separately', async () => {
    const { text } = await readDrawn(
      one(
        { x: 60, y: 70, text: 'Contact', font: 'bold' },
        { x: 60, y: 85, text: '4 Mill Lane' },
        { x: 60, y: 97, text: 'Bath' },
        { x: 60, y: 120, text: 'Skills', font: 'bold' },
        { x: 60, y: 135, text: 'Wheels and stones' },
        { x: 200, y: 80, text: 'Profile', size: 18, font: 'bold' },
        ...Array.from({ length: 9 }, (_, at) => ({
          x: 200,
          y: 103.5 + 15 * at,
          text: 'The wheel turns slowly in the stream and grinds the corn',
        })),
      ),
    );
    expect(text.indexOf('Wheels and stones')).toBeLessThan(text.indexOf('Profile'));
  });

  it('that are narrow keep justified lines of a few words whole', async () => {
    const { text } = await readDrawn(
      one(
        row(72, [60], ['The wheel turns and it grinds'], 'mono'),
        row(84, [60, 123, 198], ['corn', 'slowly', 'before'], 'mono'),
        row(96, [60], ['winter comes to the old mill.'], 'mono'),
      ),
    );
    expect(text).toContain('grinds corn slowly before winter');
  });
});

describe('lists', () => {
  it('with small letters and roman numerals nest by indentation, aligned left or right', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [60, 80], ['1.', 'First clause']),
        row(74, [90, 110], ['a.', 'of the first clause']),
        row(88, [127, 140], ['i.', 'roman one']),
        row(102, [122, 140], ['iii.', 'roman three']),
        row(116, [90, 110], ['b.', 'also of it']),
        row(130, [60, 80], ['2.', 'Second clause']),
      ),
    );
    expect(text.trim().split('\n')).toEqual([
      '1. First clause',
      '    - a. of the first clause',
      '        - i. roman one',
      '        - iii. roman three',
      '    - b. also of it',
      '2. Second clause',
    ]);
  });
});

describe('displayed formulas', () => {
  it('become LaTeX with fractions, powers and their number, but text does not', async () => {
    const { text, document } = await readDrawn([
      {
        texts: [
          ...prose(60),
          { x: 200, y: 130, text: 'E', font: 'italic' },
          { x: 212, y: 130, text: '=' },
          { x: 224, y: 123, text: 'mv', font: 'italic' },
          { x: 237.5, y: 119, text: '2', size: 7 },
          { x: 231, y: 137, text: '2' },
          { x: 250, y: 130, text: '+' },
          { x: 262, y: 130, text: 'c', font: 'italic' },
          { x: 267.5, y: 132, text: 'i', font: 'italic', size: 7 },
          { x: 500, y: 130, text: '(12)' },
          ...prose(170),
          { x: 72, y: 230, text: 'a = b', font: 'italic' },
          { x: 96, y: 230, text: 'holds for all wheels.' },
        ],
        rules: [[223, 127, 243, 127]],
      },
    ]);
    expect(text).toContain('$$\nE = \\frac{mv^{2}}{2} + c_{i} \\tag{12}\n$$');
    expect(text).toContain('*a = b* holds for all wheels.');
    expect(document.blocks.find(block => block.kind === 'formula')).toMatchObject({
      latex: expect.stringContaining('\\frac'),
    });
  });

  it('are found beside the text of another column, to which their number does not belong', async () => {
    const column = (x: number, from: number, lines: number) =>
      Array.from({ length: lines }, (_, at) => ({
        x,
        y: from + 12 * at,
        text: 'the wheel turns slowly and grinds the corn of us',
      }));
    const { text } = await readDrawn([
      {
        texts: [
          ...column(60, 60, 6),
          { x: 90, y: 148, text: 'f(x) = a + b', font: 'italic' },
          { x: 275, y: 148, text: '(2)' },
          ...column(60, 170, 6),
          ...column(306, 60, 16),
        ],
      },
    ]);
    expect(text).toContain('$$\nf(x) = a + b \\tag{2}\n$$');
    expect(text).not.toContain('2. the wheel');
  });

  it('within a line have fractions whose parts are no lines of their own', async () => {
    const { text } = await readDrawn([
      {
        texts: [
          ...prose(60, 2),
          { x: 72, y: 84, text: 'of which we know that the share is' },
          { x: 232, y: 80, text: '1', size: 7 },
          { x: 232, y: 88.5, text: '2', size: 7 },
          { x: 242, y: 84, text: 'of all that the wheel has ground' },
          ...prose(96),
        ],
        rules: [[232.2, 81.5, 235.7, 81.5]],
      },
    ]);
    expect(text).toContain('share is 1/2 of all that the wheel');
    expect(text).not.toMatch(/^[12]$/m);
  });
});
