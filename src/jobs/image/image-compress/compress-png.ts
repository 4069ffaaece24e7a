import { sharp } from '../../../engines/sharp/engine.ts';
import type { Filled } from '../../../lists.ts';
import { type ApngPart, joinApng } from '../codecs/apng.ts';
import { encodeIndexedPng, type Indexed, indexColours } from '../codecs/indexed-png.ts';
import type { Drawing } from '../pictures/drawing.ts';
import { findChangedArea } from '../pictures/frames.ts';
import type { Attempt, MakeCompressor } from './compressor.ts';
import {
  computeOnce,
  ditherings,
  expandToRgba,
  makeMergeable,
  mergeColours,
  openPixels,
  type Pixels,
  quantise,
  readPixels,
} from './few-colours.ts';

/**
 * The levels: palettes of growing size, then all colours in ever finer steps of each channel, then lossless.
 */
const paletteLevels = 255;
const coarsestStep = 16;
/** Number of parts of the picture by which one step is mixed with the next finer one. */
const parts = 10;
const levels = paletteLevels + (coarsestStep - 1) * parts + 1;
const maxColours = 256;

export const pngCompressor: MakeCompressor = drawing => {
  const pixels = computeOnce(() => readPixels(drawing));
  const base = computeOnce(async () => makeMergeable(await quantise(await pixels(), {})));
  const plain = computeOnce(async () => makeMergeable(await quantise(await pixels(), { dither: 0 })));

  const inColours =
    (colours: number, dithered = true): Attempt =>
    async () =>
      encodeIndexed(mergeColours(await (dithered ? base() : plain()), colours), await pixels(), drawing);
  const lossless = computeOnce(async () => encodeLossless(await pixels(), drawing));
  const dithering =
    (colours: number, dither: number): Attempt =>
    async () =>
      encodeIndexed(await quantise(await pixels(), { colours, dither }), await pixels(), drawing);
  return {
    usual: drawing.picture.sixteenBit ? tryBothFilters(drawing) : lossless,
    exact: drawing.picture.sixteenBit ? tryBothFilters(drawing) : lossless,
    quality: quality => async () => {
      const few = makeMergeable(await quantise(await pixels(), { quality }));
      const colours = Math.max(2, Math.round(maxColours * (quality / 100) ** 1.5));
      return encodeIndexed(mergeColours(few, colours), await pixels(), drawing);
    },
    levels,
    start: paletteLevels,
    level: level =>
      level <= paletteLevels
        ? inColours(level + 1)
        : level < levels
          ? async () => encodeLossless(coarsenChannels(await pixels(), levels - level), drawing)
          : lossless,
    between: (low, high = low) =>
      low > paletteLevels
        ? []
        : [
            inColours(low + 1, false),
            inColours(Math.min(high, paletteLevels) + 1, false),
            ...ditherings.map(dither => dithering(low + 1, dither)),
          ],
  };
};

const tryBothFilters =
  (drawing: Drawing): Attempt =>
  async () => {
    const writePng = (adaptiveFiltering: boolean) =>
      drawing.open().png({ compressionLevel: 9, adaptiveFiltering }).toBuffer();
    const [adaptive, plain] = [await writePng(true), await writePng(false)];
    return adaptive.length < plain.length ? adaptive : plain;
  };

/**
 * Quantises each channel in steps; coarseness 1 is just below lossless. The upper part of the picture is one
 * step coarser than the lower.
 */
function coarsenChannels({ rgba, width, height }: Pixels, coarseness: number): Pixels {
  const step = Math.ceil(coarseness / parts) + 1;
  const share = (((coarseness - 1) % parts) + 1) / parts;
  const border = Math.round((rgba.length / 4 / width) * share) * width * 4;
  const round = (size: number) =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.min(255, Math.round(value / size) * size));
  const [upper, lower] = [round(step), round(step - 1)];
  const out = Buffer.allocUnsafe(rgba.length);
  for (let at = 0; at < rgba.length; at++) {
    const value = rgba[at]!;
    out[at] = at % 4 === 3 ? value : (at < border ? upper : lower)[value]!;
  }
  return { rgba: out, width, height };
}

/** Encodes losslessly: few colours with a palette, otherwise with the better prediction of rows. */
async function encodeLossless(pixels: Pixels, drawing: Drawing): Promise<Buffer> {
  const indexed = indexColours(pixels.rgba);
  if (indexed) return encodeIndexed(indexed, pixels, drawing);
  if (drawing.picture.frames > 1) return encodeAnimated(pixels, drawing);
  const { rgba } = pixels;
  const opaque = rgba.every((value, at) => at % 4 !== 3 || value === 255);
  const grey = rgba.every((value, at) => at % 4 === 3 || at % 4 === 0 || value === rgba[at - 1]);
  const encode = (adaptiveFiltering: boolean) => {
    const image = opaque ? openPixels(pixels).removeAlpha() : openPixels(pixels);
    return image
      .toColourspace(grey ? 'b-w' : 'srgb')
      .png({ compressionLevel: 9, adaptiveFiltering })
      .toBuffer();
  };
  const [adaptive, plain] = await Promise.all([encode(true), encode(false)]);
  return adaptive.length < plain.length ? adaptive : plain;
}

function encodeIndexed(indexed: Indexed, { width, height }: Pixels, drawing: Drawing): Buffer {
  const size = width * height;
  const changed = encodeChanges({ rgba: expandToRgba(indexed), width, height }, drawing, (frame, area) => {
    const indexes = indexed.indexes.subarray(frame * size, (frame + 1) * size);
    return encodeIndexedPng({ ...indexed, indexes }, width, area);
  });
  return drawing.picture.frames === 1
    ? changed[0].png
    : joinApng(width, height, drawing.picture.loop, changed);
}

async function encodeAnimated(pixels: Pixels, drawing: Drawing): Promise<Buffer> {
  const { rgba, width, height } = pixels;
  const size = width * height * 4;
  const changed = encodeChanges(pixels, drawing, (frame, area) =>
    sharp(rgba.subarray(frame * size, (frame + 1) * size), { raw: { width, height, channels: 4 } })
      .extract(area)
      .png({ compressionLevel: 9, adaptiveFiltering: true })
      .toBuffer(),
  );
  const encoded = await Promise.all(changed.map(async part => ({ ...part, png: await part.png })));
  return joinApng(width, height, drawing.picture.loop, encoded);
}

/** Encodes for each frame the area that differs from the previous frame. */
function encodeChanges<Png>(
  { rgba, width, height }: Pixels,
  { picture }: Drawing,
  encode: (frame: number, area: ReturnType<typeof findChangedArea>) => Png,
): Filled<Omit<ApngPart, 'png'> & { png: Png }> {
  const size = width * height * 4;
  const at = (frame: number) => rgba.subarray(frame * size, (frame + 1) * size);
  const encodeFrame = (frame: number) => {
    const area = findChangedArea(at(frame), frame > 0 ? at(frame - 1) : undefined, width, height, 4);
    return { png: encode(frame, area), x: area.left, y: area.top, delay: picture.delay[frame] ?? 100 };
  };
  return [
    encodeFrame(0),
    ...Array.from({ length: picture.frames - 1 }, (_, index) => encodeFrame(index + 1)),
  ];
}
