import { expect, test } from 'vitest';
import { createIdentity, findSpareIds } from './identity.ts';

test('on a whole machine, picks uids that nothing else assigns', () => {
  expect(findSpareIds('         0          0 4294967295\n')).toEqual({ first: 0x70000000, end: 0x7fffffff });
});

test('in a container, picks the end of its uid range, but never the nobody uid', () => {
  expect(findSpareIds('0 100000 65536\n')).toEqual({ first: 61438, end: 65534 });
});

test('finds no spare uids if only one user is mapped', () => {
  expect(findSpareIds('0 1000 1\n')).toBeUndefined();
});

test('creates an identity within the range', () => {
  const { uid, gid } = createIdentity({ first: 61438, end: 65534 });
  expect(uid).toBe(gid);
  expect(uid).toBeGreaterThanOrEqual(61438);
  expect(uid).toBeLessThan(65534);
});
