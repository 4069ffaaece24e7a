import type { Box } from '../boxes.ts';
import type { Furniture, Run } from '../model.ts';
import type { Angle, Region } from '../source.ts';
import type { ListMark } from './marks.ts';
import type { Direction } from './page.ts';

/**
 * A line of a paragraph, without the positions of its words, which would need too much memory in long
 * documents.
 */
export interface TextLine extends Box {
  runs: Run[];
  text: string;
  size: number;
}

/** A paragraph of a page with all evidence of its kind. */
export interface TextPiece extends Box {
  kind: 'text';
  lines: TextLine[];
  text: string;
  size: number;
  bold: boolean;
  italic: boolean;
  mono: boolean;
  /** It runs another way than the text of the page. */
  sideways?: true;
  /** Whether all of it is underlined. */
  underlined: boolean;
  /** The text as code, if all of it has a fixed width. */
  code?: string;
  /** The colour that most of it has. */
  colour: number;
  font: string;
  mark?: ListMark;
  /** The kind of region that a layout model sees it in. */
  region?: Region['label'];
  /** A displayed formula as LaTeX, which stands for its text where that does not say what it means. */
  formula?: { latex: string; isStacked: boolean };
  /** The title that it names, if it is an entry of a table of contents. */
  entry?: string;
  /** The distance to its neighbours above and below, in points. */
  roomAbove: number;
  roomBelow: number;
  /** The column that it is in. */
  column: Box;
  direction: Direction;
  marks: Set<number>;
  /** Whether it belongs to the page and is not content. */
  furniture?: Furniture['kind'];
  confidence?: number;
}

export interface CellContent {
  lines: Run[][];
  columns: number;
  rows: number;
  bold: boolean;
}

export interface TablePiece extends Box {
  kind: 'table';
  rows: CellContent[][];
  /** The number of rows that name the columns, if the document says so. */
  headerRows?: number;
  /** The type size that most of its letters have. */
  size: number;
  ruled: boolean;
  direction: Direction;
  marks: Set<number>;
}

export interface FigurePiece extends Box {
  kind: 'figure';
}

export type Piece = TextPiece | TablePiece | FigurePiece;

/** A page's content in reading order. */
export interface PageContent {
  number: number;
  width: number;
  height: number;
  pieces: Piece[];
  /** How it was turned and mirrored to be read; `width` and `height` are those of the turned page. */
  angle: Angle;
  direction: Direction;
  /** Whether it was read from a picture. */
  recognised: boolean;
  /** The marked-content ids of text that the structure tree calls a heading, with its level. */
  headingMarks: ReadonlyMap<number, number>;
}
