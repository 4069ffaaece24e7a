import { expect, test } from 'vitest';
import { makeWords } from './words.ts';

const makeHeardWords = (...pieces: string[]) =>
  makeWords({
    result: pieces.join(''),
    segments: pieces.map((text, at) => ({ text, t0: 100 * at, t1: 100 * (at + 1) })),
  });

test('attaches a combining mark and its time to the word before it', () => {
  const words = makeHeardWords(' ก', 'ิ', 'น', '้ำ');
  expect(words.map(({ text }) => text)).toEqual(['กิ', 'น้ำ']);
  expect(words.map(({ start, end }) => [start, end])).toEqual([
    [0, 0.2],
    [0.2, 0.4],
  ]);
});

test('marks the first word of a window as glued in scripts without spaces', () => {
  expect(makeHeardWords('我', '们').map(({ glued }) => glued)).toEqual([true, true]);
  expect(makeHeardWords(' We', ' go').map(({ glued }) => glued)).toEqual([undefined, undefined]);
});
