import { restoreItems } from '../added-files/store.ts';
import { resumeUploads } from '../added-files/uploads.ts';
import { followJobs } from './follow.ts';

let restored: Promise<void> | undefined;

/** Resumes the work from before a reload, once per page load. */
export function restoreWork(): Promise<void> {
  restored ??= restoreItems().then(async items => {
    followJobs();
    await resumeUploads(items);
  });
  return restored;
}
