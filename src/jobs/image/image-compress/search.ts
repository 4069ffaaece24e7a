import type { Compressor } from './compressor.ts';

/** The share of the target at which the search stops. */
const closeness = 0.95;
const maxAttempts = 12;

type Ladder = Pick<Compressor, 'exact' | 'levels' | 'start' | 'level' | 'between'>;

export interface Found {
  data: Buffer;
  /** True if the encoding is lossless, so that no better one can fill the rest of the target. */
  exact: boolean;
}

/** Returns the lossless encoding if it fits, otherwise the best that fits, otherwise the smallest. */
export async function searchWithin(target: number, ladder: Ladder, onAttempt: () => void): Promise<Found> {
  const exact = await ladder.exact?.();
  if (exact && exact.length <= target) return { data: exact, exact: true };
  return { data: await searchLevels(target, ladder, onAttempt), exact: false };
}

/** Returns the largest encoding of at most `target` bytes, or the smallest one if none fits. */
async function searchLevels(target: number, ladder: Ladder, onAttempt: () => void): Promise<Buffer> {
  let low = 0;
  let high = ladder.levels + 1;
  let lowBytes: number | undefined;
  let highBytes: number | undefined;
  let best: Buffer | undefined;
  let smallest: Buffer | undefined;
  let level = ladder.start;
  for (let attempt = 0; attempt < maxAttempts && high - low > 1; attempt++) {
    const data = await ladder.level(level)();
    onAttempt();
    if (!smallest || data.length < smallest.length) smallest = data;
    if (data.length <= target) {
      if (!best || data.length > best.length) best = data;
      if (data.length >= target * closeness) return data;
      [low, lowBytes] = [level, data.length];
    } else [high, highBytes] = [level, data.length];
    level = guessNextLevel(target, low, high, lowBytes, highBytes);
  }
  if (!best) return smallest!;
  for (const attempt of ladder.between(low, high > ladder.levels ? undefined : high)) {
    if (best.length >= target * closeness) break;
    const data = await attempt();
    onAttempt();
    if (data.length <= target && data.length > best.length) best = data;
  }
  return best;
}

/** Sizes grow about exponentially with quality, so the next level is interpolated on a logarithmic scale. */
function guessNextLevel(
  target: number,
  low: number,
  high: number,
  lowBytes?: number,
  highBytes?: number,
): number {
  const middle = Math.floor((low + high) / 2);
  if (lowBytes === undefined || highBytes === undefined || lowBytes >= highBytes) return middle;
  const aim = Math.log(target * (1 + closeness) * 0.5);
  const share = (aim - Math.log(lowBytes)) / (Math.log(highBytes) - Math.log(lowBytes));
  return Math.min(high - 1, Math.max(low + 1, Math.round(low + (high - low) * share)));
}
