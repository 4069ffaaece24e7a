import { around, sharedY } from '../boxes.ts';
import type { PageContent, Piece, TextPiece } from '../layout/content.ts';
import type { Body } from './body.ts';
import { describeLook, mayBeHeading } from './heading-candidates.ts';
import { isCentred, type Surroundings, scoreHeading } from './heading-score.ts';

/** The score from which a piece is a heading. */
const enough = 2.6;
/**
 * A line needs less evidence if its style has at least this many lines, of which more than this share are
 * clearly headings.
 */
const minAlike = 3;
const maxAlike = 0.6;

/** Finds the texts of all pages that are content, each with its neighbours. */
function findSurroundings(pages: readonly PageContent[]): Map<TextPiece, Surroundings> {
  const found = new Map<TextPiece, Surroundings>();
  for (const [at, page] of pages.entries()) {
    const isContent = (piece: Piece) => piece.kind !== 'text' || !piece.furniture;
    const pieces = page.pieces.filter(isContent);
    const next = pages[at + 1]?.pieces.find(isContent);
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind !== 'text') continue;
      found.set(piece, {
        before: pieces[index - 1],
        after: pieces[index + 1] ?? next,
        beside: pieces.some(
          other => other !== piece && other.kind === 'text' && sharedY(other, piece) > 0.5 * piece.size,
        ),
      });
    }
  }
  return found;
}

/** Finds headings without tags or an outline. */
export function findHeadings(pages: readonly PageContent[], body: Body): Set<TextPiece> {
  const surroundings = findSurroundings(pages);
  const texts = [...surroundings.keys()];
  const looks = Map.groupBy(texts, describeLook);
  const found = new Set<TextPiece>();
  for (const own of looks.values()) {
    const able = own.filter(mayBeHeading);
    // A style that long text has too is not one of headings.
    const running = own
      .filter(piece => !mayBeHeading(piece) && piece.entry === undefined)
      .reduce((sum, piece) => sum + piece.text.length, 0);
    const short = able.reduce((sum, piece) => sum + piece.text.length, 0);
    const penalty = running > 4 * short ? 1 : running > 2 * short ? 0.5 : 0;
    const scores = new Map(
      able.map(piece => [piece, scoreHeading(piece, body, surroundings.get(piece)!) - penalty]),
    );
    const clear = able.filter(piece => scores.get(piece)! >= enough);
    // The other lines of a style that is mostly used by headings need less evidence.
    const needed = able.length >= minAlike && clear.length > maxAlike * able.length ? enough - 1 : enough;
    for (const [piece, score] of scores) if (score >= needed) found.add(piece);
  }
  dropRuns(pages, found);
  if (found.size === 0) for (const piece of findTitle(pages)) found.add(piece);
  return found;
}

const longestRun = 3;

/** Drops many lines of one style without text between them: they are a list or an address, not headings. */
function dropRuns(pages: readonly PageContent[], found: Set<TextPiece>): void {
  let run: TextPiece[] = [];
  const close = () => {
    if (run.length >= longestRun) for (const piece of run) found.delete(piece);
    run = [];
  };
  for (const piece of pages.flatMap(page => page.pieces)) {
    if (piece.kind !== 'text') close();
    else if (!piece.furniture) {
      if (!found.has(piece) || (run[0] && describeLook(run[0]) !== describeLook(piece))) close();
      if (found.has(piece)) run.push(piece);
    }
  }
  close();
}

/** Finds the title of a document without headings: the short centred lines at its beginning. */
function findTitle(pages: readonly PageContent[]): TextPiece[] {
  const pieces = pages[0]?.pieces.filter(piece => piece.kind !== 'text' || !piece.furniture) ?? [];
  const frame = around(pieces);
  const end = pieces.findIndex(
    piece =>
      piece.kind !== 'text' ||
      !mayBeHeading(piece) ||
      piece.lines.length > 1 ||
      !isCentred({ ...piece, column: frame }),
  );
  const title = pieces.slice(0, end) as TextPiece[];
  return title.length < longestRun ? title : [];
}
