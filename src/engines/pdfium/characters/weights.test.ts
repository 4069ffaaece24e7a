import { expect, test } from 'vitest';
import { isBold } from './weights.ts';

test('a font is bold by its name, or by its weight where its name says nothing else', () => {
  const heavy = 700;
  for (const name of ['ABCDEF+CMBX10', 'LMRoman12-Bold', 'Arial,Bold', 'Palatino'])
    expect(isBold(name, heavy)).toBe(true);
  for (const name of ['ABCDEF+CMR12', 'SFRM1000', 'LMRoman10-Regular', 'Arial-Light'])
    expect(isBold(name, heavy)).toBe(false);
  expect(isBold('ABCDEF+CMBX10', 400)).toBe(true);
  expect(isBold('Palatino', 400)).toBe(false);
});
