import { around, type Box } from '../../../../documents/boxes.ts';
import { zip } from '../../../../lists.ts';
import { type Block, type Line, listLines, listWords } from '../page.ts';
import { formatLine } from '../write/text.ts';

/** The longest line in a column of values or of their labels; columns of running text are longer. */
const longestValue = 16;
const longestName = 40;
/** The share of a column's lines that must be beside a line of the other column. */
const maxBeside = 0.7;

/**
 * Joins prices with their articles, and columns of a table, to rows, if they were taken for columns of text.
 */
export function joinRows(blocks: readonly Block[]): Block[] {
  const out = [...blocks];
  for (let at = 0; at < out.length; at++) {
    const values = out[at]!;
    const names = findNamesBlock(values, out);
    if (!names) {
      const parts = splitBesideBlocks(values, out);
      if (parts.length < 2) continue;
      out.splice(at, 1, ...parts);
      at--;
      continue;
    }
    out[out.indexOf(names)] = joinBlocks(names, values);
    out.splice(at, 1);
    at = -1;
  }
  return joinNamesOfLastRows(out);
}

/**
 * Puts a label such as "Total" in front of its distant sum, if the table with the sum starts above the label.
 */
function joinNamesOfLastRows(blocks: readonly Block[]): Block[] {
  return blocks.filter(names => {
    const [name, ...others] = listLines([names]);
    if (!name || others.length > 0 || formatLine(name).length > longestName) return true;
    const { left, top, bottom } = around(name.words);
    for (const table of blocks) {
      if (table === names || Math.abs(findBlockBox(table).left - left) > bottom - top) continue;
      const row = listLines([table]).find(
        line =>
          isColumnOfValues([line]) &&
          findLineBeside(line, [name], 0) &&
          around(line.words).top > findBlockBox(table).top,
      );
      if (!row) continue;
      row.words = [...name.words, ...row.words];
      return false;
    }
    return true;
  });
}

/**
 * Splits a column of values that is beside several blocks, such as the articles and totals of a receipt, into
 * as many parts.
 */
function splitBesideBlocks(values: Block, blocks: readonly Block[]): Block[] {
  const lines = listLines([values]);
  if (!isColumnOfValues(lines)) return [values];
  const place = findBlockBox(values);
  const left = blocks
    .filter(block => block !== values && findBlockBox(block).left < place.left)
    .map(block => ({ block, lines: listLines([block]) }))
    .filter(other => findUsualLength(other.lines) <= longestName)
    .map(other => ({ ...other, slope: measureSlope(other.lines) }));
  const owners = lines.map(line => left.find(other => findLineBeside(line, other.lines, other.slope))?.block);
  if (owners.filter(Boolean).length < lines.length * maxBeside) return [values];
  const parts: { owner: Block | undefined; lines: Line[] }[] = [];
  let owner = owners.find(Boolean);
  for (const [line, own] of zip(lines, owners)) {
    owner = own ?? owner;
    const part = parts.find(each => each.owner === owner);
    if (part) part.lines.push(line);
    else parts.push({ owner, lines: [line] });
  }
  return parts.map(part => ({ paragraphs: [{ lines: part.lines }] }));
}

const isColumnOfValues = (lines: readonly Line[]): boolean =>
  findUsualLength(lines) <= longestValue && lines.filter(isValue).length >= lines.length * maxBeside;

const findBlockBox = (block: Block): Box => around(listWords([block]));

/** Returns the nearest block to the left whose lines are beside most of this block's lines. */
function findNamesBlock(values: Block, blocks: readonly Block[]): Block | undefined {
  const lines = listLines([values]);
  const place = findBlockBox(values);
  const short = isColumnOfValues(lines);
  return blocks
    .filter(block => block !== values)
    .map(block => ({ block, box: findBlockBox(block), lines: listLines([block]) }))
    .filter(({ box }) => box.left < place.left)
    .filter(other => {
      const slope = measureSlope(other.lines);
      const rows = lines.map(line => [line, findLineBeside(line, other.lines, slope)] as const);
      const cutInTwo = ([line, name]: (typeof rows)[number]) => name !== undefined && areAdjacent(name, line);
      const areEnough = (count: number) => count >= lines.length * maxBeside;
      if (lines.length > 1 && areEnough(rows.filter(cutInTwo).length)) return true;
      return (
        short &&
        findUsualLength(other.lines) <= longestName &&
        areEnough(rows.filter(([, name]) => name).length)
      );
    })
    .sort((a, b) => b.box.right - a.box.right)[0]?.block;
}

/** Returns true for a figure, or for a word or two: more words are a narrow column of running text. */
const isValue = (line: Line): boolean => line.words.length <= 2 || /\p{N}/u.test(formatLine(line));

function findUsualLength(lines: readonly Line[]): number {
  const lengths = lines.map(line => formatLine(line).length).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}

/** Returns the line to the left in the same row. Rows may climb or fall, as on photos. */
function findLineBeside(line: Line, lines: readonly Line[], slope: number): Line | undefined {
  const box = around(line.words);
  return lines.find(other => {
    const { left, right, top, bottom } = around(other.words);
    const by = slope * ((box.left + box.right) / 2 - (left + right) / 2);
    const least = Math.min(bottom - top, box.bottom - box.top);
    const shared = Math.min(bottom + by, box.bottom) - Math.max(top + by, box.top);
    return right <= box.left + least && shared > least * 0.5;
  });
}

/** Returns the median slope of the longer lines. */
function measureSlope(lines: readonly Line[]): number {
  const slopes = lines.flatMap(({ words }) => {
    const [first, last] = [words[0], words.at(-1)];
    if (!first || !last || last.left - first.right < 3 * (first.bottom - first.top)) return [];
    return [
      (last.bottom + last.top - first.bottom - first.top) /
        (last.left + last.right - first.left - first.right),
    ];
  });
  return slopes.sort((a, b) => a - b)[slopes.length >> 1] ?? 0;
}

/** Returns true if two parts of a row are no further apart than its words. */
function areAdjacent(before: Line, after: Line): boolean {
  const [one, other] = [around(before.words), around(after.words)];
  return other.left - one.right < Math.min(one.bottom - one.top, other.bottom - other.top) * 0.8;
}

function joinBlocks(names: Block, values: Block): Block {
  const left = listLines([values]);
  const slope = measureSlope(listLines([names]));
  const takeRow = (name: Line): Line => {
    const found = left.filter(line => findLineBeside(line, [name], slope));
    for (const line of found) left.splice(left.indexOf(line), 1);
    return { words: [name, ...found].flatMap(({ words }) => words) };
  };
  const paragraphs = names.paragraphs.map(({ lines }) => ({ lines: lines.map(takeRow) }));
  for (const line of left) addByHeight(paragraphs, line);
  return { paragraphs };
}

function addByHeight(paragraphs: { lines: Line[] }[], line: Line): void {
  const { top } = around(line.words);
  const before = paragraphs.findLast(({ lines }) => around(lines[0]!.words).top < top) ?? paragraphs[0]!;
  const at = before.lines.findIndex(other => around(other.words).top > top);
  before.lines.splice(at === -1 ? before.lines.length : at, 0, line);
}
