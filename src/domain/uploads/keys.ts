import type { Target } from './upload.ts';

/** A key of its own for every attempt: a late writer can never touch a file that a row names. */
export const makeStorageKey = ({ jobId, index }: Target, token: string): string =>
  `inputs/${jobId}/${index}/${token}`;

/** Begins with the job's id, by which the sweeper tells what is still wanted. */
export const makePartialKey = ({ jobId, index }: Pick<Target, 'jobId' | 'index'>): string =>
  `${jobId}/${index}`;
