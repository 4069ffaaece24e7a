import { around, sharedY } from '../boxes.ts';
import type { PageContent, Piece, TextPiece } from '../layout/content.ts';
import { isUpperCase } from '../layout/page.ts';
import { type Body, readFamily } from './body.ts';

const longest = 180;
const mostWords = 24;
/** The sum of signs from which a piece is a heading. */
const enough = 2.6;

const caption = /^(?:table|figure|fig\.|tab\.|abbildung|tabelle|tableau|exhibit|chart|scheme|listing)\s*\d+/i;
export const isCaption = (text: string): boolean => caption.test(text);

const decimal = /^(?:§\s*)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u;
const named =
  /^(?:chapter|section|article|appendix|annex|part|kapitel|abschnitt|teil|chapitre|artikel|anhang|capítulo)\s+(?:[\divxlc]+|[a-z])\b/i;
const lettered = /^(?:[A-Z]|[IVX]{1,5})\.\s+\p{Lu}/u;

/** How deep a heading's number says it is: 1 for "2", 2 for "2.1"; undefined without one. */
export function depthOfNumber(text: string): number | undefined {
  const [, number] = decimal.exec(text) ?? [];
  return number?.split('.').length;
}

const isNumbered = (text: string): boolean => decimal.test(text) || named.test(text) || lettered.test(text);

/** Pieces that look the same. */
export const describeLook = (piece: TextPiece): string =>
  [
    Math.round(piece.size * 2) / 2,
    piece.bold ? 'b' : '',
    piece.italic ? 'i' : '',
    isUpperCase(piece.text) ? 'c' : '',
    piece.colour,
    readFamily(piece.font),
  ].join(' ');

