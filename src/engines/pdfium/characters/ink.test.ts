import { expect, test } from 'vitest';
import { makePlainStyle } from '../../../documents/source.ts';
import { mayBeTall } from './ink.ts';

test('only brackets of fonts for formulas may be higher than other signs', () => {
  const formula = { ...makePlainStyle(10), font: 'ABCDEF+NewCMMath-Book' };
  expect(['(', '{', '|'].every(sign => mayBeTall(sign, formula))).toBe(true);
  expect(mayBeTall('a', formula)).toBe(false);
  expect(mayBeTall('(', { ...formula, font: 'ABCDEF+CMR10' })).toBe(false);
});
