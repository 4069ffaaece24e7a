import { expect, test } from 'vitest';
import { Hyphens } from './hyphens.ts';

test('keeps a line-end hyphen if the document hyphenates the word elsewhere', () => {
  const hyphens = new Hyphens();
  hyphens.learn('a well-known fact about consectetuer lines');
  expect(hyphens.joined('it is well-', 'known that')).toBe('it is well-known that');
  expect(hyphens.joined('lorem consec-', 'tetuer elit')).toBe('lorem consectetuer elit');
  expect(hyphens.joined('pages 1-', '3 of it')).toBeUndefined();
  expect(hyphens.joined('ends here.', 'next')).toBeUndefined();
});

test('keeps a line-end hyphen between two whole words, after capitals and before a name', () => {
  const hyphens = new Hyphens();
  for (const line of ['the old four models of the year, the compartment are nega-', 'tive and positive'])
    hyphens.learn(line);
  expect(hyphens.joined('a four-', 'compartment model')).toBe('a four-compartment model');
  expect(hyphens.joined('a year-', 'old result')).toBe('a year-old result');
  expect(hyphens.joined('a nega-', 'tive result')).toBe('a negative result');
  expect(hyphens.joined('with DXA-', 'derived values')).toBe('with DXA-derived values');
  expect(hyphens.joined('the McGraw-', 'Hill press')).toBe('the McGraw-Hill press');
  expect(hyphens.joined('the short-', 'and long-term view')).toBeUndefined();
});
