import { expect, test } from 'vitest';
import { Hyphens } from './hyphens.ts';

test('a hyphen stays where the document writes the word with one', () => {
  const hyphens = new Hyphens();
  hyphens.learn('a well-known fact about consectetuer lines');
  expect(hyphens.joined('it is well-', 'known that')).toBe('it is well-known that');
  expect(hyphens.joined('lorem consec-', 'tetuer elit')).toBe('lorem consectetuer elit');
  expect(hyphens.joined('pages 1-', '3 of it')).toBeUndefined();
  expect(hyphens.joined('ends here.', 'next')).toBeUndefined();
});
