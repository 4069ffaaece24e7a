import { limits } from './limits.ts';

/** Numbers of pieces of work, by kind. */
export type Work = Partial<Record<keyof typeof limits.work, number>>;

const kinds = Object.keys(limits.work) as (keyof typeof limits.work)[];

/** Returns the total time for this work. */
export const computeSeconds = (work: Work): number =>
  kinds.reduce((sum, kind) => sum + (work[kind] ?? 0) * limits.work[kind].seconds, 0);

/** Returns the memory for this work, if its kinds need more than a job may use anyway. */
export const computeMegabytes = (work: Work): number =>
  Math.max(0, ...kinds.map(kind => (work[kind] ? (limits.work[kind].megabytes ?? 0) : 0)));

/** Returns the time for a program started for this work. Even little work may find the machine busy. */
export const computeProgramSeconds = (work: Work): number =>
  Math.max(limits.minProgramSeconds, Math.ceil(computeSeconds(work)));
