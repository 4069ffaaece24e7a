import type { ResultFile } from '@filemill/client';
import { countChange, describeChange } from '../../wording/figures.ts';
import { chooseKind, type Kind } from './file.ts';

/** Job types whose pictures stand for the file, or go with it. */
const makeOtherPictures = new Set(['thumbnail', 'image-favicon']);

/**
 * Whether a result can be used in place of the file, so that a smaller one is a gain: text is always smaller than its
 * scan, and an icon smaller than its drawing.
 */
export const takesPlaceOf = (before: Kind, after: Kind, jobType: string): boolean =>
  before === after && ['image', 'pdf', 'audio', 'video'].includes(before) && !makeOtherPictures.has(jobType);

/** Says how much smaller or larger a result is than the file that it takes the place of, if that is worth a word. */
export function describeGain(
  before: { filename: string; size: number },
  [file, ...others]: ResultFile[],
  jobType: string,
): { text: string; isGain: boolean } | undefined {
  if (!file || others.length > 0 || !takesPlaceOf(chooseKind(before), chooseKind(file), jobType))
    return undefined;
  const change = countChange(before.size, file.size);
  return Math.abs(change) < 5 ? undefined : { text: describeChange(change), isGain: change < 0 };
}

/** How much the ratios of width to height may differ, because sizes are rounded to whole pixels. */
const roundedShare = 0.05;

/** Whether two pictures, by their ratios of width to height, can lie on each other. Ratios that are not known yet may fit. */
export const haveSameShape = (one: number | undefined, other: number | undefined): boolean =>
  one === undefined || other === undefined || Math.abs(Math.log(one / other)) < roundedShare;
