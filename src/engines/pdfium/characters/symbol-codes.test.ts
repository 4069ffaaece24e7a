import { expect, it } from 'vitest';
import { readSymbol } from './symbol-codes.ts';

it('maps codes of symbol fonts to Unicode characters', () => {
  expect(readSymbol(0xf0fe, 'ABCDEF+Wingdings-Regular')).toBe('☑');
  expect([0xf061, 0xf070, 0xf057, 0xf0a3, 0xf03d].map(code => readSymbol(code, 'SymbolMT')).join('')).toBe(
    'απΩ≤=',
  );
  expect(readSymbol(0xf095, 'OpenSymbol')).toBe('•');
  expect(readSymbol(0x41, 'Wingdings')).toBeUndefined();
  expect(readSymbol(0xf061, 'Helvetica')).toBeUndefined();
});
