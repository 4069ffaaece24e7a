import type { PageSpan } from '../page-spans.ts';
import type { LabelsMissing, OneToOne, PdfMade, WithLabels } from './engine.ts';
import { runTask, type TaskOptions } from './python.ts';

/** A box of a page to keep, in points, as it is shown. */
type KeptBox = readonly [left: number, top: number, right: number, bottom: number];

/** A page (from 0), and the box of it to keep. */
export interface PageCrop {
  index: number;
  box: KeptBox;
}

/** Crops pages, each to a box of its own or all to the same. */
export const cropPages = (
  request: OneToOne & ({ crops: readonly PageCrop[] } | { spans: readonly PageSpan[]; box: KeptBox }),
  options: TaskOptions,
): Promise<PdfMade & { cropped: number }> => runTask({ task: 'crop', ...request }, options);

export interface SheetLayout {
  mode: 'nup' | 'booklet' | 'resize';
  perSheet: number;
  /** The paper in points, upright; left out: that of the first page. */
  paper?: readonly [width: number, height: number];
  orientation: 'auto' | 'portrait' | 'landscape';
  margin: number;
  gap: number;
  /** True if `resize` keeps the size of small pages. */
  noEnlarge?: boolean;
}

/**
 * Puts pages on sheets. `untagged` and `unlabelled` are true if the document had tags and page labels, which sheets of several pages
 * cannot keep; `flattened` counts the fields and annotations that were drawn into the pages.
 */
export const layOutPages = (
  request: OneToOne & SheetLayout & WithLabels,
  options: TaskOptions,
): Promise<(PdfMade & { untagged: boolean; unlabelled: boolean; flattened: number }) | LabelsMissing> =>
  runTask({ task: 'layout', ...request }, options);

/** A page (from 0), and how it must be turned. */
export interface PageTurn {
  index: number;
  /** Quarter turns, in degrees clockwise. */
  angle: number;
  /** The slant of its lines once it is turned, in degrees: positive if they fall to the right. */
  slant: number;
}

/** Turns each page named by an angle of its own, in degrees clockwise. */
export const turnPages = (
  request: OneToOne & { turns: readonly PageTurn[] },
  options: TaskOptions,
): Promise<PdfMade> => runTask({ task: 'rotate', ...request }, options);
