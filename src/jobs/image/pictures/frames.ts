import type { Sharp } from '../../../engines/sharp/engine.ts';
import { checkFrames } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';
import type { Drawing } from './drawing.ts';

export interface RawFrames {
  frames: Buffer[];
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Reads the pixels of an animation frame by frame, `opened` as its writer needs them. */
export async function readRawFrames(
  drawing: Drawing,
  opened: (drawing: Drawing) => Sharp,
): Promise<RawFrames> {
  const count = drawing.picture.frames;
  checkFrames(drawing, count, maxHeldPixels);
  const { data, info } = await opened(drawing).raw().toBuffer({ resolveWithObject: true });
  const { width, channels } = info;
  const height = info.height / count;
  const size = width * height * channels;
  const frames = Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
  return { frames, width, height, channels };
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Returns the smallest rectangle that contains all differences between two frames; one pixel if they are
 * equal.
 */
export function findChangedArea(
  frame: Buffer,
  before: Buffer | undefined,
  width: number,
  height: number,
  channels: number,
): Area {
  if (!before) return { left: 0, top: 0, width, height };
  const stride = width * channels;
  const isSame = (row: number) =>
    frame.compare(before, row * stride, (row + 1) * stride, row * stride, (row + 1) * stride) === 0;
  let top = 0;
  while (top < height && isSame(top)) top++;
  if (top === height) return { left: 0, top: 0, width: 1, height: 1 };
  let bottom = height - 1;
  while (isSame(bottom)) bottom--;
  let left = stride - 1;
  let right = 0;
  for (let row = top; row <= bottom; row++) {
    const start = row * stride;
    for (let at = 0; at < left; at++) if (frame[start + at] !== before[start + at]) left = at;
    for (let at = stride - 1; at > right; at--) if (frame[start + at] !== before[start + at]) right = at;
  }
  left = Math.floor(left / channels);
  right = Math.floor(right / channels);
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}
