import type { Item } from '../added-files/item.ts';
import { addItems } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { ensureStarted } from '../api/jobs.ts';
import { strings } from '../wording/strings.ts';
import { followJobs } from './follow.ts';

export interface MergePlan {
  items: Item[];
  /** The parts in order: a file and its pages. */
  parts: { itemId: string; pages: number[] }[];
  bookmarks: boolean;
}

/**
 * Returns the page order of the merged files, or undefined if it is unchanged. Files are merged in the order of their
 * first occurrence.
 */
export function listOrder(
  parts: MergePlan['parts'],
  counts: Record<string, number>,
): { files: string[]; pages: number[] | undefined } {
  const files = [...new Set(parts.map(({ itemId }) => itemId))];
  const before = (itemId: string) =>
    files.slice(0, files.indexOf(itemId)).reduce((sum, id) => sum + counts[id]!, 0);
  const pages = parts.flatMap(part => part.pages.map(page => before(part.itemId) + page));
  const all = files.reduce((sum, id) => sum + counts[id]!, 0);
  const isUnchanged = pages.length === all && pages.every((page, index) => page === index + 1);
  return { files, pages: isUnchanged ? undefined : pages };
}

/** Merges stored files. If pages were moved or left out, a second job reorders them. */
export async function mergeItems(
  { items, parts, bookmarks }: MergePlan,
  counts: Record<string, number>,
): Promise<void> {
  const { files, pages } = listOrder(parts, counts);
  const chosen = files.map(id => items.find(item => item.id === id)!);
  const { workspaceId } = chosen[0]!;
  const { jobs } = workspaceApi(workspaceId);
  const created = await jobs.createMerge({
    files: chosen.map(({ upload }) => ({ inputArtifactId: upload.artifactId! })),
    options: { preserveBookmarks: bookmarks },
    autoStart: true,
  });
  const job = await ensureStarted(workspaceId, created);
  const item: Item = {
    id: crypto.randomUUID(),
    workspaceId,
    name: strings.merge.result,
    size: chosen.reduce((sum, { size }) => sum + size, 0),
    format: 'pdf',
    target: 'pdf-extract',
    options: {},
    upload: { state: 'done', loaded: 0, bytesPerSecond: 0 },
    job,
    ...(pages && { next: { type: 'pdf-extract', options: { pages: pages.join(',') } } }),
  };
  addItems([item]);
  followJobs();
}
