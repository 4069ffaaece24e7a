import { allItems, restoreItems } from '../added-files/store.ts';
import { resumeUploads } from '../added-files/uploads.ts';
import { isOnline, onConnectionChange } from '../api/online.ts';
import { followJobs } from './follow.ts';
import { watchForEnd } from './notify.ts';
import { resumeStarts } from './start.ts';
import { watchUploads } from './start-uploaded.ts';

let restored: Promise<void> | undefined;

/** Resumes the work from before a reload, once per page load. */
export function restoreWork(): Promise<void> {
  restored ??= restoreItems().then(async items => {
    followJobs();
    watchUploads();
    watchForEnd();
    // Conversions that were requested during an outage are requested again after it.
    onConnectionChange(() => {
      if (isOnline()) void resumeStarts(allItems());
    });
    await Promise.all([resumeUploads(items), resumeStarts(items)]);
  });
  return restored;
}
