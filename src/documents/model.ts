import type { Box } from './boxes.ts';
import type { Direction } from './layout/page.ts';

/** The version of the JSON that `write/json.ts` makes of a document; it grows when a reader of the old one would break. */
export const schemaVersion = 1;

/** A stretch of text that is set in one way. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  superscript?: true;
  subscript?: true;
  link?: string;
}

/** A part of a page that a block stands on. */
export interface Place {
  /** From 1. */
  page: number;
  box: Box;
}

/** The evidence that a block's kind was told by. */
export type Evidence = 'tag' | 'outline' | 'layout' | 'ocr' | 'format';

interface Common {
  /** Its places: several if it continues in another column or on another page. */
  places: Place[];
  direction: Direction;
  source: Evidence;
  /** 0 to 100: how sure the recognition of its words is. */
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
  /** The number of lists it stands in, where it goes on with an item. */
  depth?: number;
}
export interface ListItem extends Common {
  kind: 'list-item';
  /** From 0. */
  depth: number;
  ordered: boolean;
  /** As it is written: `3.`, `(b)`, `•`. */
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
  /** A cell that spans stands where it begins. */
  rows: TableCell[][];
  headerRows: number;
  caption?: Run[];
}
export interface FigureBlock extends Common {
  kind: 'figure';
  caption?: Run[];
  alt?: string;
  /** The name of the file with its picture, where one was made. */
  file?: string;
}
export interface Formula extends Common {
  kind: 'formula';
  runs: Run[];
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

/** A document: its blocks in the order they are read. */
export interface Document {
  title?: string;
  direction: Direction;
  pages: PageInfo[];
  blocks: Block[];
  /** Text that nobody can see was left out. */
  hiddenTextRemoved: boolean;
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
