import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

const heard = (...pieces: string[]) =>
  wordsOf({
    result: pieces.join(''),
    segments: pieces.map((text, at) => ({ text, t0: 100 * at, t1: 100 * (at + 1) })),
  });

test('a sign that stands on a letter belongs to the word before it, and to its time', () => {
  const words = heard(' ก', 'ิ', 'น', '้ำ');
  expect(words.map(({ text }) => text)).toEqual(['กิ', 'น้ำ']);
  expect(words.map(({ start, end }) => [start, end])).toEqual([
    [0, 0.2],
    [0.2, 0.4],
  ]);
});
