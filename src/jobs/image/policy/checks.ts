import { JobFailure } from '../../../contract/failure.ts';
import { maxAnimationPixels, maxFrames, maxPixels } from './limits.ts';

export interface Size {
  width: number;
  height: number;
}

/** Refuses an image that is too big before it is decoded. */
export function checkSize({ width, height }: Size, limit: number = maxPixels): void {
  if (width < 1 || height < 1)
    throw new JobFailure('unreadable_input', `the image size is ${width}x${height}`);
  if (width * height > limit)
    throw new JobFailure('limit_exceeded', `${width}x${height} exceeds ${limit} pixels`);
}

export function checkFrames(
  { width, height }: Size,
  frames: number,
  limit: number = maxAnimationPixels,
): void {
  if (frames > maxFrames) throw new JobFailure('limit_exceeded', `${frames} frames`);
  if (width * height * frames > limit)
    throw new JobFailure('limit_exceeded', `${frames} frames of ${width}x${height} exceed ${limit} pixels`);
}

/** Returns the requested page as an index. Throws if there is no such page. */
export function requirePage(page: number | undefined, count: number): number | undefined {
  if (page !== undefined && page > count)
    throw new JobFailure('page_missing', `page ${page} of ${count} was requested`, String(page));
  return page === undefined ? undefined : page - 1;
}
