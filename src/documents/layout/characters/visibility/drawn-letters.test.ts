import { expect, test } from 'vitest';
import type { SourcePage } from '../../../source.ts';
import { hasDrawnLetters } from './drawn-letters.ts';

const drawShapes = (count: number, colour: number): SourcePage => ({
  number: 1,
  width: 600,
  height: 800,
  glyphs: [],
  rules: [],
  fills: Array.from({ length: count }, (_, at) => ({
    left: 10 * at,
    top: 100,
    right: 10 * at + 6,
    bottom: 109,
    colour,
  })),
  images: [],
  dots: [],
  ticks: [],
  shapes: [],
  links: [],
  fields: [],
  tags: [],
});

test('a page of many shapes of the size of letters has drawn letters, unless they are white', () => {
  expect(hasDrawnLetters(drawShapes(30, 0))).toBe(true);
  expect(hasDrawnLetters(drawShapes(10, 0))).toBe(false);
  expect(hasDrawnLetters(drawShapes(30, 0xffffff))).toBe(false);
});
