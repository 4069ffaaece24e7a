/** The elements that are open in a table: a part such as `thead`, a row, a cell. */
interface OpenTable {
  part?: string;
  row?: string;
  cell?: string;
}

const parts = new Set(['caption', 'colgroup', 'thead', 'tbody', 'tfoot']);

/** A comment, an element whose content is not markup, or the beginning of a tag of a table. */
const token =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea)\b[\s\S]*?(?:<\/\1|$)|<(\/?)(table|caption|colgroup|thead|tbody|tfoot|tr|td|th)(?=[\s/>])/gi;

/**
 * Adds the end tags of cells, rows and parts of tables that HTML allows to leave out, because Pandoc reads a table without them as
 * paragraphs.
 */
export function closeTableTags(html: string): string {
  const tables: OpenTable[] = [];
  return html.replace(token, (found, _raw, slash?: string, tag?: string) => {
    if (!tag) return found;
    const name = tag.toLowerCase();
    const isEnd = slash === '/';
    if (name === 'table' && !isEnd) {
      tables.push({});
      return found;
    }
    const table = tables.at(-1);
    if (!table) return found;
    const isCell = name === 'td' || name === 'th';
    // A tag ends what is below its own level, and its start tag also what is open at that level.
    const levels: (keyof OpenTable)[] = isCell
      ? ['cell']
      : name === 'tr'
        ? ['cell', 'row']
        : ['cell', 'row', 'part'];
    const own = levels.at(-1)!;
    let ends = '';
    for (const level of levels) {
      const open = table[level];
      if (open && !(isEnd && open === name)) ends += `</${open}>`;
      delete table[level];
    }
    if (name === 'table') tables.pop();
    else if (!isEnd && (isCell || name === 'tr' || parts.has(name))) table[own] = name;
    return ends + found;
  });
}
