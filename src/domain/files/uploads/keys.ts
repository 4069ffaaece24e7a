import type { UploadTarget } from './upload.ts';

/** Every attempt gets a key of its own, so that a late writer never touches a file that a row names. */
export const makeStorageKey = ({ jobId, index }: UploadTarget, token: string): string =>
  `inputs/${jobId}/${index}/${token}`;

/** Begins with the job's id, by which the sweeper finds out whether it is still wanted. */
export const makePartialKey = ({ jobId, index }: Pick<UploadTarget, 'jobId' | 'index'>): string =>
  `${jobId}/${index}`;
