import { around, type Box } from './boxes.ts';
import { makeLine } from './layout/characters/lines.ts';
import type { PreparedPage } from './layout/characters/prepare.ts';
import { mirrorBox } from './layout/characters/right-to-left.ts';
import { joinWords, type Line, type Placed, type Word } from './layout/page.ts';
import { findDrawnTables, findOpenTables, remakeLines } from './layout/page-tables.ts';
import { listWords } from './layout/pieces.ts';
import { makeRegions } from './layout/reading-order/regions.ts';
import { sortRows } from './layout/reading-order/rows.ts';
import { showBox } from './layout/shown.ts';
import type { Furniture } from './model.ts';
import { splitLines, type Table } from './tables/table.ts';

/** A word of the reading order, with its box on the page as it is shown. */
export interface ShownWord {
  text: string;
  box: Box;
}

interface WordLines {
  /** The lines of the content in reading order. */
  content: ShownWord[][];
  /** Lines that are not content, such as running heads and page numbers. */
  furniture: ShownWord[][];
  /** The lines of the first row of the table with which the content begins, and of the last table. */
  firstHead: string[];
  lastHead: string[];
}

/** A line of the page, or a table. */
interface Item extends Placed {
  table?: Table;
}

/**
 * Lists the words of a page line by line, and those of a table cell by cell: the lines of its cells stand beside one another. Adjacent
 * parts of a word in different styles count as one word.
 */
export function listWordLines(
  page: PreparedPage,
  furniture: ReadonlyMap<Line, Furniture['kind']>,
): WordLines {
  const lines = page.lines.filter(line => !furniture.has(line));
  const boxes = new Map(
    page.lines.flatMap(line => line.words.map(word => [word, findBox(word, line, page)])),
  );
  const show = ({ words }: Line) => showWords(words, word => boxes.get(word) ?? showBox(word, page));
  const makeWordLines = (words: readonly Word[]) => words.map(word => show(makeLine([word])));
  const drawn = findDrawnTables(
    page,
    lines.flatMap(({ words }) => words),
  );
  const items = makeRegions(placeItems(lines, drawn, page)).flatMap(region => {
    const inRegion = region.flatMap(({ line }) => line ?? []);
    const open = findOpenTables(inRegion, page, drawn);
    if (open.length === 0) return region;
    return sortRows([...placeItems(inRegion, open, page), ...region.filter(({ table }) => table)]);
  });
  const inTables = new Set(drawn.flatMap(listWords));
  return {
    content: [
      ...items.flatMap(({ line, table }) => (line ? [line] : listCellLines(table?.rows ?? []))).map(show),
      ...makeWordLines(page.sideways.filter(word => !inTables.has(word))),
    ],
    furniture: [...[...furniture.keys()].map(show), ...makeWordLines(page.watermarks)],
    firstHead: readHead(items.at(0)),
    lastHead: readHead(items.findLast(({ table }) => table)),
  };
}

function placeItems(lines: readonly Line[], tables: readonly Table[], page: PreparedPage): Item[] {
  const taken = new Set(tables.flatMap(listWords));
  const free = taken.size === 0 ? lines : remakeLines(lines, taken, page);
  return [...free.map(line => ({ ...line, line })), ...tables.map(table => ({ ...around([table]), table }))];
}

/** Reads the first row of a table line by line. */
const readHead = (item: Item | undefined): string[] =>
  listCellLines(item?.table?.rows.slice(0, 1) ?? []).map(({ words }) => joinWords(words));

const listCellLines = (rows: Table['rows']): Line[] =>
  rows.flat().flatMap(({ words }) => (splitLines(words) as unknown as Word[][]).map(makeLine));

/** Finds where a word is shown. A line that runs against the direction of its page was mirrored separately. */
function findBox(word: Word, { direction = 'ltr', left, right }: Line, page: PreparedPage): Box {
  return showBox(direction === page.direction ? word : mirrorBox(word, { left, right }), page);
}

function showWords(words: readonly Word[], findShown: (word: Word) => Box): ShownWord[] {
  const shown: ShownWord[] = [];
  for (const word of words) {
    const box = findShown(word);
    const last = shown.at(-1);
    if (last && word.glued) {
      last.text += word.text;
      last.box = around([last.box, box]);
    } else shown.push({ text: word.text, box });
  }
  // Words may have spaces of a certain width within them.
  return shown.flatMap(({ text, box }) =>
    text.split(/\s+/).flatMap(part => (part ? [{ text: part, box }] : [])),
  );
}
