/** An entry's texts, of which the title matters most. */
export interface Searched {
  group: string;
  title: string;
  note?: string;
  /** Further search terms. */
  words?: string;
  /** How much farther than its texts tell it is, to rank behind entries of other groups. */
  behind?: number;
}

const beginsWord = (text: string, word: string): boolean =>
  text.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word));

/** How far a word of the query is from an entry: 0 for the beginning of its title; infinite if it does not occur. */
function measure(word: string, { title, note = '', group, words = '' }: Searched): number {
  const name = title.toLowerCase();
  const terms = words.toLowerCase();
  if (name.startsWith(word)) return 0;
  if (beginsWord(name, word)) return 1;
  if (beginsWord(terms, word)) return 2;
  return [name, terms, note.toLowerCase(), group.toLowerCase()].some(text => text.includes(word))
    ? 3
    : Number.POSITIVE_INFINITY;
}

/**
 * Returns the entries that contain all words of the query, in any order. Groups stay together, the one with the nearest entry first;
 * without a query, and among entries that are equally near, the given order remains.
 */
export function rankFinds<Find extends Searched>(query: string, finds: Find[]): Find[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = finds
    .map(find => ({
      find,
      distance: words.reduce((sum, word) => sum + measure(word, find), find.behind ?? 0),
    }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY);
  const groups = [...Map.groupBy(found, ({ find }) => find.group).values()].map(members =>
    members.sort((one, other) => one.distance - other.distance),
  );
  return groups
    .sort(([one], [other]) => one!.distance - other!.distance)
    .flat()
    .map(({ find }) => find);
}
