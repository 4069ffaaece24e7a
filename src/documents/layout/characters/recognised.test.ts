import { expect, test } from 'vitest';
import { joinWords } from '../page.ts';
import { prepareRecognised, type RecognisedWord } from './recognised.ts';

const makeWord = (text: string, left: number, top: number, height = 7): RecognisedWord => ({
  ...{ text, left, top, right: left + 6 * text.length, bottom: top + height },
  confidence: 90,
});
const read = (lines: readonly RecognisedWord[][]) =>
  prepareRecognised({ number: 1, width: 600, height: 800, rules: [] }, lines).lines;

test('gives recognised lines of nearly the same height one size, and larger ones their own', () => {
  const line = (top: number, height: number) => [
    makeWord('nurses', 50, top, height),
    makeWord('saw us', 90, top, height),
  ];
  const [title, ...others] = read([line(40, 11), line(80, 7), line(94, 7.5), line(108, 6.6)]);
  expect(new Set(others.map(({ size }) => size)).size).toBe(1);
  expect(title!.size).toBeGreaterThan(1.3 * others[0]!.size);
});

test('measures the size of a line by the letters that it has', () => {
  const sizes = [
    makeWord('sow', 50, 80, 4.8),
    makeWord('Sow', 50, 100, 7.2),
    makeWord('gig,', 50, 120, 9.3),
  ].map(word => read([[word]])[0]!.size);
  expect(sizes).toEqual([10, 10, 10]);
});

test('drops dirt, and parts lines that were recognised as one though they stand above one another', () => {
  const lines = read([
    [makeWord('.', 40, 80), makeWord('The', 50, 80), makeWord('wheel', 72, 80)],
    [makeWord('of', 50, 112), makeWord('wind', 66, 112), makeWord('Set', 40, 100), makeWord('free', 62, 100)],
  ]);
  expect(lines.map(({ words }) => joinWords(words))).toEqual(['The wheel', 'Set free', 'of wind']);
});
