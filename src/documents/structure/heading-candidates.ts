import type { TextPiece } from '../layout/content.ts';
import { isUpperCase } from '../layout/page.ts';
import { readFamily } from './body.ts';

const longest = 180;
const maxWords = 24;

const caption =
  /^(?:table|figure|fig\.|tab\.|abbildung|tabelle|tableau|exhibit|chart|scheme|listing)\s*(?:\d|[IVXL]+\b)/i;
export const isCaption = (text: string): boolean => caption.test(text);

const decimal = /^(?:§\s*)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+\p{L}/u;
const named =
  /^(?:chapter|section|article|appendix|annex|part|kapitel|abschnitt|teil|chapitre|artikel|anhang|capítulo)\s+(?:[\divxlc]+|[a-z])\b/i;
const lettered = /^(?:[A-Z]|[IVX]{1,5})\.\s+\p{Lu}/u;

/** Returns the depth that a heading's number states: 1 for "2", 2 for "2.1"; undefined if it has no number. */
export function readDepth(text: string): number | undefined {
  const [, number] = decimal.exec(text) ?? [];
  return number?.split('.').length;
}

export const isNumbered = (text: string): boolean =>
  decimal.test(text) || named.test(text) || lettered.test(text);

/** Describes the style of a piece, which is equal for pieces that look alike. */
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
/** Labels of forms to fill in or to sign. */
const field = /^(?:signature|signed|date|name|print(?:ed)? name|title|address|e-?mail)\b[^:：]{0,20}[:：]/i;

/** Returns true if a piece can be a heading at all. */
export function mayBeHeading(piece: TextPiece): boolean {
  const { text, lines } = piece;
  if (
    piece.furniture ||
    piece.sideways ||
    piece.mono ||
    piece.entry !== undefined ||
    piece.formula !== undefined ||
    text.length > longest ||
    lines.length > 4
  )
    return false;
  if ((text.match(/\p{L}/gu)?.length ?? 0) < 2 || isCaption(text)) return false;
  if (/[,;]$/.test(text) || /(?:\.\s?){4,}|…{2,}/.test(text)) return false;
  if (/^[([“"‘]?\p{Ll}/u.test(text) && !isNumbered(text)) return false;
  if (/https?:|www\.|@\S+\.\S/.test(text) || phone.test(text) || field.test(text)) return false;
  // A name from a program, such as `__in_opt(n)`, is no heading.
  if (/^\S*_\S*$/.test(text) || (/\p{L}_\p{L}/u.test(text) && !isNumbered(text))) return false;
  return text.split(/\s+/).length <= maxWords;
}
