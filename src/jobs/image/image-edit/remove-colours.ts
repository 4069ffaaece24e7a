import { type Frame, type Frames, mapFrames, openFrame, renderFrame } from './frame.ts';

/**
 * Removes the colours of every frame but keeps its channels: sharp would drop transparency with the colours.
 */
export const removeColours = (frames: Frames): Promise<Frames> => mapFrames(frames, removeFrameColours);

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
