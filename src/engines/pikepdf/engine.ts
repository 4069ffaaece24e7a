import { runTask, type TaskOptions } from './python.ts';

export { TaskFailure, type TaskOptions } from './python.ts';

export interface PdfInput {
  path: string;
  filename?: string;
  password?: string;
}

/** First and last page, counted from 1, or from the end when negative. */
export type PageSpan = readonly [first: number, last: number];

/** What every task finds out about its documents on the way. */
export interface PdfFacts {
  /** Something had to be mended to read them. */
  repaired: boolean;
  /** A signature was there, which no changed document keeps. */
  signed: boolean;
}

export interface PdfMade extends PdfFacts {
  pages: number;
}

export interface PdfPart {
  path: string;
  pages: number;
  first: number;
  last: number;
  /** The bookmark it begins at. */
  title: string | null;
}

export const mergeDocuments = (
  request: { inputs: PdfInput[]; bookmarks: boolean; output: string },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'merge', ...request }, options);

export type SplitMode =
  | { mode: 'each' }
  | { mode: 'ranges'; spans: readonly PageSpan[] }
  | { mode: 'every'; every: number }
  | { mode: 'bookmarks'; level: number };

export const splitDocument = (
  request: { inputs: [PdfInput]; folder: string } & SplitMode,
  options: TaskOptions,
): Promise<PdfFacts & { files: PdfPart[] }> => runTask({ task: 'split', ...request }, options);

export const selectPages = (
  request: {
    inputs: [PdfInput];
    choice: 'extract' | 'remove' | 'reorder';
    spans: readonly PageSpan[];
    output: string;
  },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'select', ...request }, options);

export const rotatePages = (
  request: { inputs: [PdfInput]; angle: number; spans: readonly PageSpan[]; output: string },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'rotate', ...request }, options);
