import type { Box } from '../matrix.ts';
import { around, type Block, type Line, linesOf, wordsOf } from '../page.ts';
import { lineText } from '../write/text.ts';

/** A column of values has short lines, and so has what they belong to; columns of running text are longer. */
const longestValue = 16;
const longestName = 40;
/** The share of a column's lines that must stand beside a line of the other. */
const mostBeside = 0.7;

/** Prices beside articles, and columns of a table, were one row each before they were taken for columns of text. */
export function withRows(blocks: readonly Block[]): Block[] {
  const out = [...blocks];
  for (let at = 0; at < out.length; at++) {
    const values = out[at]!;
    const names = namesOf(values, out);
    if (!names) {
      const parts = partsBeside(values, out);
      if (parts.length < 2) continue;
      out.splice(at, 1, ...parts);
      at--;
      continue;
    }
    out[out.indexOf(names)] = joined(names, values);
    out.splice(at, 1);
    at = -1;
  }
  return withNamesOfLastRows(out);
}

/** The word before a sum far off (Total) is put in front of it, where the table that has the sum begins above the word. */
function withNamesOfLastRows(blocks: readonly Block[]): Block[] {
  return blocks.filter(names => {
    const [name, ...others] = linesOf([names]);
    if (!name || others.length > 0 || lineText(name).length > longestName) return true;
    const { left, top, bottom } = around(name.words);
    for (const table of blocks) {
      if (table === names || Math.abs(boxOfBlock(table).left - left) > bottom - top) continue;
      const row = linesOf([table]).find(
        line =>
          isColumnOfValues([line]) &&
          beside(line, [name], 0) &&
          around(line.words).top > boxOfBlock(table).top,
      );
      if (!row) continue;
      row.words = [...name.words, ...row.words];
      return false;
    }
    return true;
  });
}

/** A column of values that stands beside several blocks, as the articles and the totals of a receipt are, in as many parts. */
function partsBeside(values: Block, blocks: readonly Block[]): Block[] {
  const lines = linesOf([values]);
  if (!isColumnOfValues(lines)) return [values];
  const place = boxOfBlock(values);
  const left = blocks
    .filter(block => block !== values && boxOfBlock(block).left < place.left)
    .map(block => ({ block, lines: linesOf([block]) }))
    .filter(other => usualLength(other.lines) <= longestName)
    .map(other => ({ ...other, slope: slopeOf(other.lines) }));
  const owners = lines.map(line => left.find(other => beside(line, other.lines, other.slope))?.block);
  if (owners.filter(Boolean).length < lines.length * mostBeside) return [values];
  const parts: { owner: Block; lines: Line[] }[] = [];
  let owner = owners.find(Boolean)!;
  lines.forEach((line, at) => {
    owner = owners[at] ?? owner;
    const part = parts.find(each => each.owner === owner);
    if (part) part.lines.push(line);
    else parts.push({ owner, lines: [line] });
  });
  return parts.map(part => ({ paragraphs: [{ lines: part.lines }] }));
}

const isColumnOfValues = (lines: readonly Line[]): boolean =>
  usualLength(lines) <= longestValue && lines.filter(isValue).length >= lines.length * mostBeside;

const boxOfBlock = (block: Block): Box => around(wordsOf([block]));

/** The block to the left whose lines most of this block's lines stand beside; the nearest of several. */
function namesOf(values: Block, blocks: readonly Block[]): Block | undefined {
  const lines = linesOf([values]);
  const place = boxOfBlock(values);
  const short = isColumnOfValues(lines);
  return blocks
    .filter(block => block !== values)
    .map(block => ({ block, box: boxOfBlock(block), lines: linesOf([block]) }))
    .filter(({ box }) => box.left < place.left)
    .filter(other => {
      const slope = slopeOf(other.lines);
      const rows = lines.map(line => [line, beside(line, other.lines, slope)] as const);
      const cutInTwo = ([line, name]: (typeof rows)[number]) => name !== undefined && touch(name, line);
      const enough = (count: number) => count >= lines.length * mostBeside;
      if (lines.length > 1 && enough(rows.filter(cutInTwo).length)) return true;
      return (
        short && usualLength(other.lines) <= longestName && enough(rows.filter(([, name]) => name).length)
      );
    })
    .sort((a, b) => b.box.right - a.box.right)[0]?.block;
}

/** A figure, or a word or two: more words are a narrow column of running text. */
const isValue = (line: Line): boolean => line.words.length <= 2 || /\p{N}/u.test(lineText(line));

function usualLength(lines: readonly Line[]): number {
  const lengths = lines.map(line => lineText(line).length).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}

/** The line to the left in the same row; rows may climb or fall, as on photos. */
function beside(line: Line, lines: readonly Line[], slope: number): Line | undefined {
  const box = around(line.words);
  return lines.find(other => {
    const { left, right, top, bottom } = around(other.words);
    const by = slope * ((box.left + box.right) / 2 - (left + right) / 2);
    const least = Math.min(bottom - top, box.bottom - box.top);
    const shared = Math.min(bottom + by, box.bottom) - Math.max(top + by, box.top);
    return right <= box.left + least && shared > least * 0.5;
  });
}

/** How lines climb or fall, as most of the longer ones do. */
function slopeOf(lines: readonly Line[]): number {
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

/** Whether two parts of a row are no further apart than its words are. */
function touch(before: Line, after: Line): boolean {
  const [one, other] = [around(before.words), around(after.words)];
  return other.left - one.right < Math.min(one.bottom - one.top, other.bottom - other.top) * 0.8;
}

function joined(names: Block, values: Block): Block {
  const left = linesOf([values]);
  const rows = new Map<Line, Line>();
  const slope = slopeOf(linesOf([names]));
  for (const name of linesOf([names])) {
    const found = left.filter(line => beside(line, [name], slope));
    for (const line of found) left.splice(left.indexOf(line), 1);
    rows.set(name, { words: [name, ...found].flatMap(({ words }) => words) });
  }
  const paragraphs = names.paragraphs.map(({ lines }) => ({ lines: lines.map(line => rows.get(line)!) }));
  for (const line of left) addByHeight(paragraphs, line);
  return { paragraphs };
}

function addByHeight(paragraphs: { lines: Line[] }[], line: Line): void {
  const { top } = around(line.words);
  const before = paragraphs.findLast(({ lines }) => around(lines[0]!.words).top < top) ?? paragraphs[0]!;
  const at = before.lines.findIndex(other => around(other.words).top > top);
  before.lines.splice(at === -1 ? before.lines.length : at, 0, line);
}
