import { around, type Box, holdsMiddle } from '../boxes.ts';
import { splitLines, type Table, type TableWord } from '../tables/table.ts';
import { findUsualSize, makeLine } from './characters/lines.ts';
import type { PreparedPage } from './characters/prepare.ts';
import { formatCode } from './code.ts';
import type { CellContent, TablePiece, TextPiece } from './content.ts';
import type { Entry } from './contents.ts';
import { markFormulas } from './formulas/inline.ts';
import { findMark } from './marks.ts';
import { joinWords, type Line, measureShare, type Word } from './page.ts';
import { isBold, isMono } from './paragraphs.ts';
import { makeRuns } from './runs.ts';

/** Lists the words of all cells of a table. */
export const listWords = (table: Table): Word[] =>
  table.rows.flatMap(row => row.flatMap(cell => cell.words as Word[]));

/** Makes an entry of a table of contents, which is a list item without a mark. */
export function makeEntry({ line, title }: Entry, column: Box, page: PreparedPage): TextPiece {
  const mark = { ordered: false, text: '', value: 0, words: 0, left: line.left, textLeft: line.left };
  return { ...makeText([line], column, page), mark, entry: title };
}

export function makeText(lines: readonly Line[], column: Box, page: PreparedPage): TextPiece {
  const rows = joinRows(lines);
  const words = rows.flatMap(line => line.words);
  const first = rows[0]!;
  const colours = new Map<number, number>();
  for (const { style, text } of words)
    colours.set(style.colour, (colours.get(style.colour) ?? 0) + text.length);
  const mark = findMark(first.words);
  const recognised = words.flatMap(word => word.confidence ?? []);
  const region = page.regions.find(box => rows.every(line => holdsMiddle(box, line)));
  return {
    kind: 'text',
    ...around(rows),
    lines: rows.map(line => {
      const marked = markFormulas(line, page.rules);
      return {
        ...around([line]),
        runs: makeRuns(marked.words, line.baseline, line.size, marked.latex),
        text: joinWords(line.words),
        size: line.size,
      };
    }),
    text: rows.map(line => joinWords(line.words)).join(' '),
    size: Math.max(...rows.map(line => line.size)),
    bold: rows.every(isBold),
    italic: measureShare(words, word => word.style.italic) > 0.85,
    mono: rows.every(isMono),
    underlined: rows.every(line => isUnderlined(line, page.rules)),
    ...(rows.every(isMono) && { code: formatCode(rows) }),
    colour: [...colours].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0,
    font: first.words[0]?.style.font ?? '',
    ...(mark && { mark }),
    ...(region && { region: region.label }),
    ...(first.latex !== undefined && {
      formula: { latex: first.latex, isStacked: first.isStacked ?? false },
    }),
    roomAbove: 0,
    roomBelow: 0,
    column: around([column]),
    direction: first.direction ?? page.direction,
    marks: new Set(words.flatMap(({ style }) => style.mark ?? [])),
    ...(recognised.length > 0 &&
      recognised.length === words.length && {
        confidence: recognised.reduce((a, b) => a + b, 0) / recognised.length,
      }),
  };
}

/** Returns true if a line is drawn close under the words, from end to end and hardly further. */
const isUnderlined = ({ left, right, baseline, size }: Line, rules: readonly Box[]): boolean =>
  rules.some(
    rule =>
      rule.bottom - rule.top < 2 &&
      rule.top > baseline - 0.05 * size &&
      rule.top < baseline + 0.3 * size &&
      rule.left < left + size &&
      rule.right > right - size &&
      rule.right - rule.left < right - left + 4 * size,
  );

/** Joins parts of one row that a wide gap separated into one line of a paragraph. */
function joinRows(lines: readonly Line[]): Line[] {
  const rows: Line[] = [];
  for (const line of lines) {
    const before = rows.at(-1);
    if (before && Math.abs(line.baseline - before.baseline) < 0.3 * line.size) {
      rows[rows.length - 1] = makeLine([...before.words, ...line.words]);
    } else rows.push(line);
  }
  return rows;
}

export function makeTable(table: Table, ruled: boolean, page: PreparedPage): TablePiece {
  const makeCell = (words: TableWord[]): Pick<CellContent, 'lines' | 'bold'> => {
    const own = words as Word[];
    const lines = splitLines(own) as unknown as Word[][];
    return {
      lines: lines.map(line => {
        const made = makeLine(line);
        return makeRuns(line, made.baseline, made.size);
      }),
      bold: own.length > 0 && measureShare(own, word => word.style.bold) > 0.85,
    };
  };
  return {
    kind: 'table',
    ...around([table]),
    rows: table.rows.map(row =>
      row.map(({ words, columns, rows }) => ({ ...makeCell(words), columns, rows })),
    ),
    ...(table.headerRows !== undefined && { headerRows: table.headerRows }),
    size: findUsualSize(listWords(table)),
    ruled,
    direction: page.direction,
    marks: new Set(listWords(table).flatMap(({ style }) => style.mark ?? [])),
  };
}
