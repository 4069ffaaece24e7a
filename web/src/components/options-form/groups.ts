import { translate } from '../../wording/declared.ts';
import type { OptionSchema } from './schema.ts';

export interface OptionGroup {
  title: string | undefined;
  names: string[];
  /** It only has passwords, which most files do not need. */
  isSecret: boolean;
}

/** Groups options under their group titles; ungrouped ones come first, passwords last. */
export function groupNames(names: string[], properties: Record<string, OptionSchema>): OptionGroup[] {
  const groupOf = (name: string) => properties[name]!['x-group'];
  const isSecret = (of: string[]) =>
    of.every(name => properties[name]!.writeOnly && !properties[name]!['x-control']);
  const titles = new Set([undefined, ...names.map(groupOf)]);
  return [...titles]
    .map(title => ({ title, names: names.filter(name => groupOf(name) === title) }))
    .filter(group => group.names.length > 0)
    .map(group => ({ ...group, isSecret: isSecret(group.names) }))
    .sort((one, other) => Number(one.isSecret) - Number(other.isSecret));
}

/** Forms with more options than this fold the groups that come later. */
const longForm = 9;
/** Groups stay open until so many options are shown. */
const shownAtOnce = 4;

/** The groups that a form folds at first, because it is long, or because its `ways` come first. The most used ones come first. */
export function findLaterGroups(groups: OptionGroup[], hasWays = false): Set<OptionGroup> {
  if (hasWays) return new Set(groups.filter(({ title }) => title));
  const counts = groups.map(({ names }) => names.length);
  const countBefore = (at: number) => counts.slice(0, at).reduce((sum, count) => sum + count, 0);
  const isLong = countBefore(groups.length) > longForm;
  return new Set(groups.filter(({ title }, at) => isLong && title && countBefore(at) >= shownAtOnce));
}

/** The title of a kind of step: `crop` becomes "Crop". */
export const nameGroup = (kind: string): string =>
  translate(kind.replace(/^./, letter => letter.toUpperCase()));

/** One sentence for people: the short one, otherwise the first of the description. */
export const readHelp = ({ 'x-help': help, description = '' }: OptionSchema): string =>
  help ?? translate((/^.*?\.(?= |$)/.exec(description)?.[0] ?? description).replaceAll('`', ''));
