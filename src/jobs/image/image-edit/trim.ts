import type { Area } from '../pictures/frames.ts';
import { changeFrames, type Frame, type Frames, openFrame } from './frame.ts';
import type { OperationOf } from './options.ts';

/** Cuts off the borders that have the corner's colour; in an animation, those that all frames share. */
export async function trimFrames(frames: Frames, { threshold = 10 }: OperationOf<'trim'>): Promise<Frames> {
  const areas: Area[] = [];
  for (const frame of frames) {
    const area = await findContent(frame, threshold);
    if (area) areas.push(area);
  }
  if (areas.length === 0) return frames;
  const left = Math.min(...areas.map(area => area.left));
  const top = Math.min(...areas.map(area => area.top));
  const width = Math.max(...areas.map(area => area.left + area.width)) - left;
  const height = Math.max(...areas.map(area => area.top + area.height)) - top;
  return changeFrames(frames, pipeline => pipeline.extract({ left, top, width, height }));
}

/** Returns the area of a frame that differs from its corner's colour; undefined if there is none. */
async function findContent(frame: Frame, threshold: number): Promise<Area | undefined> {
  const { info } = await openFrame(frame).trim({ threshold }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft, trimOffsetTop } = info;
  if (trimOffsetLeft === undefined || trimOffsetTop === undefined) return undefined;
  return { left: -trimOffsetLeft, top: -trimOffsetTop, width, height };
}
