import { JobFailure } from '../contract/failure.ts';
import type { ConversionOptions } from './conversion-options.ts';

/** A page in points, made from the options pageSize, orientation and margins. */
export interface Paper {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
}

export type PaperName = NonNullable<ConversionOptions['pageSize']>;
type PaperOptions = Pick<ConversionOptions, 'pageSize' | 'orientation' | 'margins'>;

const sizes: Record<PaperName, readonly [number, number]> = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
};
/** The names of the paper sizes. */
export const paperNames = Object.keys(sizes) as PaperName[];

const defaultMargin = 20;
/** The millimetres of width and height that margins must leave for text. */
const minText = 20;

const toPoints = (millimetres: number): number => (millimetres / 25.4) * 72;

/** Returns the width and height of upright paper in points. */
export const measurePaper = (name: PaperName): readonly [width: number, height: number] => {
  const [width, height] = sizes[name];
  return [toPoints(width), toPoints(height)];
};

/** Tells whether an option speaks of paper; where none does, a document keeps its own. */
export const asksForPaper = (options: PaperOptions): boolean =>
  options.pageSize !== undefined || options.orientation !== undefined || options.margins !== undefined;

export function readPaper(options: PaperOptions): Paper {
  const size = sizes[options.pageSize ?? 'a4'];
  const [width, height] = options.orientation === 'landscape' ? [size[1], size[0]] : size;
  const margins = readMargins(options.margins);
  if (width - margins.left - margins.right < minText || height - margins.top - margins.bottom < minText)
    throw new JobFailure('margins_too_wide', `${JSON.stringify(margins)} on ${width} by ${height}`);
  return {
    width: toPoints(width),
    height: toPoints(height),
    margins: {
      top: toPoints(margins.top),
      right: toPoints(margins.right),
      bottom: toPoints(margins.bottom),
      left: toPoints(margins.left),
    },
  };
}

function readMargins(margins: PaperOptions['margins'] = defaultMargin): Paper['margins'] {
  if (typeof margins === 'object') return margins;
  return { top: margins, right: margins, bottom: margins, left: margins };
}
