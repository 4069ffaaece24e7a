import { sharp } from '../../../engines/sharp/engine.ts';
import type { MakeCompressor } from './compressor.ts';
import { mergeable, merged, once, pixelsOf, quantised, rgbaOf } from './few-colours.ts';

const maxColours = 256;

/** A GIF loses colours, and differences between frames too small to be seen. */
export const gifCompressor: MakeCompressor = drawing => {
  const { frames, delay, loop } = drawing.picture;
  const timing = { keepDuplicateFrames: true, ...(frames > 1 && { delay, loop }) };
  const pixels = once(() => pixelsOf(drawing));
  const base = once(async () => mergeable(await quantised(await pixels(), {})));
  const plain = once(async () => mergeable(await quantised(await pixels(), { dither: 0 })));

  const reduced =
    (colours: number, dithered = true) =>
    async () => {
      const { width, height } = await pixels();
      const rgba = rgbaOf(merged(await (dithered ? base() : plain()), colours));
      const raw = {
        width,
        height: height * frames,
        channels: 4 as const,
        ...(frames > 1 && { pageHeight: height }),
      };
      const interFrameMaxError = Math.round((1 - colours / maxColours) * 24);
      return sharp(rgba, { raw, animated: frames > 1 })
        .gif({ effort: 3, dither: 0, interFrameMaxError, ...timing })
        .toBuffer();
    };
  const lossless = () =>
    drawing
      .open()
      .gif({ reuse: true, effort: 10, ...timing })
      .toBuffer();
  return {
    usual: [lossless],
    quality: quality => reduced(Math.max(2, Math.round(maxColours * (quality / 100) ** 1.5))),
    levels: maxColours,
    start: 128,
    level: level => (level === maxColours ? lossless : reduced(level + 1)),
    beside: level => (level === maxColours ? [] : [reduced(level + 1, false)]),
  };
};
