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

/** Whether the word occurs where a word of the text begins. */
function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at))) return true;
  return false;
}

/** How far a word of the query is from an entry: 0 for the beginning of its title; infinite if no word begins with it. */
function measure(word: string, { title, note = '', group, words = '' }: Searched): number {
  const name = title.toLowerCase();
  if (name.startsWith(word)) return 0;
  if (beginsWord(name, word)) return 1;
  if (beginsWord(words.toLowerCase(), word)) return 2;
  return beginsWord(`${note} ${group}`.toLowerCase(), word) ? 3 : Number.POSITIVE_INFINITY;
}

/** Like `measure`, but also finds the word within other words: "word" in "password", and any in text without spaces. */
function measureWithin(word: string, find: Searched): number {
  const distance = measure(word, find);
  if (distance < Number.POSITIVE_INFINITY) return distance;
  const { title, note, group, words } = find;
  return [title, note, group, words].join(' ').toLowerCase().includes(word) ? 4 : distance;
}

/** How much more each word of a query weighs than the one before it: in "png to avif", the result comes last. */
const growth = 0.01;

const lacksSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

/**
 * Returns the entries that have words beginning with all words of the query, in any order, or contain them if none has. Groups stay
 * together, the one with the nearest entry first; without a query, and among entries that are equally near, the given order remains.
 */
export function rankFinds<Find extends Searched>(query: string, finds: Find[]): Find[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return finds;
  const rank = (distanceTo: typeof measure) =>
    finds
      .map(find => ({
        find,
        distance: words.reduce(
          (sum, word, index) => sum + distanceTo(word, find) * (1 + index * growth),
          find.behind ?? 0,
        ),
      }))
      .filter(({ distance }) => distance < Number.POSITIVE_INFINITY);
  const begun = lacksSpaces.test(query) ? [] : rank(measure);
  const found = begun.length > 0 ? begun : rank(measureWithin);
  const groups = [...Map.groupBy(found, ({ find }) => find.group).values()].map(members =>
    members.sort((one, other) => one.distance - other.distance),
  );
  return groups
    .sort(([one], [other]) => one!.distance - other!.distance)
    .flat()
    .map(({ find }) => find);
}
