import { holdsMiddle, median } from '../../boxes.ts';
import type { Furniture } from '../../model.ts';
import { listTableMarks } from '../../tables/tagged/tagged.ts';
import type { PreparedPage } from '../characters/prepare.ts';
import { joinWords, type Line } from '../page.ts';
import { findCountedHead, findCountedNumber } from './counted-numbers.ts';
import { findLightMargins } from './light-margins.ts';
import { findLoneFurniture } from './lone-margins.ts';
import { findSinglePageMargins } from './single-page.ts';
import { isBeside, isColumnName, isInTable } from './table-rows.ts';

/** Heads and feet are within this share of the page's height from its edges. */
const margin = 0.13;
/** A page's neighbours that are compared with it: heads alternate between left and right pages. */
export const neighbours = 4;
const sameHeight = 5;
const longestHead = 160;
/** A head on the first page in type larger than most by this factor is a title. */
const titleSize = 1.4;

const pageNumber =
  /^[-–—|·\s[(]*(?:page|seite|p\.|pg\.?|página|страница)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/|von|van|de|di|sur|av|af|z|ze|из)\s*\d{1,4})?[-–—|·\s\])]*$/i;
const stamp =
  /^(?:downloaded (?:from|by|on|via)|printed (?:from|by|on) |this (?:content|article|document|page) (?:was|is) (?:downloaded|available)|authorized licensed use|arxiv:\d{4}\.\d+|see discussions, stats|provided by |brought to you by )/i;

export const isStamp = (text: string): boolean => stamp.test(text);

/** The number of a clause before its words. Lines of other numbers are other clauses, even if they begin with the same words. */
const clauseNumber = /^\d+(?:\.\d+)+(?=\.?\s+\p{L})/u;

/** Names a line by its words, with signs in place of the numbers that change from page to page. */
function makeKey(text: string): string {
  const number = clauseNumber.exec(text)?.[0] ?? '';
  const rest = text
    .slice(number.length)
    .toLowerCase()
    .replace(/\b(?:\d+|[ivxlc]+)\b/g, '#')
    .replace(/\s+/g, ' ');
  return `${number}${rest}`.trim();
}

const isInMargin = (line: Line, { height }: PreparedPage): boolean =>
  line.bottom < height * margin || line.top > height * (1 - margin);

