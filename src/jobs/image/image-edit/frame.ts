import { type Sharp, sharp } from '../../../engines/sharp/engine.ts';
import { checkSize } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';

/** One frame's pixels: RGB, with or without alpha, 8 or 16 bits by the array's type. */
export interface Frame {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 3 | 4;
}

export const openFrame = ({ data, width, height, channels }: Frame): Sharp =>
  sharp(data, { raw: { width, height, channels } }).toColourspace(
    data instanceof Uint16Array ? 'rgb16' : 'srgb',
  );

/** Renders a pipeline to a frame. */
export async function renderFrame(pipeline: Sharp, deep: boolean): Promise<Frame> {
  const raw = deep ? pipeline.raw({ depth: 'ushort' }) : pipeline.raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  return {
    data: deep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data,
    width: info.width,
    height: info.height,
    channels: info.channels as 3 | 4,
  };
}

/** The frames of a picture; a still picture has one. */
export type Frames = readonly [Frame, ...Frame[]];

/** Applies a function to every frame, one after the other. */
export async function mapFrames(
  [first, ...others]: Frames,
  change: (frame: Frame) => Promise<Frame>,
): Promise<Frames> {
  const changed: [Frame, ...Frame[]] = [await change(first)];
  for (const frame of others) changed.push(await change(frame));
  return changed;
}

/** Applies a function to every frame's pipeline. */
export const changeFrames = (
  frames: Frames,
  change: (pipeline: Sharp, frame: Frame) => Sharp,
): Promise<Frames> =>
  mapFrames(frames, async frame => {
    const next = await renderFrame(change(openFrame(frame), frame), frame.data instanceof Uint16Array);
    checkSize({ width: next.width, height: next.height * frames.length }, maxHeldPixels);
    return next;
  });
