import { expect, test } from 'vitest';
import { createIdentity, findSpareIds } from './identity.ts';

test('a whole machine gives uids nobody else hands out', () => {
  expect(findSpareIds('         0          0 4294967295\n')).toEqual({ first: 0x70000000, end: 0x7fffffff });
});

test('a container’s slice gives its end, never nobody', () => {
  expect(findSpareIds('0 100000 65536\n')).toEqual({ first: 61438, end: 65534 });
});

test('a single mapped user gives none', () => {
  expect(findSpareIds('0 1000 1\n')).toBeUndefined();
});

test('an identity lies in its range', () => {
  const { uid, gid } = createIdentity({ first: 61438, end: 65534 });
  expect(uid).toBe(gid);
  expect(uid).toBeGreaterThanOrEqual(61438);
  expect(uid).toBeLessThan(65534);
});
