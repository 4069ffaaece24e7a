import type { PageContent, TablePiece, TextPiece } from '../layout/content.ts';

const minCells = 6;

/** The style of most of a document's text. */
export interface Body {
  size: number;
  bold: boolean;
  italic: boolean;
  colour: number;
  font: string;
}

export const listTexts = (pages: readonly PageContent[]): TextPiece[] =>
  pages.flatMap(page => page.pieces.filter(piece => piece.kind === 'text'));

/** Lists the tables with at least a few cells, the largest first. */
const listTables = (pages: readonly PageContent[]): TablePiece[] =>
  pages
    .flatMap(page => page.pieces.filter(piece => piece.kind === 'table'))
    .filter(({ rows }) => rows.flat().length >= minCells)
    .sort((a, b) => b.rows.flat().length - a.rows.flat().length);

/** Finds what is true of most letters. */
export function findMost<Key>(pieces: readonly TextPiece[], key: (piece: TextPiece) => Key): Key | undefined {
  const letters = new Map<Key, number>();
  for (const piece of pieces) letters.set(key(piece), (letters.get(key(piece)) ?? 0) + piece.text.length);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Finds the style of most letters of the text. Long paragraphs count, short lines hardly do. */
export function findBody(pages: readonly PageContent[]): Body {
  const texts = listTexts(pages).filter(piece => !piece.furniture && !piece.mono);
  const long = texts.filter(piece => piece.lines.length > 1 || piece.text.length > 60);
  // If only tables have more than one line, their type size is that of the text.
  const [table] = long.length > 0 ? [] : listTables(pages);
  if (table) return { size: table.size, bold: false, italic: false, colour: 0, font: '' };
  const pieces = long.length > 0 ? long : texts;
  const size = findMost(pieces, piece => Math.round(piece.size * 2) / 2) ?? 10;
  const own = pieces.filter(piece => Math.abs(piece.size - size) < 0.6);
  return {
    size,
    bold: findMost(own, piece => piece.bold) ?? false,
    italic: findMost(own, piece => piece.italic) ?? false,
    colour: findMost(own, piece => piece.colour) ?? 0,
    font: findMost(own, piece => readFamily(piece.font)) ?? '',
  };
}

/** Returns a font's name without its weight and slant. */
export const readFamily = (font: string): string =>
  font
    .replace(/^[A-Z]{6}\+/, '')
    .replace(
      /[-,](?:bold|italic|oblique|regular|medium|roman|light|semi|demi|black|heavy|it|bd|mt|ps)+.*$/i,
      '',
    );
