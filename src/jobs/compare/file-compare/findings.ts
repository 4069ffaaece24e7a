import type { CompareMode } from '../../../contract/compare-modes.ts';

/** A line of the text that differs, by its number in the file that has it. */
interface LineDifference {
  line: number;
  expected?: string;
  actual?: string;
}

/** The outcome of a comparison of two files. */
export interface Finding {
  by: CompareMode;
  /** The share of lines, pixels or bytes that differ. */
  share: number;
  lines?: LineDifference[];
  pages?: { page: number; share: number }[];
  bytes?: { expected: number; actual: number; first: number };
  /** The differences in a few words, without content of the files. */
  summary: string;
}

/** The most lines or pages that are listed for one file. */
export const maxListed = 20;

/** Writes a share for people. A small one does not read as none. */
export function writePercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 0.01 ? 'less than 0.01' : Number(percent.toPrecision(3))} %`;
}

/** Shortens a text to a number of letters. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
