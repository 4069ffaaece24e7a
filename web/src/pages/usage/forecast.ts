import type { Usage, UsageHistory } from '@filemill/client';

const dayMs = 86_400_000;

type Quota = Usage['quotas'][keyof Usage['quotas']];

/** Predicts when a quota that resets runs out at the current rate; `undefined` if not before the reset. */
export function runsOut(
  { used, limit, resetsAt }: Quota,
  windowStart: number,
  now: number,
): Date | undefined {
  if (limit === undefined || used === 0) return undefined;
  if (used >= limit) return new Date(now);
  const end = resetsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(resetsAt);
  const at = now + ((limit - used) * (now - windowStart)) / used;
  return at < end ? new Date(at) : undefined;
}

/** Predicts when stored files reach the limit, if they keep growing as in the given days. */
export function fillsUp(
  { used, limit }: Quota,
  days: UsageHistory['windows'],
  now: number,
): Date | undefined {
  if (limit === undefined) return undefined;
  if (used >= limit) return new Date(now);
  const known = days.filter(({ storageBytes }) => storageBytes !== undefined);
  const oldest = known.at(-1);
  if (!oldest || known.length < 2) return undefined;
  const passed = (now - Date.parse(oldest.start)) / dayMs;
  const perDay = (used - oldest.storageBytes!) / passed;
  if (perDay <= 0) return undefined;
  const inDays = (limit - used) / perDay;
  return inDays < 3650 ? new Date(now + inDays * dayMs) : undefined;
}

/** The start of the UTC month or day of a time. */
export const monthStart = (now: number): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
};
export const dayStart = (now: number): number => Math.floor(now / dayMs) * dayMs;
