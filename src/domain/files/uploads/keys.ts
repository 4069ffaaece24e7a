import type { UploadTarget } from './upload.ts';

/** Makes a key for each attempt, so that a late writer never touches a file that a row names. */
export const makeStorageKey = ({ jobId, index }: UploadTarget, token: string): string =>
  `inputs/${jobId}/${index}/${token}`;

/** Makes a key that begins with the job's id, by which the sweeper finds out whether the upload is still wanted. */
export const makePartialKey = ({ jobId, index }: Pick<UploadTarget, 'jobId' | 'index'>): string =>
  `${jobId}/${index}`;
