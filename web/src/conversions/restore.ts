import { restoreItems } from '../added-files/store.ts';
import { resumeUploads } from '../added-files/uploads.ts';
import { followJobs } from './follow.ts';

let restored: Promise<void> | undefined;

/** Once for the whole page: what was under way before it was loaded anew goes on. */
export function restoreWork(): Promise<void> {
  restored ??= restoreItems().then(async items => {
    followJobs();
    await resumeUploads(items);
  });
  return restored;
}
