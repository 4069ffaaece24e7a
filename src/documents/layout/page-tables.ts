import { areaOf, type Box, isPost, pad, sharedArea } from '../boxes.ts';
import { findAlignedTables } from '../tables/aligned/aligned.ts';
import { findCells } from '../tables/ruled/cell-fills.ts';
import { findRuledTables } from '../tables/ruled/ruled.ts';
import { findStripeBorders } from '../tables/stripes/stripes.ts';
import type { Table } from '../tables/table.ts';
import { findTaggedTables } from '../tables/tagged/tagged.ts';
import { makeLines } from './characters/lines.ts';
import type { PreparedPage } from './characters/prepare.ts';
import { isGallery } from './figures.ts';
import type { Line, Word } from './page.ts';
import { listWords } from './pieces.ts';

/** The width of the padding that may be drawn around the words of a tagged table, in points. */
const padding = 14;

/** Finds the tables that tags or drawn lines and areas show. */
export function findDrawnTables(page: PreparedPage, words: readonly Word[]): Table[] {
  // Names of narrow columns are often turned.
  const all = [...words, ...page.sideways];
  const tagged = findTaggedTables(page.tags, all);
  const inTagged = new Set(tagged.flatMap(listWords));
  const isFree = (box: Box) =>
    !tagged.some(table => sharedArea(pad(table, padding), pad(box, 1)) > 0.5 * areaOf(pad(box, 1)));
  const rules = page.rules.filter(isFree);
  const fills = page.fills.filter(isFree);
  const free = words.filter(word => !inTagged.has(word));
  const ruled = findRuledTables(
    rules,
    findCells(fills, page.width),
    findStripeBorders(fills, free),
    all.filter(word => !inTagged.has(word)),
  );
  return [...tagged, ...ruled.filter(table => !(hasEmptyRow(table) && isGallery(table, page.images)))];
}

const hasEmptyRow = ({ rows }: Table): boolean =>
  rows.some(row => row.every(cell => cell.words.length === 0));

/** Makes lines again without the words that belong to tables. */
export function remakeLines(lines: readonly Line[], taken: ReadonlySet<Word>, page: PreparedPage): Line[] {
  const whole = lines.filter(line => !line.words.some(word => taken.has(word)));
  const rest = lines
    .filter(line => line.words.some(word => taken.has(word)))
    .flatMap(line => line.words.filter(word => !taken.has(word)));
  return [...whole, ...makeLines(rest, page.rules.filter(isPost))];
}

/** Finds the tables without borders among the lines of one column of the page. */
export function findOpenTables(lines: readonly Line[], page: PreparedPage, drawn: readonly Table[]): Table[] {
  const words = lines.flatMap(line => (line.latex === undefined ? line.words : []));
  const rules = page.rules.filter(
    rule => !drawn.some(table => sharedArea(pad(table, 1), pad(rule, 1)) > 0.5 * areaOf(pad(rule, 1))),
  );
  return findAlignedTables(words, rules).filter(table => !isGallery(table, page.images));
}
