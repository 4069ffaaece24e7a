import { isStartable } from '../added-files/item.ts';
import { allItems, changeItem, findItem, onItemsChange } from '../added-files/store.ts';
import { jobTypesQuery } from '../api/job-types.ts';
import { queryClient } from '../api/query-client.ts';
import { startItems } from './start.ts';

async function startUploaded(): Promise<void> {
  for (const { id, workspaceId } of allItems().filter(item => item.startsWhenUploaded && isStartable(item))) {
    // At first, so that no later change starts it a second time.
    changeItem(id, { startsWhenUploaded: false });
    const jobTypes = await queryClient.ensureQueryData(jobTypesQuery(workspaceId));
    const item = findItem(id);
    if (item) void startItems([item], jobTypes);
  }
}

/** Starts conversions that were requested during an upload once the upload is complete, also after a reload. */
export function watchUploads(): void {
  onItemsChange(() => void startUploaded());
  void startUploaded();
}
