import { sharp } from '../../../engines/sharp/engine.ts';
import type { Indexed } from '../codecs/indexed-png.ts';
import type { MakeCompressor } from './compressor.ts';
import {
  computeOnce,
  ditherings,
  expandToRgba,
  makeMergeable,
  mergeColours,
  quantise,
  readPixels,
} from './few-colours.ts';

const maxColours = 256;

/** Compressing a GIF removes colours, and differences between frames that are too small to be seen. */
export const gifCompressor: MakeCompressor = drawing => {
  const { frames, delay, loop } = drawing.picture;
  const timing = { keepDuplicateFrames: true, ...(frames > 1 && { delay, loop }) };
  const pixels = computeOnce(() => readPixels(drawing));
  const base = computeOnce(async () => makeMergeable(await quantise(await pixels(), {})));
  const plain = computeOnce(async () => makeMergeable(await quantise(await pixels(), { dither: 0 })));

  const writeGif = async (indexed: Indexed, colours: number) => {
    const { width, height } = await pixels();
    const rgba = expandToRgba(indexed);
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
  const reduced =
    (colours: number, dithered = true) =>
    async () =>
      writeGif(mergeColours(await (dithered ? base() : plain()), colours), colours);
  const tryDithering = (colours: number, dither: number) => async () =>
    writeGif(await quantise(await pixels(), { colours, dither }), colours);
  const lossless = computeOnce(() =>
    drawing
      .open()
      .gif({ reuse: true, effort: 10, ...timing })
      .toBuffer(),
  );
  return {
    usual: lossless,
    quality: quality => reduced(Math.max(2, Math.round(maxColours * (quality / 100) ** 1.5))),
    levels: maxColours,
    start: 128,
    level: level => (level === maxColours ? lossless : reduced(level + 1)),
    between: (low, high = low) =>
      low === maxColours
        ? []
        : [
            reduced(low + 1, false),
            reduced(Math.min(high, maxColours - 1) + 1, false),
            ...ditherings.map(dither => tryDithering(low + 1, dither)),
          ],
  };
};
