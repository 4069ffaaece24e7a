import { limits } from './limits.ts';

/** Pieces of work, by kind and number. */
export type Work = Partial<Record<keyof typeof limits.work, number>>;

const kinds = Object.keys(limits.work) as (keyof typeof limits.work)[];

/** How long this work may take, all of it together. */
export const computeSeconds = (work: Work): number =>
  kinds.reduce((sum, kind) => sum + (work[kind] ?? 0) * limits.work[kind].seconds, 0);

/** How much memory this work may take, where its kinds say more than a job may use anyway. */
export const computeMegabytes = (work: Work): number =>
  Math.max(0, ...kinds.map(kind => (work[kind] ? (limits.work[kind].megabytes ?? 0) : 0)));

/** How long a program may take that is started for this work: even little work may find the machine busy. */
export const programSeconds = (work: Work): number =>
  Math.max(limits.leastProgramSeconds, Math.ceil(computeSeconds(work)));
