import { describe, expect, it } from 'vitest';
import { one, readDrawn } from './testing/read-drawn.ts';

describe('text', () => {
  it('that is double-spaced is one paragraph, and a line that ends early ends it', async () => {
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

  it('beside the numbers of its lines keeps its order though some lines have gaps and some numbers stand alone', async () => {
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

  it('keeps the numbers that begin the rows of a table', async () => {
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
});
