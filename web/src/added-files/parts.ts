import type { JobType } from '@filemill/client';
import { isFulfilled } from '../wording/conditions.ts';
import { fillOptions } from '../wording/options.ts';
import { strings } from '../wording/strings.ts';
import { getStage, type Item, nameInput } from './item.ts';
import { changeItem, findItem } from './store.ts';
import { listFurtherRoles } from './targets.ts';

const words = strings.convert.parts;

/** Lists the roles of further files that apply with the item's options. */
export const listOpenRoles = ({ options, format }: Item, jobType: JobType) =>
  listFurtherRoles(jobType).filter(({ shownWhen }) =>
    isFulfilled(shownWhen, fillOptions(jobType, options, { input: format })),
  );

/** Lists the items that have this role in the conversion of an item, without those that were removed. */
export const listParts = (item: Item, role: string): Item[] =>
  (item.parts?.[role] ?? []).flatMap(id => findItem(id) ?? []);

export const changeParts = (item: Item, role: string, ids: string[]): void =>
  changeItem(item.id, { parts: { ...item.parts, [role]: ids }, problem: undefined });

/** Returns what a person still has to do about the further files: "Choose the later version". */
export function findPartHint(item: Item, jobType: JobType): string | undefined {
  for (const { name, title, optional, shownWhen } of listOpenRoles(item, jobType)) {
    const parts = listParts(item, name);
    if (parts.length === 0 && (!optional || shownWhen)) return words.missing(title);
    const pending = parts.find(({ upload }) => upload.state !== 'done');
    if (pending) return words.pending(pending.name);
  }
  return undefined;
}

/** Names all files of an item's conversion for a new job. */
export function nameInputs(item: Item, jobType: JobType) {
  const parts = listOpenRoles(item, jobType).flatMap(({ name }) =>
    listParts(item, name).map(part => ({ ...nameInput(part), role: name })),
  );
  return parts.length === 0
    ? nameInput(item)
    : { files: [{ ...nameInput(item), role: jobType.roles![0]!.name }, ...parts] };
}

/** Finds the item whose conversion takes this one as a further file, or into which it was merged. */
export const findOwner = ({ id }: Item, items: Item[]): Item | undefined =>
  items.find(
    item =>
      Object.values(item.parts ?? {}).some(ids => ids.includes(id)) ||
      (item.mergedFrom?.includes(id) && getStage(item) !== 'failed'),
  );
