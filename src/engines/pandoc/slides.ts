import type { PandocDocument } from './syntax-tree.ts';

interface Block {
  t: string;
  c: unknown;
}
type Inline = { t: string; c?: unknown };

/** The lines of text that fit on a slide, and the letters that fit in a line. */
const linesOnSlide = 10;
const lettersInLine = 52;

function countLetters(part: unknown): number {
  let count = 0;
  const open: unknown[] = [part];
  while (open.length) {
    const next = open.pop();
    if (typeof next === 'string') count += next.length;
    else if (Array.isArray(next)) open.push(...next);
    else if (typeof next === 'object' && next !== null) {
      const { t, c } = next as Block;
      if (t === 'Space' || t === 'SoftBreak') count++;
      // Only the text of a link or a picture counts.
      else if (t === 'Link' || t === 'Image' || t === 'Span' || t === 'Code') open.push((c as unknown[])[1]);
      else open.push(c);
    }
  }
  return count;
}

const isList = ({ t }: Block): boolean => t === 'BulletList' || t === 'OrderedList';
const listItems = ({ t, c }: Block): Block[][] =>
  t === 'OrderedList' ? (c as [unknown, Block[][]])[1] : (c as Block[][]);

const countFullLines = (letters: number): number => Math.max(1, Math.ceil(letters / lettersInLine));

const isText = ({ t }: Block): boolean => t === 'Para' || t === 'Plain';

/** Counts the lines of a paragraph, in which each line break begins a new one. */
function countTextLines(inlines: readonly Inline[]): number {
  let lines = 0;
  let letters = 0;
  for (const inline of inlines) {
    if (inline.t !== 'LineBreak') letters += countLetters(inline);
    else {
      lines += countFullLines(letters);
      letters = 0;
    }
  }
  return lines + countFullLines(letters);
}

function countLines(block: Block): number {
  if (isText(block)) return countTextLines(block.c as Inline[]);
  if (block.t === 'CodeBlock') return (block.c as [unknown, string])[1].split('\n').length;
  if (isList(block))
    return listItems(block).reduce(
      (sum, item) => sum + item.reduce((all, each) => all + countLines(each), 0),
      0,
    );
  return countFullLines(countLetters(block.c));
}

/** Pictures and tables have a slide to themselves: beside text Pandoc makes both too small to read. */
const standsAlone = ({ t, c }: Block): boolean =>
  t === 'Table' || (isText({ t, c }) && (c as Inline[]).some(inline => inline.t === 'Image'));

/** Splits the words of a paragraph into pieces that fit. */
function* splitText(block: Block): Generator<Block> {
  let piece: Inline[] = [];
  for (const inline of block.c as Inline[]) {
    piece.push(inline);
    const mayEnd = inline.t === 'Space' || inline.t === 'LineBreak';
    if (mayEnd && countTextLines(piece) > linesOnSlide) {
      yield { t: block.t, c: piece };
      piece = [];
    }
  }
  if (piece.length) yield { t: block.t, c: piece };
}

function* groupByLines<Item>(
  items: readonly Item[],
  size: (item: Item) => number,
): Generator<{ start: number; items: Item[] }> {
  let [start, group, used] = [0, [] as Item[], 0];
  for (const [index, item] of items.entries()) {
    const own = size(item);
    if (group.length && used + own > linesOnSlide) {
      yield { start, items: group };
      [start, group, used] = [index, [], 0];
    }
    group.push(item);
    used += own;
  }
  if (group.length) yield { start, items: group };
}

type TableContent = [unknown, unknown, unknown, unknown, [unknown, unknown, unknown, unknown[]][], unknown];

/** Splits a long table into several under the same head. */
function* splitTable(block: Block): Generator<Block> {
  const [attributes, caption, columns, head, bodies, foot] = block.c as TableContent;
  const [body, ...more] = bodies;
  if (!body || more.length > 0 || body[3].length <= linesOnSlide) yield block;
  else
    for (const { items } of groupByLines(body[3], () => 1))
      yield {
        t: 'Table',
        c: [attributes, caption, columns, head, [[body[0], body[1], body[2], items]], foot],
      };
}

/** Splits a block into several that fit on a slide each, as far as it can be split. */
function* splitBlock(block: Block): Generator<Block> {
  if (block.t === 'Table') yield* splitTable(block);
  else if (countLines(block) <= linesOnSlide || standsAlone(block)) yield block;
  else if (isText(block)) yield* splitText(block);
  else if (block.t === 'CodeBlock') {
    const [attributes, code] = block.c as [unknown, string];
    for (const { items } of groupByLines(code.split('\n'), () => 1))
      yield { t: 'CodeBlock', c: [attributes, items.join('\n')] };
  } else if (isList(block)) {
    const sumLines = (item: Block[]) => item.reduce((sum, each) => sum + countLines(each), 0);
    for (const { start, items } of groupByLines(listItems(block), sumLines)) {
      if (block.t === 'BulletList') yield { t: 'BulletList', c: items };
      else {
        const [[first, ...style]] = block.c as [[number, ...unknown[]], unknown];
        yield { t: 'OrderedList', c: [[first + start, ...style], items] };
      }
    }
  } else yield block;
}

/**
 * Spreads a document over slides: each heading begins one, and text that does not fit continues under the same heading.
 */
export function layOnSlides(document: PandocDocument): void {
  const slides: Block[] = [];
  let heading: Block | undefined;
  let used = 0;
  const begin = (): void => {
    slides.push(heading ? structuredClone(heading) : { t: 'HorizontalRule', c: undefined });
    used = 0;
  };
  for (const block of (document.blocks as Block[]).flatMap(each => [...splitBlock(each)])) {
    if (block.t === 'Header') {
      const [, attributes, words] = block.c as [number, unknown, unknown];
      heading = { t: 'Header', c: [1, attributes, words] };
      begin();
      // Links to the heading mean its first slide, so further ones have no identifier.
      heading = { t: 'Header', c: [1, ['', [], []], words] };
      continue;
    }
    const alone = standsAlone(block);
    const lines = alone ? linesOnSlide : countLines(block);
    if (used > 0 && used + lines > linesOnSlide) begin();
    slides.push(block);
    used += lines;
  }
  document.blocks = slides;
}
