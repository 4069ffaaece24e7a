import type { PageContent, Piece, TablePiece, TextPiece } from '../layout/content.ts';
import { Hyphens } from '../layout/hyphens.ts';
import { continueRuns, joinRuns } from '../layout/runs.ts';
import { measureShown, showBox } from '../layout/shown.ts';
import { type Block, type Document, type Evidence, plainText, type Run, type TableBlock } from '../model.ts';
import type { Bookmark } from '../source.ts';
import { findBody, listTexts } from './body.ts';
import { locateContents } from './contents.ts';
import { joinContinued } from './continued-tables.ts';
import { countHeaderRows } from './header-rows.ts';
import { isCaption } from './heading-candidates.ts';
import { findHeadings } from './headings.ts';
import { findLevels } from './levels.ts';
import { type Start, setDepths } from './list-depths.ts';
import { findLook } from './look.ts';
import { locateOutline } from './outline.ts';
import { locateTagged } from './tagged.ts';
import { joinTitles } from './titles.ts';

interface Context {
  hyphens: Hyphens;
  headings: ReadonlyMap<TextPiece, number>;
  evidence: (heading: TextPiece) => Evidence;
  bodySize: number;
}

/** Builds a document from its pages. */
export function buildDocument(
  pages: readonly PageContent[],
  outline: readonly Bookmark[],
  hiddenTextRemoved: boolean,
): Document {
  for (const page of pages) joinTitles(page);
  const texts = listTexts(pages);
  const body = findBody(pages);
  const hyphens = new Hyphens();
  for (const piece of texts) for (const line of piece.lines) hyphens.learn(line.text);
  const tagged = locateTagged(pages);
  const listed = locateOutline(pages, outline);
  const printed = locateContents(pages);
  const known = new Map([...printed, ...listed, ...tagged]);
  const found = findHeadings(pages, body);
  for (const piece of known.keys()) found.add(piece);
  for (const piece of texts) if (piece.region === 'heading') found.add(piece);
  const headings = findLevels(
    texts.filter(piece => found.has(piece)),
    known,
    texts.find(piece => !piece.furniture),
  );
  const chooseEvidence = (piece: TextPiece): Evidence =>
    tagged.has(piece) ? 'tag' : listed.has(piece) || printed.has(piece) ? 'outline' : 'layout';
  const context = { hyphens, headings, evidence: chooseEvidence, bodySize: body.size };
  const blocks: Block[] = [];
  const starts = new Map<Block, Start>();
  let open: { block: Block & { kind: 'paragraph' }; piece: TextPiece; page: number } | undefined;
  for (const page of pages)
    for (const { piece, block } of putNotesLast(
      page.pieces.map(each => ({ piece: each, block: makeBlock(each, page, context) })),
    )) {
      if (piece.kind === 'text')
        starts.set(block, { left: piece.left, text: piece.mark?.textLeft ?? piece.left });
      if (open && block.kind === 'paragraph' && piece.kind === 'text' && goesOn(open, piece, page.number)) {
        continueRuns(open.block.runs, block.runs, hyphens);
        open.block.places.push(...block.places);
        open = { block: open.block, piece, page: page.number };
        continue;
      }
      blocks.push(block);
      if (block.kind === 'paragraph' && piece.kind === 'text') open = { block, piece, page: page.number };
      else if (piece.kind === 'text' && !piece.furniture && block.kind !== 'footnote') open = undefined;
    }
  const look = findLook(body, headings);
  return {
    direction: pages.filter(page => page.direction === 'rtl').length * 2 > pages.length ? 'rtl' : 'ltr',
    pages: pages.map(page => ({ number: page.number, ...measureShown(page) })),
    blocks: setCaptions(setDepths(joinContinued(blocks, hyphens), starts)),
    hiddenTextRemoved,
    ...(look && { look }),
  };
}

/** Moves the notes at the foot of a column behind everything else on the page. */
const putNotesLast = <P extends { block: Block }>(parts: readonly P[]): P[] => [
  ...parts.filter(({ block }) => block.kind !== 'footnote'),
  ...parts.filter(({ block }) => block.kind === 'footnote'),
];

/** Returns true if a column or page ended within a sentence: no stop before it, and a small letter after it. */
function goesOn(open: { piece: TextPiece; page: number }, next: TextPiece, page: number): boolean {
  if (open.page === page && next.top > open.piece.top && next.left < open.piece.right) return false;
  if (Math.abs(open.piece.size - next.size) > 0.6 || open.piece.bold !== next.bold) return false;
  // One or two words alone are no broken sentence.
  if (open.piece.lines.length < 2 && open.piece.text.length < 40) return false;
  return /[\p{L}\p{N},\-\u00ad\u2010]$/u.test(open.piece.text) && /^\p{Ll}/u.test(next.text);
}

