import { getStage, type Item } from '../added-files/item.ts';
import { changeItem, findItem, removeItems } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { ensureStarted } from '../api/jobs.ts';
import { describeProblem } from '../api/problem.ts';
import { strings } from '../wording/strings.ts';

const words = strings.convert;

/** Joins the results an item waits for, once all of them are done, and removes their items from the list. */
export async function joinPages({ id, workspaceId, waitsFor = [] }: Item): Promise<void> {
  const pages = waitsFor.map(findItem);
  const lost = pages.find(page => !page || ['failed', 'refused'].includes(getStage(page)));
  if (lost || pages.includes(undefined))
    return changeItem(id, { waitsFor: undefined, problem: words.onePdfFailed(lost?.name) });
  if (!pages.every(page => getStage(page!) === 'done')) return;
  try {
    const { jobs } = workspaceApi(workspaceId);
    const created = await jobs.createMerge({
      files: pages.map(page => ({ inputArtifactId: page!.job!.result!.files[0]!.artifactId })),
      options: { preserveBookmarks: false },
      autoStart: true,
    });
    const job = await ensureStarted(workspaceId, created);
    changeItem(id, { job, format: 'pdf', target: 'pdf-extract', waitsFor: undefined });
    removeItems(waitsFor);
  } catch (error) {
    changeItem(id, { waitsFor: undefined, problem: describeProblem(error) });
  }
}
