import { expect, test } from 'vitest';
import { type Glyph, makePlainStyle } from '../../source.ts';
import { makeWords } from './words.ts';

const style = makePlainStyle(10);
const makeGlyph = (text: string, left: number, right: number): Glyph => ({
  ...{ text, left, right, top: 0, bottom: 10, baseline: 8 },
  style,
  spaceBefore: false,
});
const read = (glyphs: readonly Glyph[]): string[] => makeWords(glyphs).map(({ text }) => text);

test('keeps a ligature wider than its first character within its word', () => {
  const ligature = [makeGlyph('f', 10, 13), makeGlyph('i', 10, 13)];
  expect(read([makeGlyph('o', 5, 10), ...ligature, makeGlyph('n', 16, 21)])).toEqual(['ofin']);
  expect(read([makeGlyph('o', 5, 10), makeGlyph('f', 10, 13), makeGlyph('n', 16, 21)])).toEqual(['of', 'n']);
});

test('combines a double acute accent with the letter below it', () => {
  expect(read([makeGlyph('d', 5, 10), makeGlyph('˝', 10, 15), makeGlyph('o', 10, 15)])).toEqual(['dő']);
});

test('combines an accent of a formula with the letter below it', () => {
  expect(read([makeGlyph('θ', 5, 10), makeGlyph('\u0302', 6, 9)])).toEqual(['θ\u0302']);
});