function makeBlock(piece: Piece, page: PageContent, context: Context): Block {
  const isRecognised = page.recognised || (piece.kind === 'text' && piece.confidence !== undefined);
  const common = {
    places: [{ page: page.number, box: showBox(piece, page) }],
    direction: piece.kind === 'figure' ? ('ltr' as const) : piece.direction,
    source: isRecognised ? ('ocr' as const) : ('layout' as const),
    ...(piece.kind === 'text' && piece.confidence !== undefined && { confidence: piece.confidence }),
  };
  if (piece.kind === 'figure') return { kind: 'figure', ...common };
  if (piece.kind === 'table') return { kind: 'table', ...common, ...makeTable(piece, context) };
  const runs = joinRuns(
    piece.lines.map(line => line.runs),
    context.hyphens,
  );
  if (piece.furniture) return { kind: piece.furniture, ...common, runs };
  if (piece.formula) {
    const { latex, isStacked } = piece.formula;
    return { kind: 'formula', ...common, latex, runs: isStacked ? [{ text: latex }] : runs };
  }
  const level = context.headings.get(piece);
  if (level !== undefined) {
    const source = isRecognised ? common.source : context.evidence(piece);
    return { kind: 'heading', ...common, source, level, runs: runs.map(toPlain) };
  }
  if (piece.code !== undefined && piece.text.length > 3 && (piece.lines.length > 1 || /\s/.test(piece.text)))
    return { kind: 'code', ...common, text: piece.code };
  if (piece.region === 'formula') return { kind: 'formula', ...common, runs };
  const note = readNote(piece, page, context);
  if (note !== undefined) return { kind: 'footnote', ...common, marker: note, runs: dropMark(runs, note) };
  if (piece.mark && piece.text.length > piece.mark.text.length + 1)
    return {
      kind: 'list-item',
      ...common,
      depth: 0,
      ordered: piece.mark.ordered,
      marker: piece.mark.text,
      runs: dropMark(runs, piece.mark.text),
    };
  return { kind: 'paragraph', ...common, runs };
}

/** Type smaller than the body text by this factor, in the lower part of a page, belongs to notes. */
const noteSize = 0.93;
const notesFrom = 0.55;

/** Returns true if a raised mark stands in the text above a piece. */
const isReferredTo = (marker: string, piece: TextPiece, { pieces }: PageContent): boolean =>
  pieces.some(
    other =>
      other.kind === 'text' &&
      other.top < piece.top &&
      other.lines.some(({ runs }) =>
        runs.some((run, at) => at > 0 && run.superscript && run.text.trim() === marker),
      ),
  );

/**
 * Reads the mark of a footnote: raised, or before small type at the foot of the page. If the note is as large
 * as the body text, the text must refer to it.
 */
function readNote(piece: TextPiece, page: PageContent, { bodySize }: Context): string | undefined {
  if (piece.top < notesFrom * page.height) return undefined;
  const isSmall = piece.size <= noteSize * bodySize;
  const first = piece.lines[0]?.runs[0];
  const raised =
    first?.superscript && /^\s*(?:\d{1,3}|[*†‡§¶]+|[a-z])\s*$/.test(first.text) && first.text.trim();
  if (raised) return isSmall || isReferredTo(raised, piece, page) ? raised : undefined;
  return isSmall ? /^(\d{1,3}[.)]?|[*†‡§¶]+)\s+\p{Lu}/u.exec(piece.text)?.[1] : undefined;
}

const toPlain = ({ text, link, superscript, subscript }: Run): Run => ({
  text,
  ...(link !== undefined && { link }),
  ...(superscript && { superscript }),
  ...(subscript && { subscript }),
});

/** Removes the mark at the beginning of the runs. */
function dropMark(runs: readonly Run[], mark: string): Run[] {
  let left = mark.length;
  const rest = runs.flatMap(run => {
    const cut = Math.min(left, run.text.length);
    left -= cut;
    return cut < run.text.length ? [{ ...run, text: run.text.slice(cut) }] : [];
  });
  const [first, ...others] = rest;
  return first ? [{ ...first, text: first.text.trimStart() }, ...others] : [];
}

function makeTable(piece: TablePiece, { hyphens }: Context): Pick<TableBlock, 'rows' | 'headerRows'> {
  return {
    rows: piece.rows.map((row, at) =>
      row.map(({ lines, columns, rows }) => {
        const runs = joinRuns(lines, hyphens);
        return { runs: at === 0 ? joinRuns([runs.map(toPlain)], hyphens) : runs, columns, rows };
      }),
    ),
    headerRows: piece.headerRows ?? countHeaderRows(piece.rows),
  };
}

/** Attaches each caption to the figure or table before or after it. */
function setCaptions(blocks: Block[]): Block[] {
  return blocks.filter((block, at) => {
    if (block.kind !== 'paragraph' || !isCaption(plainText(block.runs))) return true;
    const isFigure = /^f|^abb/i.test(plainText(block.runs));
    const neighbours = isFigure ? [blocks[at - 1], blocks[at + 1]] : [blocks[at + 1], blocks[at - 1]];
    for (const other of neighbours)
      if (other?.kind === (isFigure ? 'figure' : 'table') && !other.caption) {
        other.caption = block.runs;
        return false;
      }
    return true;
  });
}
