import { type Item, stageOf } from '../added-files/item.ts';
import { changeItem, findItem, removeItems } from '../added-files/store.ts';
import { roomOf } from '../api/client.ts';
import { sayProblem } from '../api/problem.ts';
import { strings } from '../wording/strings.ts';

const words = strings.convert;

/** Joins what an item waits for, once all of it is there; the pages by themselves are then no longer listed. */
export async function joinPages({ id, workspaceId, waitsFor = [] }: Item): Promise<void> {
  const pages = waitsFor.map(findItem);
  const lost = pages.find(page => !page || ['failed', 'refused'].includes(stageOf(page)));
  if (lost || pages.includes(undefined))
    return changeItem(id, { waitsFor: undefined, problem: words.onePdfFailed(lost?.name) });
  if (!pages.every(page => stageOf(page!) === 'done')) return;
  try {
    const { jobs } = roomOf(workspaceId);
    const created = await jobs.createMerge({
      files: pages.map(page => ({ inputArtifactId: page!.job!.result!.files[0]!.artifactId })),
      options: { preserveBookmarks: false },
    });
    const job = await jobs.start(created.id);
    changeItem(id, { job, format: 'pdf', target: 'pdf-extract', waitsFor: undefined });
    removeItems(waitsFor);
  } catch (error) {
    changeItem(id, { waitsFor: undefined, problem: sayProblem(error) });
  }
}
