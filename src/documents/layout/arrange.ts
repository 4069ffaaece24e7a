import { around, type Box, holdsMiddle } from '../boxes.ts';
import type { Furniture } from '../model.ts';
import { readKnownTable } from '../tables/aligned/aligned.ts';
import type { Table } from '../tables/table.ts';
import { makeLine } from './characters/lines.ts';
import type { PreparedPage } from './characters/prepare.ts';
import type { PageContent, Piece } from './content.ts';
import { type Entry, findContents } from './contents.ts';
import { findFigures } from './figures.ts';
import { joinFormulas } from './formulas/find.ts';
import { joinInlineFractions } from './formulas/inline-fractions.ts';
import { findHeadingMarks } from './heading-marks.ts';
import { isStamp } from './margins/margins.ts';
import type { Line, Placed } from './page.ts';
import { findDrawnTables, findOpenTables, remakeLines } from './page-tables.ts';
import { makeParagraphs } from './paragraphs.ts';
import { listWords, makeEntry, makeTable, makeText } from './pieces.ts';
import { makeBlocks } from './reading-order/blocks.ts';
import { makeRegions } from './reading-order/regions.ts';
import { findVectorFigures, insertDrawings } from './vector-figures.ts';

/** An element of the page, in reading order. */
interface Item extends Placed {
  table?: Table;
  figure?: Box;
  entry?: Entry;
}

/** Text along the left edge ends within this share of the page's width. */
const leftEdge = 0.15;

/** Arranges a page's content in reading order. */
export function arrangePage(
  page: PreparedPage,
  furniture: ReadonlyMap<Line, Furniture['kind']>,
): PageContent {
  const lines = page.lines.filter(line => !furniture.has(line));
  const contents = findContents(lines);
  const content = lines.filter(line => !contents.taken.has(line));
  const words = content.flatMap(line => line.words);
  const ruled = findDrawnTables(page, words);
  const inRuled = new Set(ruled.flatMap(listWords));
  const named = page.regions
    .filter(({ label }) => label === 'table')
    .flatMap(box => readKnownTable(words.filter(word => holdsMiddle(box, word) && !inRuled.has(word))) ?? []);
  const taken = new Set([...inRuled, ...named.flatMap(listWords)]);
  const free = taken.size === 0 ? content : remakeLines(content, taken, page);
  const open = joinInlineFractions(joinFormulas(free, page.rules), page.rules);
  const items: Item[] = [
    ...open.map((line): Item => ({ ...around([line]), line })),
    ...[...ruled, ...named].map((table): Item => ({ ...around([table]), table })),
    ...findFigures(page, [...ruled, ...named, ...open]).map((figure): Item => ({ ...figure, figure })),
    ...contents.entries.map((entry): Item => ({ ...around([entry.line]), entry })),
  ];
  const pieces: Piece[] = [];
  for (const region of makeRegions(items)) pieces.push(...makePieces(region, page, ruled));
  insertDrawings(pieces, findVectorFigures(page, pieces));
  for (const word of page.sideways.filter(each => !inRuled.has(each))) {
    const line = makeLine([word]);
    const piece: Piece = {
      ...makeText([line], line, page),
      sideways: true,
      ...(isStamp(word.text) && { furniture: 'stamp' }),
    };
    // Text along the left edge is met first, text along the right edge last.
    if (word.right < leftEdge * page.width) pieces.unshift(piece);
    else pieces.push(piece);
  }
  for (const word of page.watermarks) {
    const line = makeLine([word]);
    pieces.push({ ...makeText([line], line, page), furniture: 'watermark' });
  }
  for (const [line, kind] of furniture) pieces.push({ ...makeText([line], line, page), furniture: kind });
  measureRoom(pieces);
  return {
    number: page.number,
    width: page.width,
    height: page.height,
    pieces,
    angle: page.angle,
    direction: page.direction,
    recognised: page.recognised,
    headingMarks: findHeadingMarks(page.tags),
  };
}

/**
 * Makes the pieces of a region. Tables without lines are searched in each column separately, because text
 * beside them would hide them.
 */
function makePieces(region: Item[], page: PreparedPage, ruled: readonly Table[]): Piece[] {
  const lines = region.flatMap(({ line }) => line ?? []);
  const tables = findOpenTables(lines, page, ruled);
  const taken = new Set(tables.flatMap(listWords));
  const rest: Item[] = [
    ...(taken.size === 0 ? lines : remakeLines(lines, taken, page)).map(line => ({
      ...around([line]),
      line,
    })),
    ...tables.map(table => ({ ...around([table]), table })),
    ...region.filter(item => !item.line),
  ];
  return makeRegions(rest, true).flatMap(part =>
    makeBlocks(part).flatMap(block => makeTexts(block, part, page, ruled)),
  );
}

function makeTexts(block: Item[], region: Item[], page: PreparedPage, ruled: readonly Table[]): Piece[] {
  const pieces: Piece[] = [];
  let lines: Line[] = [];
  const column = around(region);
  const close = () => {
    for (const part of makeParagraphs(lines, column, page.lines)) pieces.push(makeText(part, column, page));
    lines = [];
  };
  for (const { line, table, figure, entry } of block) {
    if (line) lines.push(line);
    else {
      close();
      if (table) pieces.push(makeTable(table, ruled.includes(table), page));
      else if (figure) pieces.push({ kind: 'figure', ...figure });
      else if (entry) pieces.push(makeEntry(entry, column, page));
    }
  }
  close();
  return pieces;
}

/** Measures the distance above and below each text to its neighbours in the same column. */
function measureRoom(pieces: readonly Piece[]): void {
  const texts = pieces.filter(piece => piece.kind === 'text');
  for (const piece of texts) {
    const shares = pieces.filter(
      other => other !== piece && Math.min(other.right, piece.right) - Math.max(other.left, piece.left) > 0,
    );
    piece.roomAbove = Math.min(
      200,
      ...shares.filter(other => other.top < piece.top).map(other => piece.top - other.bottom),
    );
    piece.roomBelow = Math.min(
      200,
      ...shares.filter(other => other.bottom > piece.bottom).map(other => other.top - piece.bottom),
    );
  }
}
