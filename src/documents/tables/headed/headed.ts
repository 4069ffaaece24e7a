import { type Filled, isFilled } from '../../../lists.ts';
import { around, type Box, median } from '../../boxes.ts';
import { joinBrackets } from '../join-brackets.ts';
import { joinColumns } from '../join-columns.ts';
import { leading, makeRow, type Row, splitAtGaps } from '../rows.ts';
import type { Rule } from '../rules.ts';
import { hasAuthors, narrowGutter } from '../runs.ts';
import { isTable, looksLikeFigures } from '../signs.ts';
import { cutWords } from '../split-columns.ts';
import { splitLines, type Table, type TableWord } from '../table.ts';
import { areNamesApart, cutColumns, findGaps, findMiddles, namesGroups } from './columns.ts';
import { findHead, type Head, isMarkedRow, isOneSize } from './heads.ts';
import { findRows } from './rows.ts';

/** Rows further apart than this do not belong together, in type sizes. */
const apart = 3;
/** The number of lines after the end of a table that do not look like further rows. */
const linesAfter = 3;
/** Smaller tables are known by their names alone, because little can be aligned in them. */
const minRows = 4;
const minNames = 3;
/** The largest share of rows with nothing in the first column. */
const mostUnnamed = 0.25;

const isYear = ({ text }: TableWord): boolean => /^(?:19|20)\d\d$/.test(text);

/** Returns true if most words are figures, as in a row of totals. */
const areFigures = (words: readonly TableWord[]): boolean =>
  words.filter(word => looksLikeFigures([word]) && !isYear(word)).length * 2 > words.length;

/** Takes the lines below a head whose words keep its names apart, or nothing if further rows follow a line that does not. */
function takeBody(head: Filled<Row>, names: readonly Box[], lines: readonly Row[]): Row[] {
  const body: Row[] = [];
  for (const [at, line] of lines.entries()) {
    const isNear = line.top - around([...head, ...body]).bottom < apart * line.height;
    const fits = (row: Row) => areNamesApart(names, findGaps([...head, ...body, row]));
    const hasParts = (row: Row) => splitAtGaps(row, narrowGutter).length > 1;
    const isHeading = isMarkedRow(line) && !hasParts(line);
    if (!isNear || isHeading || !isOneSize(line, body.slice(0, 1)) || !fits(line)) {
      const after = lines.slice(at + 1, at + 1 + linesAfter);
      return isNear && after.some(row => hasParts(row) && fits(row)) ? [] : body;
    }
    body.push(line);
  }
  return body;
}

/** Drops lines at the end that stand in the first column alone and continue no cell: a list or a paragraph below the table. */
function dropTextBelow(head: Filled<Row>, body: readonly Row[]): Row[] {
  const [gap] = findGaps([...head, ...body]);
  const isFirstAlone = (row: Row) =>
    gap !== undefined && row.right <= gap.left && splitAtGaps(row, narrowGutter).length === 1;
  const end = body.findLastIndex(row => !isFirstAlone(row));
  const text = body.findIndex(
    (row, at) => at > end && row.top - (body[at - 1] ?? row).top >= leading * row.height,
  );
  return text < 0 ? [...body] : body.slice(0, text);
}

function makeTable({ rows: head, isMarked, isRuled }: Head, lines: readonly Row[]): Table | undefined {
  const headWords = head.flatMap(row => row.words);
  const names = cutWords(headWords, findMiddles(findGaps(head)));
  if (names.length < 2 || areFigures(headWords) || (!isMarked && names.some(areFigures))) return undefined;
  const body = dropTextBelow(head, takeBody(head, names.map(around), lines));
  if (!isFilled(body) || body.some(hasAuthors) || body.filter(isMarkedRow).length * 2 > body.length)
    return undefined;
  const words = body.flatMap(row => row.words);
  const cuts = cutColumns(findGaps([...head, ...body]), headWords, words);
  const [corner, ...others] = cutWords(headWords, cuts);
  if (!corner || !others.every(isFilled)) return undefined;
  const size = median(body.map(row => row.height));
  const rows = [[corner, ...others], ...findRows(cutWords(words, cuts), size)] as Filled<TableWord[]>[];
  const cells = joinBrackets(joinColumns(rows));
  const unnamed = cells.filter(([first]) => first.length === 0);
  if (unnamed.length > mostUnnamed * cells.length) return undefined;
  const hasNames = names.length >= minNames;
  const isSmall = hasNames && cells.length < minRows;
  if (!isSmall && !isTable(cells, hasNames || isRuled, size)) return undefined;
  return {
    ...around([...head, ...body]),
    rows: cells.map(row => row.map(own => ({ words: own, columns: 1, rows: 1 }))),
  };
}

/** Finds tables by the names of their columns, which are bold, light on a dark ground or above a rule, and by the words below them. */
export function findHeadedTables(words: readonly TableWord[], rules: readonly Rule[]): Table[] {
  const lines = splitLines(words)
    .map(makeRow)
    .sort((a, b) => a.top - b.top);
  const tables: Table[] = [];
  let next = 0;
  for (const at of lines.keys()) {
    const head = at < next ? undefined : findHead(lines, at, rules);
    if (!head) continue;
    const isGrouped = namesGroups(head.rows);
    const table = isGrouped ? undefined : makeTable(head, lines.slice(at + head.rows.length));
    if (table) {
      tables.push(table);
      next = lines.findLastIndex(line => line.top < table.bottom) + 1;
    } else if (isGrouped) next = at + head.rows.length;
  }
  return tables;
}
