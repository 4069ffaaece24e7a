import type { Item } from '../added-files/item.ts';
import { changeItem } from '../added-files/store.ts';
import { roomOf } from '../api/client.ts';

/** The job that follows one that has ended, on what it made. */
export async function startNext(item: Item): Promise<void> {
  const { jobs } = roomOf(item.workspaceId);
  const [made] = item.job!.result!.files;
  const created = await jobs.create({
    type: item.next!.type,
    inputArtifactId: made!.artifactId,
    options: item.next!.options,
  });
  changeItem(item.id, { job: await jobs.start(created.id), next: undefined });
}
