import { expect, test } from 'vitest';
import { findEvenlySpaced } from './even-gaps.ts';

const makeWords = (texts: string[], gaps: number[]) => {
  let left = 0;
  return texts.map((text, at) => {
    left += at === 0 ? 0 : gaps[at - 1]!;
    const word = { text, left, right: left + 6 * text.length, top: 0, bottom: 10 };
    left = word.right;
    return word;
  });
};

test('recognises the equal word gaps of a justified line, but not unequal gaps or columns of figures', () => {
  const justified = makeWords(['The', 'wheel', 'turns', 'slowly'], [12, 12.2, 11.9]);
  expect([...findEvenlySpaced(justified)].map(word => word.text)).toEqual(['wheel', 'turns', 'slowly']);
  expect(findEvenlySpaced(makeWords(['North', 'of', 'town', 'Mill'], [3, 3, 14])).size).toBe(0);
  expect(findEvenlySpaced(makeWords(['12', '34', '56', '78'], [12, 12, 12])).size).toBe(0);
});

test('takes equal gaps between Japanese words for columns, but not those between spaced letters', () => {
  expect(findEvenlySpaced(makeWords(['中央公園', '7時30分', '8時20分', '8時50分'], [18, 18, 18])).size).toBe(
    0,
  );
  expect(findEvenlySpaced(makeWords(['請', '求', '書'], [12, 12])).size).toBe(2);
});
