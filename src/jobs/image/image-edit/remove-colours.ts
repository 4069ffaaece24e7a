import { type Frame, openFrame, renderFrame } from './frame.ts';

/** Every frame without its colours. Its channels stay: sharp drops transparency with the colours. */
export async function removeColours(frames: readonly Frame[]): Promise<Frame[]> {
  const done: Frame[] = [];
  for (const frame of frames) done.push(await removeFrameColours(frame));
  return done;
}

async function removeFrameColours(frame: Frame): Promise<Frame> {
  const deep = frame.data instanceof Uint16Array;
  const grey = openFrame(frame)
    .removeAlpha()
    .greyscale()
    .toColourspace(deep ? 'grey16' : 'b-w');
  const { data: shades } = await renderFrame(grey, deep);
  const data = frame.data.slice();
  const { channels } = frame;
  for (const [index, shade] of shades.entries()) data.fill(shade, index * channels, index * channels + 3);
  return { ...frame, data };
}
