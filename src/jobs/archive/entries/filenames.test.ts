import { expect, test } from 'vitest';
import { chooseFilenames } from './filenames.ts';

test('files whose names are blank get a name, also where there are several', () => {
  expect(chooseFilenames([' ', '\u3000', 'file', 'a/ '])).toEqual(['file', 'file (2)', 'file (3)', 'a_ ']);
});

test('many files with one name that is too long are numbered without trying every number again', {
  timeout: 5000,
}, () => {
  const names = chooseFilenames(Array.from({ length: 3000 }, () => `${'n'.repeat(300)}.txt`));
  expect(new Set(names).size).toBe(3000);
  expect(names.at(-1)).toBe(`${'n'.repeat(244)} (3000).txt`);
});
