import { type Box, median } from '../../boxes.ts';
import type { Furniture } from '../../model.ts';
import type { PreparedPage } from '../characters/prepare.ts';
import { joinWords, type Line } from '../page.ts';
import { makeRows, type Row } from './rows.ts';
import { isInTable } from './table-rows.ts';

/** A head or foot of a page without neighbours is within this share of its height from the edge. */
const outer = 0.1;
/** It is no larger than the text, and this far from it, in type sizes. */
const largest = 1.05;
const apart = 0.75;
const longest = 140;
const minLines = 6;

const number = /^[-–—|\s]*(?:\d{1,4}|[ivxlc]{1,6})[-–—|\s.]*$/i;
const numbered = /^\d{1,4}\s+\p{L}|\p{L}\S*[\s|•·]+\d{1,4}$|\bpage:?\s*\d+\b|\d+\s*\|\s*p\s?a\s?g\s?e\b/iu;
/** A note at the foot of a page begins with its number too, but is a sentence. */
const note = /^(?:\d{1,3}|[*†‡§¶]+)\s+\p{Lu}.*\s.*[.!?]["”’)]?$/u;
/** Words of publishers: volumes, issues, rights, identifiers. */
const imprint =
  /\b(?:vol(?:ume)?|no|issue|nr|bd|heft)\.?\s*\d+|\bissn\b|\bisbn\b|\bdoi\b[:\s.]|©|\(c\)\s*(?:19|20)\d\d|\bcopyright\b|all rights reserved|\bpreprint\b|journal of|proceedings of|transactions on|\bet al\.?(?:\s|$)|^(?:https?|file):\/\/\S+|^www\.\S+$/i;
/** The time at which a browser printed a page. */
const printed =
  /^\d{1,4}([./-])\d{1,2}\1\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]\.?m\.?)?(?=\s|$)/i;

const isAcross = (rule: Box): boolean => rule.bottom - rule.top < 3 && rule.right - rule.left > 40;

/** Returns true if a row has the words of a running head or foot, or a rule separates it from the text. */
function hasSigns(row: Row, next: Row, page: PreparedPage, usual: number): boolean {
  const texts = row.lines.map(line => joinWords(line.words));
  const text = texts.join(' ');
  if (text.length > longest || (row.top > next.top && note.test(text) && !imprint.test(text))) return false;
  const isNumbered = texts.length > 1 && (number.test(texts[0]!) || number.test(texts.at(-1)!));
  if (isNumbered || (numbered.test(text) && texts.length < 4) || imprint.test(text) || printed.test(text))
    return true;
  const [from, to] = row.top < next.top ? [row.bottom - 2, next.top] : [next.bottom, row.top + 2];
  const isParted = page.rules.some(
    rule =>
      isAcross(rule) && rule.top > from && rule.bottom < to && rule.right - rule.left > 0.4 * page.width,
  );
  return isParted && row.size < 0.97 * usual;
}

/** Finds heads and feet that no neighbouring page has: the outermost row, by its words and its position. */
export function findLoneFurniture(page: PreparedPage, found: ReadonlyMap<Line, Furniture['kind']>): Line[] {
  const rows = makeRows(page.lines.filter(line => !found.has(line)));
  if (rows.length < minLines) return [];
  const usual = median(rows.map(row => row.size));
  const judge = (row: Row, next: Row, isOuter: boolean): Line[] => {
    const room = row.top < next.top ? next.top - row.bottom : row.top - next.bottom;
    if (row.lines.some(line => isInTable(line, page))) return [];
    const isLone = isOuter && row.size <= largest * usual && room >= apart * row.size;
    return isLone && hasSigns(row, next, page, usual) ? row.lines : [];
  };
  const [first, second] = [rows[0]!, rows[1]!];
  const [last, before] = [rows.at(-1)!, rows.at(-2)!];
  return [
    ...judge(first, second, first.bottom < outer * page.height),
    ...judge(last, before, last.top > (1 - outer) * page.height),
  ];
}
