import { isStartable } from '../added-files/item.ts';
import { allItems, changeItem, findItem, onItemsChange } from '../added-files/store.ts';
import { jobTypesQuery } from '../api/job-types.ts';
import { queryClient } from '../api/query-client.ts';
import { startItems } from './start.ts';

async function startUploaded(id: string): Promise<void> {
  const item = findItem(id);
  if (!item?.startsWhenUploaded || !isStartable(item)) return;
  // This comes first, because the change is itself announced to the listener below.
  changeItem(id, { startsWhenUploaded: false });
  const jobTypes = await queryClient.ensureQueryData(jobTypesQuery(item.workspaceId));
  const current = findItem(id);
  if (current) await startItems([current], jobTypes);
}

/** Starts conversions that were requested during an upload once the upload is complete, also after a reload. */
export function watchUploads(): void {
  const startAll = () => {
    for (const { id } of allItems()) void startUploaded(id);
  };
  onItemsChange(startAll);
  startAll();
}