const phone = /\b(?:phone|tel|fax)\b\.?\s*[:：+(\d]|\(\d{3}\)\s?\d{3}/i;
/** Labels of forms that are filled in or signed. */
const field = /^(?:signature|signed|date|name|print(?:ed)? name|title|address|e-?mail)\b[^:：]{0,20}[:：]/i;

const fewestAlike = 3;
const mostAlike = 0.6;

/** Returns true if a piece can be a heading at all. */
export function mayBeHeading(piece: TextPiece): boolean {
  const { text, lines } = piece;
  if (piece.furniture || piece.mono || piece.entry !== undefined || text.length > longest || lines.length > 4)
    return false;
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2 || isCaption(text)) return false;
  if (/[,;]$/.test(text) || /(?:\.\s?){4,}|…{2,}/.test(text)) return false;
  if (/^[([“"‘]?\p{Ll}/u.test(text) && !isNumbered(text)) return false;
  if (/https?:|www\.|@\S+\.\S/.test(text) || phone.test(text) || field.test(text)) return false;
  // A name of a program, such as `__in_opt(n)`, is no heading by itself.
  if (/^\S*_\S*$/.test(text) || (/\p{L}_\p{L}/u.test(text) && !isNumbered(text))) return false;
  return text.split(/\s+/).length <= mostWords;
}

/** The pieces around another in the order of reading. */
interface Surroundings {
  before: Piece | undefined;
  after: Piece | undefined;
  /** Other text stands at the same height, as cells and the labels of forms do. */
  beside: boolean;
}

/** Returns true if all lines of a piece stand in the middle of its column, and one has room on both sides. */
const isCentred = ({ lines, column, size }: Pick<TextPiece, 'lines' | 'column' | 'size'>): boolean =>
  lines.every(({ left, right }) => Math.abs(left + right - column.left - column.right) < 2 * size) &&
  lines.some(({ left, right }) => left - column.left > 2 * size && column.right - right > 2 * size);

const isRunningText = (piece: Piece | undefined, body: Body): boolean =>
  piece?.kind === 'text' &&
  (piece.lines.length > 1 || piece.text.length > 60) &&
  Math.abs(piece.size - body.size) < 0.6 &&
  piece.bold === body.bold;

/** The sum of a piece's signs of being a heading, against how most of the document is set. */
export function scoreHeading(piece: TextPiece, body: Body, { before, after, beside }: Surroundings): number {
  const { text, size } = piece;
  const ratio = size / body.size;
  const words = text.split(/\s+/).length;
  let score = 0;
  if (ratio >= 1.45) score += 4;
  else if (ratio >= 1.18) score += 3.2;
  else if (ratio >= 1.09) score += 1.8;
  else if (ratio >= 1.04) score += 0.7;
  else if (ratio < 0.93) score -= 2;
  if (piece.bold && !body.bold) score += 2.3;
  if (isUpperCase(text)) score += 1.2;
  if (piece.italic && !body.italic) score += 0.6;
  if (isNumbered(text)) score += 0.8;
  if (piece.colour !== body.colour) score += 0.6;
  if (readFamily(piece.font) !== body.font) score += 0.4;
  if (piece.roomAbove > 0.6 * size && piece.roomAbove > 1.2 * piece.roomBelow) score += 0.6;
  if (piece.roomAbove < 0.25 * size && piece.roomBelow < 0.25 * size) score -= 0.6;
  if (/(?<!\.)\.$/.test(text) && !/^\S+\.$/.test(text)) score -= isNumbered(text) ? 0.7 : 1.4;
  if (/:$/.test(text)) score -= 0.4;
  if (words > 14) score -= 1;
  if (piece.lines.length > 2 && ratio < 1.2) score -= 1.5;
  const isSet = ratio >= 1.09 || piece.bold || piece.italic || piece.underlined || isUpperCase(text);
  if (isSet && isRunningText(after, body)) score += isRunningText(before, body) ? 0.9 : 0.6;
  if (piece.underlined) score += 0.8;
  if (isSet && isCentred(piece)) score += piece.bold && !body.bold ? 0.6 : 1.2;
  if (before?.kind === 'table' || beside) score -= 0.6;
  if (/^[^:：]{1,30}[:：]\s*\S/.test(text) && ratio < 1.18) score -= 0.8;
  if ((text.match(/\d/g)?.length ?? 0) > 0.3 * text.length) score -= 2.4;
  // A mark and a few words are an item of a list.
  if (piece.mark && !piece.mark.ordered) score -= 5;
  if (/^(?:re|subject|betreff|objet|asunto|oggetto|betr\.)\s*:/i.test(text) && piece.bold) score += 1.2;
  if (isAuthor(piece) || isFollowedByAffiliation(piece, after)) score -= 1.5;
  if (goesOnAlike(piece, after)) score -= 1.5;
  // A line over larger type introduces it, as the name of a series does.
  if (after?.kind === 'text' && after.size > 1.04 * size + 0.5 && !isNumbered(text)) score -= 4;
  return score;
}

/** Returns true if a few names end with a raised mark, which refers to an address or a note. */
const isAuthor = ({ lines, text }: TextPiece): boolean =>
  lines.at(-1)?.runs.at(-1)?.superscript === true && /^(?:\p{Lu}[\p{L}.’'-]*[\s,]+){2,}\S{1,4}$/u.test(text);

/** Returns true if text of the same look that is no heading stands close below. */
const goesOnAlike = (piece: TextPiece, after: Piece | undefined): boolean =>
  after?.kind === 'text' &&
  piece.roomBelow < piece.size &&
  describeLook(after) === describeLook(piece) &&
  !mayBeHeading(after);

const affiliation =
  /@|\b(?:universi\p{L}+|institut\p{L}*|departmen\p{L}*|college|faculty|laborator\p{L}+|school of|hospital|inc\.|ltd|gmbh|corporation)(?!\p{L})/iu;
const names = /^(?:\p{Lu}[\p{L}.’'-]*[\s,]+){1,7}\p{Lu}[\p{L}.’'-]*$/u;

/** Returns true if names are followed by the place their bearers work at. */
const isFollowedByAffiliation = ({ text }: TextPiece, after: Piece | undefined): boolean =>
  after?.kind === 'text' && names.test(text) && affiliation.test(after.text) && after.text.length < 200;

/** The texts of all pages that are content, each with its neighbours. */
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

/** The pieces that are headings, without help from tags or an outline. */
export function findHeadings(pages: readonly PageContent[], body: Body): Set<TextPiece> {
  const surroundings = findSurroundings(pages);
  const texts = [...surroundings.keys()];
  const looks = Map.groupBy(texts, describeLook);
  const found = new Set<TextPiece>();
  for (const own of looks.values()) {
    const able = own.filter(mayBeHeading);
    // A look that long text has too is no heading's.
    const running = own
      .filter(piece => !mayBeHeading(piece) && piece.entry === undefined)
      .reduce((sum, piece) => sum + piece.text.length, 0);
    const short = able.reduce((sum, piece) => sum + piece.text.length, 0);
    const penalty = running > 4 * short ? 1 : running > 2 * short ? 0.5 : 0;
    const scores = new Map(
      able.map(piece => [piece, scoreHeading(piece, body, surroundings.get(piece)!) - penalty]),
    );
    const clear = able.filter(piece => scores.get(piece)! >= enough);
    // Where most lines of a look are headings, others need less.
    const needed = able.length >= fewestAlike && clear.length > mostAlike * able.length ? enough - 1 : enough;
    for (const [piece, score] of scores) if (score >= needed) found.add(piece);
  }
  dropRuns(pages, found);
  if (found.size === 0) for (const piece of findTitle(pages)) found.add(piece);
  return found;
}

const longestRun = 3;

/** Many lines of one look that follow each other without any text between are no headings, but a list or an address. */
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

/** The short lines in the middle of the page that begin a document without any heading are its title. */
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
