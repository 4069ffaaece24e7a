import type { PdfInput } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** A coloured box on a page: left, top, right and bottom in units from its upper left as shown; red, green, blue from 0 to 1. */
interface ComparisonMark {
  box: readonly [left: number, top: number, right: number, bottom: number];
  colour: readonly [red: number, green: number, blue: number];
}

/** Two pages (from 0) side by side; null for a side that stays empty. */
export interface ComparisonSheet {
  old: number | null;
  new: number | null;
  oldMarks: ComparisonMark[];
  newMarks: ComparisonMark[];
}

/** Makes a document that shows pages of two documents side by side, with marks and a bookmark for each sheet that has any. */
export const drawComparison = (
  request: { inputs: [PdfInput, PdfInput]; output: string; sheets: readonly ComparisonSheet[] },
  options: TaskOptions,
): Promise<{ pages: number }> => runTask({ task: 'compare', ...request }, options);
