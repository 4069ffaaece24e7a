import { type Item, nameInput } from '../added-files/item.ts';
import { addItems } from '../added-files/store.ts';
import { workspaceApi } from '../api/client.ts';
import { ensureStarted } from '../api/jobs.ts';
import { strings } from '../wording/strings.ts';
import { followJobs } from './follow.ts';

export interface MergePlan {
  items: Item[];
  /** The parts in order: a file, its pages, and the degrees by which they are rotated clockwise. */
  parts: { itemId: string; pages: number[]; angle: number }[];
  /** The passwords of locked files, by item. */
  passwords: Record<string, string>;
  bookmarks: boolean;
}

type Job = NonNullable<Item['next']>[number];

/**
 * Returns the page order of the merged files, or undefined if it is unchanged. Files are merged in the order of their
 * first occurrence.
 */
export function listOrder(
  parts: Pick<MergePlan['parts'][number], 'itemId' | 'pages'>[],
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

/** Lists one job for each angle by which pages of the arranged document are rotated. */
export function listRotations(parts: Pick<MergePlan['parts'][number], 'pages' | 'angle'>[]): Job[] {
  const angles = parts.flatMap(({ pages, angle }) => pages.map(() => angle));
  return [90, 180, 270].flatMap(angle => {
    const pages = angles.flatMap((each, index) => (each === angle ? [index + 1] : []));
    return pages.length === 0 ? [] : [{ type: 'pdf-rotate', options: { angle, pages: pages.join(',') } }];
  });
}

/** Merges stored files, or arranges the pages of one. Pages that were moved, left out or rotated need further jobs. */
export async function mergeItems(
  { items, parts, passwords, bookmarks }: MergePlan,
  counts: Record<string, number>,
): Promise<void> {
  const { files, pages } = listOrder(parts, counts);
  const chosen = files.map(id => items.find(item => item.id === id)!);
  const { workspaceId } = chosen[0]!;
  const { jobs } = workspaceApi(workspaceId);
  const next: Job[] = [
    ...(pages ? [{ type: 'pdf-extract', options: { pages: pages.join(',') } }] : []),
    ...listRotations(parts),
  ];
  const given = files.map(id => passwords[id] ?? '');
  // The pages of one file are arranged without a merge; the first job opens it.
  const [only] = chosen.length === 1 ? next.splice(0, 1) : [];
  const created = only
    ? await jobs.create({
        type: only.type,
        ...nameInput(chosen[0]!),
        options: { ...only.options, ...(given[0] && { password: given[0] }) },
        autoStart: true,
      })
    : await jobs.createMerge({
        files: chosen.map(({ upload }) => ({ inputArtifactId: upload.artifactId! })),
        options: { preserveBookmarks: bookmarks, ...(given.some(Boolean) && { passwords: given }) },
        autoStart: true,
      });
  const job = await ensureStarted(workspaceId, created);
  const item: Item = {
    id: crypto.randomUUID(),
    workspaceId,
    name: only ? chosen[0]!.name : strings.merge.result,
    size: chosen.reduce((sum, { size }) => sum + size, 0),
    format: 'pdf',
    target: 'pdf-extract',
    options: {},
    upload: { state: 'done', loaded: 0, bytesPerSecond: 0 },
    job,
    next,
    ...(!only && { mergedFrom: files }),
  };
  addItems([item]);
  followJobs();
}
