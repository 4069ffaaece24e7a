/** A row of a table: its place in the source and what its cells say about it. */
interface Row {
  begin: number;
  end: number;
  cells: number;
  headers: number;
  /** The number of rows that its tallest cell covers. */
  height: number;
}

interface OpenTable {
  rows: Row[];
  /** The place of the start tag of the table's body, if it has one. */
  body?: number;
  hasHead: boolean;
  /** Whether the row that came last is open. */
  isInRow: boolean;
}

/** A replacement of a part of the source. */
interface Edit {
  begin: number;
  end: number;
  text: string;
}

const token =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea)\b[\s\S]*?(?:<\/\1|$)|<(\/?)(table|thead|tbody|tfoot|tr|td|th)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;

const readRowSpan = (attributes: string): number =>
  Number(/\browspan\s*=\s*["']?\s*(\d{1,4})/i.exec(attributes)?.[1] ?? 1) || 1;

/** Counts the rows at the top that are headers: rows of `th` only, and rows into which a cell of these extends. */
function countHeaderRows(rows: readonly Row[]): number {
  const isHeader = ({ cells, headers }: Row) => cells > 0 && cells === headers;
  // A table of headers only has one header row, like any other.
  const mayBeSeveral = !rows.every(isHeader);
  let count = 0;
  for (let end = 1; count < Math.min(end, rows.length); count++) {
    const row = rows[count]!;
    if (count === 0 && !isHeader(row)) return 0;
    end = Math.max(end, count + row.height);
    const next = rows[count + 1];
    if (mayBeSeveral && next && isHeader(row) && isHeader(next)) end = Math.max(end, count + 2);
  }
  return count;
}

function markHeader(html: string, { rows, body, hasHead }: OpenTable): Edit[] {
  const count = hasHead ? 0 : countHeaderRows(rows);
  const [first, last] = [rows[0], rows[count - 1]];
  // Pandoc finds a single header row itself where no body is marked.
  if (count < (body === undefined ? 2 : 1) || !first || !last) return [];
  const begin = body ?? first.begin;
  return [
    { begin, end: first.begin, text: '<thead>' },
    { begin: last.end, end: last.end, text: `</thead>${html.slice(begin, first.begin)}` },
  ];
}

/**
 * Puts header rows into a `thead` where the page has none, because Pandoc then takes only the first one for a header, and none in a
 * `tbody`, and cuts the cells that extend below it, so that the cells of the next row stand in the wrong columns. Every row must have an
 * end tag.
 */
export function markHeaderRows(html: string): string {
  const tables: OpenTable[] = [];
  const edits: Edit[] = [];
  for (const { index, 0: found, 2: slash, 3: tag, 4: attributes = '' } of html.matchAll(token)) {
    if (!tag) continue;
    const name = tag.toLowerCase();
    const isEnd = slash === '/';
    const table = tables.at(-1);
    if (name === 'table') {
      if (!isEnd) tables.push({ rows: [], hasHead: false, isInRow: false });
      else if (table) edits.push(...markHeader(html, tables.pop()!));
    } else if (!table) continue;
    else if (name === 'thead') table.hasHead = true;
    else if (name === 'tbody' && !isEnd && table.rows.length === 0) table.body = index;
    else if (name === 'tr') {
      const row = table.rows.at(-1);
      if (isEnd && row) row.end = index + found.length;
      if (!isEnd) table.rows.push({ begin: index, end: index, cells: 0, headers: 0, height: 1 });
      table.isInRow = !isEnd;
    } else if ((name === 'td' || name === 'th') && !isEnd && table.isInRow) {
      const row = table.rows.at(-1)!;
      row.cells++;
      if (name === 'th') row.headers++;
      row.height = Math.max(row.height, readRowSpan(attributes));
    }
  }
  return applyEdits(html, edits);
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { begin, end, text } of edits.toSorted((a, b) => a.begin - b.begin)) {
    parts.push(html.slice(from, begin), text);
    from = end;
  }
  return [...parts, html.slice(from)].join('');
}
