import { describe, expect, it } from 'vitest';
import type { DrawnPage } from './testing/draw-pdf.ts';
import { one, prose, readDrawn, row } from './testing/read-drawn.ts';

/** Draws a box of nine points. */
const box = (x: number, y: number): NonNullable<DrawnPage['rules']> => [
  [x, y, x + 9, y],
  [x, y + 9, x + 9, y + 9],
  [x, y, x, y + 9],
  [x + 9, y, x + 9, y + 9],
];

describe('drawn checkboxes', () => {
  it('are read before their labels, ticked or not', async () => {
    const { text } = await readDrawn([
      {
        texts: [
          ...prose(40),
          { x: 90, y: 108, text: 'Married' },
          { x: 190, y: 108, text: 'Single' },
          { x: 72.5, y: 108, text: 'X', size: 9 },
          { x: 90, y: 128, text: 'I agree to the rules of the house' },
          { x: 90, y: 148, text: 'Send me the newsletter' },
        ],
        rules: [
          ...box(71, 100),
          ...box(171, 100),
          ...box(71, 120),
          ...box(71, 140),
          // A tick is two slanted lines.
          [73, 125, 75, 128],
          [75, 128, 79, 121],
        ],
      },
    ]);
    expect(text).toContain('☑ Married');
    expect(text).toContain('☐ Single');
    expect(text).toMatch(/☑ I agree to the rules of the house\n\n☐ Send me the newsletter/);
  });

  it('are not taken for table cells', async () => {
    const { text } = await readDrawn([
      {
        texts: [
          ...row(60, [72, 200], ['Question', 'Answer'], 'bold'),
          ...row(80, [72, 214], ['Is it warm?', 'yes']),
          ...row(100, [72, 214], ['Is it dry?', 'no']),
        ],
        rules: [
          ...[46, 66, 86, 106].map((y): [number, number, number, number] => [66, y, 300, y]),
          ...[66, 190, 300].map((x): [number, number, number, number] => [x, 46, x, 106]),
          ...box(200, 72),
          ...box(200, 92),
        ],
      },
    ]);
    expect(text).toContain('| Is it warm? | ☐ yes |\n| Is it dry? | ☐ no |');
  });
});

it('boxes that are drawn as white areas are read, and white cells side by side are not', async () => {
  const area = (x: number, y: number, width = 10) => ({ x, y, width, height: 10, colour: '1 1 1' });
  const { text } = await readDrawn([
    {
      texts: [...prose(60), ...row(130, [90, 90], ['By post']), ...row(160, [90], ['Beside a cell'])],
      areas: [area(74, 122), area(74, 152), area(84, 152, 200)],
    },
  ]);
  expect(text).toContain('☐ By post');
  expect(text).toMatch(/\nBeside a cell/);
});

describe('lists of entries', () => {
  it('side by side are read one after the other if their lines drift apart', async () => {
    const list = (x: number, drift: number, name: string) =>
      Array.from({ length: 16 }, (_, at) => String.fromCharCode(97 + at)).flatMap((letter, at) =>
        row(80 + 12 * at + (at > 6 ? drift : 0), [x, x + 150], [`${name} ${letter}`, `${(at * 7) % 10}.50`]),
      );
    const { text } = await readDrawn(one(list(72, 0, 'Hunter'), list(330, 5, 'Archer')));
    expect(text.indexOf('Hunter p')).toBeLessThan(text.indexOf('Archer a'));
    expect(text).toMatch(/Hunter p \| 5\.50/);
  });

  it('with hanging indents become one paragraph each', async () => {
    const entries = ['Abbott, Robert, 43', 'Barnes, Albert, 25, 28, 29, 30, 31, 32, 33,', 'Cole, Ann, 16'];
    const { text } = await readDrawn(
      one(
        { x: 72, y: 80, text: entries[0]! },
        { x: 72, y: 92, text: entries[1]! },
        { x: 90, y: 104, text: '44, 45' },
        { x: 72, y: 116, text: entries[2]! },
        { x: 72, y: 128, text: 'Dean, Charles, 13, 15, 17, 29, 31, 35, 37,' },
        { x: 90, y: 140, text: '38, 42' },
        { x: 72, y: 152, text: 'Frost, John, 7' },
      ),
    );
    expect(text.trim().split('\n\n')).toEqual([
      entries[0],
      `${entries[1]} 44, 45`,
      entries[2],
      'Dean, Charles, 13, 15, 17, 29, 31, 35, 37, 38, 42',
      'Frost, John, 7',
    ]);
  });
});

