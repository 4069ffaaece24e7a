import { expect, test } from 'vitest';
import { type Glyph, makePlainStyle } from '../../source.ts';
import { makeLines } from './lines.ts';
import { makeLetters, readMirrored } from './right-to-left.ts';

const style = makePlainStyle(10);
const makeGlyph = (text: string, left: number, right: number): Glyph => ({
  ...{ text, left, right, top: 0, bottom: 10, baseline: 8 },
  style,
  spaceBefore: false,
});

const read = (glyphs: readonly Glyph[]): string =>
  readMirrored(makeLines(makeLetters(glyphs), []), 200, [])
    .lines.flatMap(line => line.words.map(word => word.text))
    .join(' ');

test('keeps the letters of a ligature in order, whichever order the file stores them in', () => {
  const [alef, before, after] = [makeGlyph('ا', 100, 104), makeGlyph('ك', 88, 92), makeGlyph('ن', 83, 88)];
  const [lam, hamza] = [makeGlyph('ل', 92, 100), makeGlyph('أ', 92, 100)];
  expect(read([alef, lam, hamza, before, after])).toBe('الأكن');
  expect(read([alef, hamza, lam, before, after])).toBe('الأكن');
});
