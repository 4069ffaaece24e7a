import type { OneToOne, PageSpan, PdfInput, PdfMade } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

export interface StampRequest {
  spans: readonly PageSpan[];
  /** A document with one page for all pages, or one for each. */
  labels: string;
  sizes: [width: number, height: number][];
  position: string;
  /** The angle in degrees anticlockwise. */
  angle: number;
  /** The distance from the edges in points. */
  margin: number;
  opacity: number;
  /** True if the stamp is under the content instead of over it. */
  behind: boolean;
  /** True if the stamp is scaled to fit the page, instead of keeping its own size. */
  fit: boolean;
}

export const stampPages = (
  request: OneToOne & StampRequest,
  options: TaskOptions,
): Promise<PdfMade & { stamped: number }> => runTask({ task: 'stamp', ...request }, options);

export interface OverlayRequest {
  spans: readonly PageSpan[];
  /** True if each page of the stamp has its turn, and the last one those that follow. False: the first one is on all. */
  each: boolean;
  position: string;
  /** The upper left corner of the stamp, in points from that of the page as shown, instead of a position. */
  corner: readonly [x: number, y: number] | null;
  /** The area that the stamp fills as far as its proportions allow, in points as above, instead of a position. */
  box: readonly [x: number, y: number, width: number, height: number] | null;
  margin: number;
  /** Null: its own size, or smaller if it is larger than the page. */
  scale: number | null;
  /** The angle in degrees anticlockwise. */
  angle: number;
  opacity: number;
  /** True if the stamp is under the content instead of over it. */
  behind: boolean;
}

/** Puts pages of the second document on pages of the first. */
export const overlayPages = (
  request: { inputs: [PdfInput, PdfInput]; output: string } & OverlayRequest,
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'overlay', ...request }, options);
