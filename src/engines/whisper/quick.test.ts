import { expect, test } from 'vitest';
import { placePieces } from './quick.ts';

test('restores the spaces before pieces', () => {
  const pieces = ['', 'And', 'so', ',', 'my', 'fellow', 'Ameri', 'cans', '.'].map((text, at) => ({
    text,
    start: at,
    end: at + 1,
  }));
  const placed = placePieces(' And so, my fellow Americans.', pieces);
  expect(placed.map(({ text }) => text)).toEqual([
    ...['', ' And', ' so', ',', ' my', ' fellow', ' Ameri', 'cans', '.'],
  ]);
  expect(placed[1]).toEqual({ text: ' And', t0: 10, t1: 20 });
});
