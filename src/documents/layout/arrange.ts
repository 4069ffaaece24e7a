import { areaOf, around, type Box, holdsMiddle, sharedArea } from '../boxes.ts';
import type { Furniture } from '../model.ts';
import { findAlignedTables, readKnownTable } from '../tables/aligned.ts';
import { findCells } from '../tables/cell-fills.ts';
import { findRuledTables } from '../tables/ruled.ts';
import { findStripeBorders } from '../tables/stripes.ts';
import { splitLines, type Table, type TableWord } from '../tables/table.ts';
import { makeBlocks } from './blocks.ts';
import { makeLine, makeLines } from './characters/lines.ts';
import { isPost, type PreparedPage } from './characters/prepare.ts';
import { formatCode } from './code.ts';
import type { CellContent, PageContent, Piece, TablePiece, TextPiece } from './content.ts';
import { type Entry, findContents } from './contents.ts';
import { findHeadingMarks } from './heading-marks.ts';
import { isStamp } from './margins/margins.ts';
import { findMark } from './marks.ts';
import { joinWords, type Line, measureShare, type Word } from './page.ts';
import { isBold, isMono, makeParagraphs } from './paragraphs.ts';
import { makeRegions, type Placed } from './regions.ts';
import { makeRuns } from './runs.ts';

/** Something that stands on the page, in the order of reading. */
interface Item extends Placed {
  table?: Table;
  figure?: Box;
  entry?: Entry;
}

/** Smaller pictures are bullets, rules and parts of letters. */
const leastFigure = 24;
/** A picture behind a whole page of text is its paper. */
const pageShare = 0.8;
const leftEdge = 0.15;

const listWords = (table: Table): Word[] =>
  table.rows.flatMap(row => row.flatMap(cell => cell.words as Word[]));

