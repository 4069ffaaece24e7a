import type { PdfFacts, PdfInput, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

export interface Bookmark {
  title: string;
  /** The page number, counted from 1. Without it or an address, a bookmark is only a title. */
  page?: number;
  url?: string;
  /** 1 for the outermost. */
  level: number;
}

/** Lists bookmarks in their order. One that leads elsewhere has no page. */
export const listBookmarks = (
  request: { inputs: [PdfInput] },
  options: TaskOptions,
): Promise<PdfFacts & { pages: number; bookmarks: Record<string, unknown>[] }> =>
  runTask({ task: 'bookmarks', ...request }, options);

export const setBookmarks = (
  request: { inputs: [PdfInput]; output: string; bookmarks: readonly Bookmark[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'bookmarks', ...request }, options);
