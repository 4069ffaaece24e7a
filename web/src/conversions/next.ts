import type { Item } from '../added-files/item.ts';
import { changeItem } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { ensureStarted } from '../api/jobs.ts';

/** Starts the next job of an item on the result of the one before. */
export async function startNext(item: Item): Promise<void> {
  const { jobs } = workspaceApi(item.workspaceId);
  const [made] = item.job!.result!.files;
  const [first, ...rest] = item.next!;
  const created = await jobs.create({
    type: first!.type,
    inputArtifactId: made!.artifactId,
    options: first!.options,
    autoStart: true,
  });
  changeItem(item.id, { job: await ensureStarted(item.workspaceId, created), next: rest });
}
