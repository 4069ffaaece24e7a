import type { Kind } from '../../../components/preview/file.ts';

/** Job types whose pictures stand for the file, or go with it. */
const makeOtherPictures = new Set(['thumbnail', 'image-favicon']);

/**
 * Whether a result can be used in place of the file, so that a smaller one is a gain: text is always smaller than its
 * scan, and an icon smaller than its drawing.
 */
export const takesPlaceOf = (before: Kind, after: Kind, jobType: string): boolean =>
  before === after && ['image', 'pdf', 'audio', 'video'].includes(before) && !makeOtherPictures.has(jobType);