/** A page's content in the order it is read. */
export function arrangePage(
  page: PreparedPage,
  furniture: ReadonlyMap<Line, Furniture['kind']>,
): PageContent {
  const lines = page.lines.filter(line => !furniture.has(line));
  const contents = findContents(lines);
  const content = lines.filter(line => !contents.taken.has(line));
  const words = content.flatMap(line => line.words);
  const ruled = findRuledTables(
    page.rules,
    findCells(page.fills, page.width),
    findStripeBorders(page.fills, words),
    words,
  ).filter(table => !(hasEmptyRow(table) && isGallery(table, page.images)));
  const inRuled = new Set(ruled.flatMap(listWords));
  const named = page.regions
    .filter(({ label }) => label === 'table')
    .flatMap(box => readKnownTable(words.filter(word => holdsMiddle(box, word) && !inRuled.has(word))) ?? []);
  const taken = new Set([...inRuled, ...named.flatMap(listWords)]);
  const open = taken.size === 0 ? content : remakeLines(content, taken, page);
  const items: Item[] = [
    ...open.map((line): Item => ({ ...around([line]), line })),
    ...[...ruled, ...named].map((table): Item => ({ ...around([table]), table })),
    ...findFigures(page, [...ruled, ...named, ...open]).map((figure): Item => ({ ...figure, figure })),
    ...contents.entries.map((entry): Item => ({ ...around([entry.line]), entry })),
  ];
  const pieces: Piece[] = [];
  for (const region of makeRegions(items)) pieces.push(...makePieces(region, page, ruled));
  for (const word of page.sideways) {
    const line = makeLine([word]);
    const piece: Piece = {
      ...makeText([line], line, page),
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

/** Pictures that cover more of a table than this are what it shows. */
const galleryShare = 0.3;

/** Returns true if the rows of a table are the names above and below pictures, which it mostly consists of. */
function isGallery(table: Table, images: readonly Box[]): boolean {
  const shown = images.filter(image => sharedArea(image, table) > 0.8 * areaOf(image));
  const area = shown.reduce((sum, image) => sum + areaOf(image), 0);
  return shown.length > 1 && area > galleryShare * areaOf(table);
}

const hasEmptyRow = ({ rows }: Table): boolean =>
  rows.some(row => row.every(cell => cell.words.length === 0));

/** Lines without the words that tables have taken. */
function remakeLines(lines: readonly Line[], taken: ReadonlySet<Word>, page: PreparedPage): Line[] {
  const whole = lines.filter(line => !line.words.some(word => taken.has(word)));
  const rest = lines
    .filter(line => line.words.some(word => taken.has(word)))
    .flatMap(line => line.words.filter(word => !taken.has(word)));
  return [...whole, ...makeLines(rest, page.rules.filter(isPost))];
}

/** Tables told by how words stand are looked for in each column by itself: text beside them would hide them. */
function makePieces(region: Item[], page: PreparedPage, ruled: readonly Table[]): Piece[] {
  const lines = region.flatMap(({ line }) => line ?? []);
  const words = lines.flatMap(line => line.words);
  const rules = page.rules.filter(
    rule => !ruled.some(table => sharedArea(pad(table), pad(rule)) > 0.5 * areaOf(pad(rule))),
  );
  const tables = findAlignedTables(words, rules).filter(table => !isGallery(table, page.images));
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

const pad = ({ left, top, right, bottom }: Box): Box => ({
  left: left - 1,
  top: top - 1,
  right: right + 1,
  bottom: bottom + 1,
});

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

/** An entry of a table of contents is an item of a list without a mark. */
function makeEntry({ line, title }: Entry, column: Box, page: PreparedPage): TextPiece {
  const mark = { ordered: false, text: '', value: 0, words: 0, left: line.left, textLeft: line.left };
  return { ...makeText([line], column, page), mark, entry: title };
}

function makeText(lines: readonly Line[], column: Box, page: PreparedPage): TextPiece {
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
    lines: rows.map(line => ({
      ...around([line]),
      runs: makeRuns(line.words, line.baseline, line.size),
      text: joinWords(line.words),
      size: line.size,
    })),
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

/** Parts of one row that a wide gap kept apart are one line of a paragraph. */
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

function makeTable(table: Table, ruled: boolean, page: PreparedPage): TablePiece {
  const cell = (words: TableWord[]): Pick<CellContent, 'lines' | 'bold'> => {
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
    rows: table.rows.map(row => row.map(({ words, columns, rows }) => ({ ...cell(words), columns, rows }))),
    ruled,
    direction: page.direction,
    marks: new Set(listWords(table).flatMap(({ style }) => style.mark ?? [])),
  };
}

/** Pictures that are figures: large enough, and not the paper of the page. */
function findFigures(page: PreparedPage, texts: readonly Box[]): Box[] {
  const area = page.width * page.height;
  const boxes = page.images
    .map(({ left, top, right, bottom }) => ({
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(page.width, right),
      bottom: Math.min(page.height, bottom),
    }))
    .filter(box => box.right - box.left >= leastFigure && box.bottom - box.top >= leastFigure)
    .filter(box => texts.length === 0 || areaOf(box) < pageShare * area);
  const whole: Box[] = [];
  for (const box of boxes.slice(0, 300)) {
    let grown = box;
    for (let at = findTouching(whole, grown); at >= 0; at = findTouching(whole, grown))
      grown = around([grown, ...whole.splice(at, 1)]);
    whole.push(grown);
  }
  // A picture with text all over it is a background.
  return whole.filter(box => texts.filter(text => sharedArea(text, box) > 0.5 * areaOf(text)).length < 6);
}

const findTouching = (boxes: readonly Box[], box: Box): number =>
  boxes.findIndex(
    other =>
      other.left <= box.right + 2 &&
      box.left <= other.right + 2 &&
      other.top <= box.bottom + 2 &&
      box.top <= other.bottom + 2,
  );

/** The room above and below each text to its neighbours in the same column. */
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
