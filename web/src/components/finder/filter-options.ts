import { rankFinds } from './rank.ts';

interface OptionGroup {
  group: string;
  items: { value: string; label: string }[];
}

/**
 * Makes the filter of a `Select` with groups that finds and orders its options as a `Finder` does: by their titles, by further search
 * terms such as formats, and by the groups.
 */
export const filterByWords =
  (wordsOf: ReadonlyMap<string, string>) =>
  ({ options, search }: { options: unknown; search: string }): OptionGroup[] => {
    const finds = (options as OptionGroup[]).flatMap(({ group, items }) =>
      items.map(item => ({ group, title: item.label, words: wordsOf.get(item.value) ?? '', item })),
    );
    return [...Map.groupBy(rankFinds(search, finds), ({ group }) => group)].map(([group, found]) => ({
      group,
      items: found.map(({ item }) => item),
    }));
  };
