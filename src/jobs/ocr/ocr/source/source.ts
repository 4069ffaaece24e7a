import type { Grey } from '../grey.ts';
import type { Block } from '../page.ts';

/** Words the document has itself, in pixels of the page. */
export interface OwnText {
  blocks: Block[];
  /** All there is to know of the page: nothing is left to recognise. */
  enough: boolean;
}

/** A page to read. */
export interface SourcePage {
  /** From 1. */
  number: number;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  dpi: number;
  own?: OwnText;
  grey(): Promise<Grey>;
}

/** An input as pages. */
export interface Source {
  pages: SourcePage[];
  /** Pages in the input, read or not. */
  count: number;
  engines: string[];
  /** What the output should tell of how the input was. */
  facts: Record<string, boolean>;
  /** A PDF of the pages as they look, to put text on. */
  document(): Promise<string>;
  close(): void;
}

/** One input, by number of pages; a longer one is to be split. */
export const mostPages = 1000;
/** Of one page while it is read: larger ones are shrunk. */
export const mostPixels = 40_000_000;
