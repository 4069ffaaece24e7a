import { runsAll } from './needs.ts';

/** Pseudo-random numbers from 0 to 1, determined by the seed (mulberry32). */
export function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the random numbers of a test: the same in every `npm test`, others in every `npm run test:all`. The test prints
 * its seed; `CHAOS_SEED` repeats a run.
 */
export function printedChance(test: string): () => number {
  const seed = Number(process.env.CHAOS_SEED ?? (runsAll ? Math.floor(Math.random() * 2 ** 32) : 1));
  console.log(`${test}: CHAOS_SEED=${seed}`);
  return seededChance(seed);
}
