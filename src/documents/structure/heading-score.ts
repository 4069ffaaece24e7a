import type { Piece, TextPiece } from '../layout/content.ts';
import { isUpperCase } from '../layout/page.ts';
import { type Body, readFamily } from './body.ts';
import { describeLook, isNumbered, mayBeHeading } from './heading-candidates.ts';

/** The neighbours of a piece in reading order. */
export interface Surroundings {
  before: Piece | undefined;
  after: Piece | undefined;
  /** Whether other text is at the same height, as with cells and labels of forms. */
  beside: boolean;
}

/** Returns true if all lines of a piece stand in the middle of its column, and one has room on both sides. */
export const isCentred = ({ lines, column, size }: Pick<TextPiece, 'lines' | 'column' | 'size'>): boolean =>
  lines.every(({ left, right }) => Math.abs(left + right - column.left - column.right) < 2 * size) &&
  lines.some(({ left, right }) => left - column.left > 2 * size && column.right - right > 2 * size);

const isRunningText = (piece: Piece | undefined, body: Body): boolean =>
  piece?.kind === 'text' &&
  (piece.lines.length > 1 || piece.text.length > 60) &&
  Math.abs(piece.size - body.size) < 0.6 &&
  piece.bold === body.bold;

/** Adds up the evidence that a piece is a heading, relative to the style of most of the document. */
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
  const isUnderTitle = before?.kind === 'text' && before.size > 1.04 * size;
  if (isAuthor(piece) || (isUnderTitle && listsNames(text))) score -= 5;
  else if (isFollowedByAffiliation(piece, after)) score -= 1.5;
  if (goesOnAlike(piece, after)) score -= 1.5;
  // A line over larger type introduces it, as the name of a series does.
  if (after?.kind === 'text' && after.size > 1.04 * size + 0.5 && !isNumbered(text)) score -= 4;
  return score;
}

/** Returns true if a few names end with a raised mark, which refers to an address or a note. */
const isAuthor = ({ lines, text }: TextPiece): boolean =>
  lines.at(-1)?.runs.at(-1)?.superscript === true && /^(?:\p{Lu}[\p{L}.’'-]*[\s,]+){2,}\S{1,4}$/u.test(text);

/** Returns true if a text is a list of three or more people. */
const listsNames = (text: string): boolean => {
  const parts = text.split(/\s*[,;]\s*(?:and\s+)?|\s+(?:and|und|et|y)\s+/);
  return parts.length > 2 && parts.every(part => person.test(part));
};
const person = /^(?:\p{Lu}[\p{L}’'-]*\.?\s+){1,3}\p{Lu}\p{Ll}[\p{L}’'-]*[\d*†‡§¶]*$/u;

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
