import type { Grey } from '../../../image/scans/grey.ts';
import type { Block } from '../page.ts';

/** The document's own words, in pixels of the page. */
export interface OwnText {
  blocks: Block[];
  /** True if nothing is left to recognise on the page. */
  enough: boolean;
}

/** A page to read. */
export interface SourcePage {
  /** The page number, from 1. */
  number: number;
  /** Pixels, as the page is shown. */
  width: number;
  height: number;
  dpi: number;
  own?: OwnText;
  grey(): Promise<Grey>;
}

/** An input as pages. */
export interface Source {
  pages: SourcePage[];
  /** All pages of the input, read or not. */
  count: number;
  engines: string[];
  /** Facts about the input for the output's metadata. */
  facts: Record<string, boolean>;
  /** Makes a PDF of the unchanged pages, to put text on. */
  document(): Promise<string>;
  /** True if a picture on a page drawn so far cannot be decoded. */
  hasLostPictures(): boolean;
  close(): void;
}

/** The most pages of one input; a longer one must be split. */
export const maxPages = 1000;
/** The most pixels of one page for recognition; larger pages are shrunk. */
export const maxPixels = 40_000_000;