/** Finds the lines of a page that are not content, by comparing it with its neighbours and by their words. */
export function findFurniture(pages: readonly PreparedPage[], at: number): Map<Line, Furniture['kind']> {
  const found = new Map<Line, Furniture['kind']>();
  const page = pages[at]!;
  const others = pages.filter((_, index) => index !== at && Math.abs(index - at) <= neighbours);
  const candidates = page.lines.filter(
    line => isInMargin(line, page) && !isInTable(line, page) && !isColumnName(line, page),
  );
  const isFirst = page.number === 1;
  const largest = Math.max(...page.lines.map(line => line.size));
  const usual = median(page.lines.map(line => line.size));
  const judge = (line: Line, needed: number): boolean => {
    const text = joinWords(line.words);
    if (text.length > longestHead || countRepeated(line, text, page, others) < needed) return false;
    const isNumber = pageNumber.test(text);
    // A line at the head of the first page is the title of the document or stands below it, unless it counts pages.
    const isTitle =
      line.top < page.height / 2 &&
      (line.size > Math.min(0.95 * largest, titleSize * usual) || !isInMargin(line, page));
    if (isFirst && isTitle && !isNumber && others.some(other => hasText(other, text))) return true;
    found.set(line, isNumber ? 'page-number' : 'running-head');
    return true;
  };
  for (const line of candidates) {
    const text = joinWords(line.words);
    // A number alone may be a figure of a table that stands at the same place.
    const needed = /^[#\s.,-]*$/.test(makeKey(text)) ? 2 : 1;
    if (isStamp(text)) found.set(line, 'stamp');
    else judge(line, Math.min(needed, Math.max(1, others.length)));
  }
  // Heads may be high: from the edge on, line by line, as long as all of it is repeated on neighbours. Large type is more often a title.
  if (others.length >= 3)
    for (const direction of [1, -1]) {
      const inward = page.lines
        .filter(line => (direction > 0 ? line.bottom < 0.4 * page.height : line.top > 0.7 * page.height))
        .sort((a, b) => direction * (a.baseline - b.baseline));
      for (const line of inward)
        if (
          !found.has(line) &&
          (isColumnName(line, page) ||
            !judge(line, line.size > 1.1 * usual ? Math.max(3, others.length - 1) : 3))
        )
          break;
    }
  for (const line of candidates) {
    if (found.has(line)) continue;
    const text = joinWords(line.words);
    if (pageNumber.test(text) && isOutermost(line, page, found)) found.set(line, 'page-number');
  }
  const counted = findCountedNumber(page, others);
  if (counted) found.set(counted, 'page-number');
  for (const line of findCountedHead(page, others)) if (!found.has(line)) found.set(line, 'running-head');
  for (const line of findLightMargins(page)) if (!found.has(line)) found.set(line, 'running-head');
  for (const line of page.lines) if (line.isNumber) found.set(line, 'line-number');
  for (const line of findLoneFurniture(page, found)) found.set(line, 'running-head');
  if (others.length === 0)
    for (const line of findSinglePageMargins(page, new Set(found.keys()))) found.set(line, 'running-head');
  keepOnlyLines(page, others, found);
  for (const { label, ...box } of page.regions)
    if (label === 'running-head' || label === 'page-number')
      for (const line of page.lines) if (holdsMiddle(box, line)) found.set(line, label);
  keepTaggedTables(page, found);
  return found;
}

/**
 * Takes back repeated lines that differ in their numbers if neither the page nor its neighbours have other text: these are pages of
 * labels, tickets and the like, not heads without content.
 */
function keepOnlyLines(
  page: PreparedPage,
  others: readonly PreparedPage[],
  found: Map<Line, Furniture['kind']>,
): void {
  if (others.length === 0 || page.lines.some(line => !found.has(line))) return;
  const listKeys = ({ lines }: PreparedPage) => lines.map(({ words }) => makeKey(joinWords(words)));
  const keys = new Set(listKeys(page));
  if (others.flatMap(listKeys).some(key => !keys.has(key))) return;
  const heads = [...found].filter(([, kind]) => kind === 'running-head').map(([line]) => line);
  const isAlone = ({ words }: Line) => !others.some(other => hasText(other, joinWords(words)));
  if (heads.some(isAlone)) for (const line of heads) found.delete(line);
}

/** Takes back the lines that the structure tree has in a table, such as its last row at the top of a page. */
function keepTaggedTables(page: PreparedPage, found: Map<Line, unknown>): void {
  const marks = found.size === 0 ? undefined : listTableMarks(page.tags);
  if (!marks || marks.size === 0) return;
  for (const line of found.keys())
    if (line.words.every(({ style }) => style.mark !== undefined && marks.has(style.mark)))
      found.delete(line);
}

const hasText = (page: PreparedPage, text: string): boolean =>
  page.lines.some(line => joinWords(line.words) === text);

/** Counts the other pages that have the same line at the same height. */
function countRepeated(
  line: Line,
  text: string,
  page: PreparedPage,
  others: readonly PreparedPage[],
): number {
  const key = makeKey(text);
  const isFoot = line.top > page.height / 2;
  return others.filter(other =>
    other.lines.some(each => {
      const place = isFoot
        ? Math.abs(other.height - each.baseline - (page.height - line.baseline))
        : Math.abs(each.baseline - line.baseline);
      return (
        place < sameHeight && Math.abs(each.size - line.size) < 1 && makeKey(joinWords(each.words)) === key
      );
    }),
  ).length;
}

/**
 * Returns true if nothing but other heads or feet is between a line and the page's edge, and a gap separates
 * it from the text.
 */
function isOutermost(line: Line, page: PreparedPage, found: ReadonlyMap<Line, unknown>): boolean {
  const isFoot = line.top > page.height / 2;
  const rest = page.lines.filter(other => other !== line && !found.has(other));
  // A number in the same row as other text is one of a list's or a table's, unless that row stands far apart.
  const room = (rest.some(other => isBeside(other, line)) ? 2.2 : 0.8) * line.size;
  return rest.every(other =>
    isFoot
      ? other.bottom + room < line.top || isBeside(other, line)
      : other.top - room > line.bottom || isBeside(other, line),
  );
}
