import { expect, it } from 'vitest';
import { isExtensionFont, readExtension } from './extension-codes.ts';

it('reads operators and brackets by the codes of the font of TeX, unless the file names them', () => {
  expect(isExtensionFont('ABCDEF+CMEX10')).toBe(true);
  expect(isExtensionFont('CMR10')).toBe(false);
  const codes = [0x00, 0x12, 0x28, 0x58, 0x5a, 0x3f, 0x70];
  expect(codes.map(code => readExtension(code, true)).join('')).toBe('(({∑∫|√');
  expect(readExtension(0x28, false)).toBeUndefined();
  expect([0xf8ee, 0xf8f0, 0xf8fb].map(code => readExtension(code, false)).join('')).toBe('⎡⎣⎦');
});