describe('business documents', () => {
  const at = [72, 120, 330, 400, 470];

  it('separate a statement’s table from the line above it', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [72, 190], ['Sort code 12-34-56', 'Account 00112233']),
        row(80, at, ['Date', 'Description', 'Out', 'In', 'Balance'], 'bold'),
        row(94, at, ['01 Mar', 'Brought forward', '', '', '1,204.55']),
        row(108, at, ['02 Mar', 'Card payment to the shop', '23.10', '', '1,181.45']),
        row(122, at, ['03 Mar', 'Water company', '45.00', '', '1,136.45']),
        row(136, at, ['05 Mar', 'Salary of the month', '', '2,100.00', '3,236.45']),
        row(150, at, ['09 Mar', 'Rent', '950.00', '', '2,286.45']),
      ),
    );
    expect(text).toMatch(/^Sort code 12-34-56 Account 00112233\n\n\| Date \| Description/);
  });

  it('keep the last row of a balance sheet with indented names', async () => {
    const x = (indent: number) => [72 + indent, 300, 400];
    const { text } = await readDrawn(
      one(
        row(60, x(0), ['', '2025', '2024'], 'bold'),
        row(76, x(0), ['Assets in all, before tax', '310', '225']),
        row(92, x(12), ['Non-current', '140', '118']),
        row(108, x(24), ['Plant', '130', '98']),
        row(124, x(24), ['Rights and other', '10', '20']),
        row(140, x(12), ['Current', '170', '107']),
        row(156, x(24), ['Stock', '90', '77']),
        row(172, x(24), ['Cash', '80', '30']),
        row(188, x(0), ['Total', '620', '450'], 'bold'),
      ),
    );
    expect(text).toContain('| **Total** | **620** | **450** |');
  });

  it('join the indented lines of a numbered clause', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [72, 100], ['1.1', 'The tenant pays the rent on the first day of each month without any']),
        { x: 106, y: 72, text: 'deduction, and the landlord confirms each payment in writing as soon as' },
        { x: 106, y: 84, text: 'it has arrived.' },
        row(104, [72, 100], ['1.2', 'Interest is due on late payment.']),
      ),
    );
    expect(text.trim().split('\n\n')).toEqual([
      expect.stringMatching(/^1\.1 The tenant .* without any deduction, .* has arrived\.$/),
      '1.2 Interest is due on late payment.',
    ]);
  });

  it('such as receipts keep single spaces and a price that stands between the lines of its item', async () => {
    const line = (y: number, name: string, price: string) => row(y, [20, 200], [name, price], 'mono');
    const { text } = await readDrawn(
      one(
        row(40, [60], ['12 High Street'], 'mono'),
        line(70, '2 x Milk 1 l', '2.40'),
        line(84, 'Apples 1.2 kg', '3.48'),
        row(98, [20], ['Liquid soap, lemon'], 'mono'),
        row(104, [200], ['2.10'], 'mono'),
        row(110, [20], ['500 ml'], 'mono'),
        line(124, 'Bread, brown', '1.95'),
        line(138, 'Total', '9.93'),
        line(152, 'Cash', '10.00'),
      ),
    );
    expect(text).toContain('| Liquid soap, lemon 500 ml | 2.10 |');
    expect(text).toContain('| Apples 1.2 kg | 3.48 |');
    expect(text).not.toContain('| 12 High');
  });

  it('separate closely spaced column headers, and read the line above the table first', async () => {
    const right = (x: number, text: string) => x - 5.56 * text.replace('.', '').length;
    const { text } = await readDrawn(
      one(
        { x: 285, y: 60, text: 'Sheet' },
        row(80, [58, 98, 139, 171, 203], ['Region', 'Quarter', 'Units', 'Price', 'Total']),
        ['12', '20', '33', '40'].flatMap((units, at) =>
          row(
            93 + 13 * at,
            [58, 98, right(169, units), right(197, '1.5'), right(231, '48')],
            ['North', `Q${at + 1}`, units, '1.5', `${90 - at}`],
          ),
        ),
      ),
    );
    expect(text).toMatch(/^(?:# )?Sheet\n\n\| Region \| Quarter \| Units \| Price \| Total \|/);
  });

  it('keep the lines of an address', async () => {
    const { text } = await readDrawn(
      one(
        row(60, [72], ['Mr Charles Babbage']),
        row(72, [72], ['1 Dorset Street']),
        row(84, [72], ['London']),
        prose(120),
      ),
    );
    expect(text).toMatch(/^Mr Charles Babbage\n\n1 Dorset Street\n\nLondon\n\nThe wheel/);
  });
});
