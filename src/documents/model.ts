import type { Box } from './boxes.ts';
import type { Direction } from './layout/page.ts';

/**
 * The version of the JSON that `write/json.ts` writes. It grows when a change would break a reader of the old
 * one.
 */
export const schemaVersion = 1;

/** A piece of text in one style. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  superscript?: true;
  subscript?: true;
  link?: string;
  /** The formula within the sentence that it is a part of, as LaTeX. Runs that follow one another with the same one belong together. */
  latex?: string;
}

/** A part of a page that a block covers. */
export interface Place {
  /** The page number, counted from 1. */
  page: number;
  box: Box;
}

/** The evidence for a block's kind. */
export type Evidence = 'tag' | 'outline' | 'layout' | 'ocr' | 'format';

interface Common {
  /** Its places: several if it continues in another column or on another page. */
  places: Place[];
  direction: Direction;
  source: Evidence;
  /** The confidence of the text recognition, from 0 to 100. */
  confidence?: number;
}

export interface Heading extends Common {
  kind: 'heading';
  /** 1 to 6. */
  level: number;
  runs: Run[];
}
export interface Paragraph extends Common {
  kind: 'paragraph';
  runs: Run[];
  /** The depth of the list whose item it continues. */
  depth?: number;
}
export interface ListItem extends Common {
  kind: 'list-item';
  /** The depth in the list, counted from 0. */
  depth: number;
  ordered: boolean;
  /** The mark as written: `3.`, `(b)`, `•`. */
  marker: string;
  runs: Run[];
}
export interface TableCell {
  runs: Run[];
  columns: number;
  rows: number;
}
export interface TableBlock extends Common {
  kind: 'table';
  /** A cell that spans several columns or rows is listed where it begins. */
  rows: TableCell[][];
  headerRows: number;
  caption?: Run[];
}
export interface FigureBlock extends Common {
  kind: 'figure';
  caption?: Run[];
  alt?: string;
  /** The name of the file with its picture, if one was made. */
  file?: string;
}
export interface Formula extends Common {
  kind: 'formula';
  runs: Run[];
  /** The formula as LaTeX, if the reader could write it. */
  latex?: string;
}
export interface Code extends Common {
  kind: 'code';
  text: string;
}
export interface Footnote extends Common {
  kind: 'footnote';
  marker: string;
  runs: Run[];
}
/** Text that is not part of the content. */
export interface Furniture extends Common {
  kind: 'running-head' | 'page-number' | 'line-number' | 'stamp' | 'watermark';
  runs: Run[];
}

export type Block =
  | Heading
  | Paragraph
  | ListItem
  | TableBlock
  | FigureBlock
  | Formula
  | Code
  | Footnote
  | Furniture;

export interface PageInfo {
  number: number;
  width: number;
  height: number;
}

/** How text looks that has one purpose. */
export interface TextLook {
  /** The name that the document gives the font, without its weight and slant. */
  font: string;
  /** In points. */
  size: number;
  bold: boolean;
  /** Red, green, blue, each 0 to 255. */
  colour: number;
}

/** How most of the text of a document looks, and its headings by their levels. */
export interface Look {
  body: TextLook;
  headings: ReadonlyMap<number, TextLook>;
}

/** A document: its blocks in reading order. */
export interface Document {
  title?: string;
  direction: Direction;
  pages: PageInfo[];
  blocks: Block[];
  /** Whether invisible text was left out. */
  hiddenTextRemoved: boolean;
  /** Left out where it is unknown, as for text that was recognised in a picture. */
  look?: Look;
}

const furniture: ReadonlySet<string> = new Set([
  'running-head',
  'page-number',
  'line-number',
  'stamp',
  'watermark',
] satisfies Furniture['kind'][]);

export const isFurniture = (block: Block): block is Furniture => furniture.has(block.kind);

export const plainText = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
