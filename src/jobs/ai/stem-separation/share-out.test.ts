import { describe, expect, it } from 'vitest';
import { makeNoise } from '../testing/measure.ts';
import { shareOut } from './share-out.ts';

describe('distributing a sound over stems', () => {
  it.each([[[[3], [0, 1, 2]]], [[[3], [0], [1], [2]]]])('into %j gives stems that sum to it', sources => {
    const original = makeNoise(2000, 7).map(value => value / 2);
    const parts = shareOut({ original, made: makeNoise(8000, 3) }, 2, sources);
    for (let at = 0; at < original.length; at++)
      expect(parts.reduce((sum, part) => sum + part[at]!, 0)).toBeCloseTo(original[at]!, 5);
  });

  it('moves what would clip in one file to the others', () => {
    const made = Float32Array.from([1.4, -0.2, 0.1, -1.3]);
    const parts = shareOut({ original: Float32Array.from([0.2]), made }, 1, [[3], [0], [1], [2]]);
    expect(parts.every(part => Math.abs(part[0]!) <= 1.000001)).toBe(true);
    expect(parts.reduce((sum, part) => sum + part[0]!, 0)).toBeCloseTo(0.2, 5);
  });
});
