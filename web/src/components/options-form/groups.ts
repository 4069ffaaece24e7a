import { translate } from '../../wording/declared.ts';
import type { OptionSchema } from './schema.ts';

/** Groups options under their group titles; ungrouped ones come first, passwords last. */
export function groupNames(
  names: string[],
  properties: Record<string, OptionSchema>,
): { title: string | undefined; names: string[] }[] {
  const groupOf = (name: string) => properties[name]!['x-group'];
  const isSecret = (of: string[]) => of.every(name => properties[name]!.writeOnly);
  const titles = new Set([undefined, ...names.map(groupOf)]);
  return [...titles]
    .map(title => ({ title, names: names.filter(name => groupOf(name) === title) }))
    .filter(group => group.names.length > 0)
    .sort((one, other) => Number(isSecret(one.names)) - Number(isSecret(other.names)));
}

/** The title of a kind of step: `crop` becomes "Crop". */
export const nameGroup = (kind: string): string =>
  translate(kind.replace(/^./, letter => letter.toUpperCase()));

/** One sentence for people: the short one, otherwise the first of the description. */
export const readHelp = ({ 'x-help': help, description = '' }: OptionSchema): string =>
  help ?? translate((/^.*?\.(?= |$)/.exec(description)?.[0] ?? description).replaceAll('`', ''));
