import type { Size } from '../policy/checks.ts';
import type { Picture } from './picture.ts';

/** The placement of an animation's frame on the canvas, and its disposal before the next frame. */
export interface LaidFrame extends Size {
  x: number;
  y: number;
  blend: 'source' | 'over';
  dispose: 'none' | 'background' | 'previous';
}

export interface Timing {
  delay: number[];
  loop: number;
}

/** Draws an animation frame by frame and returns all frames as one tall image, or one of them. */
export async function composeAnimation<Frame extends LaidFrame>(
  still: Picture,
  { width, height }: Size,
  all: readonly Frame[],
  { delay, loop }: Timing,
  page: number | undefined,
  pixelsOf: (frame: Frame) => Promise<Buffer> | Buffer,
): Promise<Picture> {
  const size = width * height * 4;
  const frames = page === undefined ? all : all.slice(0, page + 1);
  const roll = Buffer.alloc(page === undefined ? size * frames.length : size);
  const canvas = Buffer.alloc(size);
  for (const [index, frame] of frames.entries()) {
    const before = frame.dispose === 'previous' ? Buffer.from(canvas) : undefined;
    drawFrame(canvas, width, frame, await pixelsOf(frame));
    canvas.copy(roll, page === undefined ? index * size : 0);
    if (frame.dispose === 'background') clearFrame(canvas, width, frame);
    else before?.copy(canvas);
  }
  const count = page === undefined ? frames.length : 1;
  return {
    ...still,
    source: roll,
    opening:
      count > 1
        ? { raw: { width, height: height * count, channels: 4, pageHeight: height }, animated: true }
        : { raw: { width, height, channels: 4 } },
    frames: count,
    delay: page === undefined ? delay : [],
    loop,
    alpha: true,
    grey: false,
    bilevel: false,
    sixteenBit: false,
    profile: 'none',
  };
}

function drawFrame(canvas: Buffer, width: number, frame: LaidFrame, pixels: Buffer): void {
  for (let row = 0; row < frame.height; row++) {
    const from = row * frame.width * 4;
    const to = ((frame.y + row) * width + frame.x) * 4;
    if (frame.blend === 'source') pixels.copy(canvas, to, from, from + frame.width * 4);
    else for (let at = 0; at < frame.width * 4; at += 4) blendPixel(canvas, to + at, pixels, from + at);
  }
}

/** Blends one pixel over another, both with straight alpha. */
function blendPixel(canvas: Buffer, to: number, pixels: Buffer, from: number): void {
  const above = pixels[from + 3]!;
  if (above === 0) return;
  const below = (canvas[to + 3]! * (255 - above)) / 255;
  const alpha = above + below;
  for (let band = 0; band < 3; band++)
    canvas[to + band] = Math.round((pixels[from + band]! * above + canvas[to + band]! * below) / alpha);
  canvas[to + 3] = Math.round(alpha);
}

function clearFrame(canvas: Buffer, width: number, frame: LaidFrame): void {
  for (let row = frame.y; row < frame.y + frame.height; row++)
    canvas.fill(0, (row * width + frame.x) * 4, (row * width + frame.x + frame.width) * 4);
}
