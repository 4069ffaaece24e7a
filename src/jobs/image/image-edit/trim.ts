import type { Area } from '../pictures/frames.ts';
import { changeFrames, type Frame, type Frames, openFrame } from './frame.ts';
import type { Of } from './options.ts';

/** Cuts off the edges that have the corner's colour; of an animation those that all frames have. */
export async function trimFrames(frames: Frames, { threshold = 10 }: Of<'trim'>): Promise<Frames> {
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

/** Where a frame has anything but the colour of its corner; undefined where it has nothing else. */
async function findContent(frame: Frame, threshold: number): Promise<Area | undefined> {
  const { info } = await openFrame(frame).trim({ threshold }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft, trimOffsetTop } = info;
  if (trimOffsetLeft === undefined || trimOffsetTop === undefined) return undefined;
  return { left: -trimOffsetLeft, top: -trimOffsetTop, width, height };
}
