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

describe('boxes to tick that are drawn', () => {
  it('stand before their labels, ticked or not', async () => {
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

  it('are no cells of a table', async () => {
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

describe('lists of entries', () => {
  it('side by side are read one after the other, if their lines drift apart', async () => {
    const list = (x: number, drift: number, name: string) =>
      Array.from({ length: 16 }, (_, at) => String.fromCharCode(97 + at)).flatMap((letter, at) =>
        row(80 + 12 * at + (at > 6 ? drift : 0), [x, x + 150], [`${name} ${letter}`, `${(at * 7) % 10}.50`]),
      );
    const { text } = await readDrawn(one(list(72, 0, 'Hunter'), list(330, 5, 'Archer')));
    expect(text.indexOf('Hunter p')).toBeLessThan(text.indexOf('Archer a'));
    expect(text).toMatch(/Hunter p \| 5\.50/);
  });

  it('whose further lines are indented are paragraphs each', async () => {
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
