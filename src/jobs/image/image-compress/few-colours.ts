import { sharp } from '../../../engines/sharp/engine.ts';
import { zip } from '../../../lists.ts';
import { type Indexed, indexColours } from '../codecs/indexed-png.ts';
import type { Drawing } from '../pictures/drawing.ts';
import { checkFrames } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';

/** The pixels of all frames, one below the other. */
export interface Pixels {
  rgba: Buffer;
  width: number;
  /** The height of one frame. */
  height: number;
}

export async function readPixels(drawing: Drawing): Promise<Pixels> {
  checkFrames(drawing, drawing.picture.frames, maxHeldPixels);
  const opened = drawing.open().toColourspace('srgb').ensureAlpha();
  const { data, info } = await opened.raw().toBuffer({ resolveWithObject: true });
  return { rgba: data, width: info.width, height: info.height / drawing.picture.frames };
}

export const openPixels = ({ rgba, width }: Pixels) =>
  sharp(rgba, { raw: { width, height: rgba.length / 4 / width, channels: 4 } });

/**
 * Strengths of dithering. More dithering takes more bytes, so these lie between one number of colours and the
 * next.
 */
export const ditherings = [0.25, 0.5, 0.75, 1];

export interface Quantising {
  colours?: number;
  quality?: number;
  dither?: number;
}

/** Reduces the picture to at most 256 colours, chosen over all frames. */
export async function quantise(pixels: Pixels, options: Quantising): Promise<Indexed> {
  const effort = pixels.rgba.length < 4e6 ? 7 : 3;
  const few = await openPixels(pixels)
    .png({ palette: true, effort, compressionLevel: 1, ...options })
    .toBuffer();
  return indexColours(await sharp(few).toColourspace('srgb').ensureAlpha().raw().toBuffer())!;
}

/**
 * A picture of few colours, and the order in which to merge them: always the two whose merging does the least
 * harm.
 */
export interface Mergeable extends Indexed {
  colours: readonly Colour[];
  steps: { keep: number; drop: number }[];
}

type Bands = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour of the palette, or several merged ones: the number of pixels, and their sum and mean. */
interface Colour {
  index: number;
  weight: number;
  sums: Bands;
  mean: Bands;
}

function makeColour(index: number, weight: number, sums: Bands): Colour {
  const [red, green, blue, alpha] = sums;
  return { index, weight, sums, mean: [red / weight, green / weight, blue / weight, alpha / weight] };
}

const joinColours = ({ index, weight, sums }: Colour, other: Colour): Colour =>
  makeColour(index, weight + other.weight, [
    sums[0] + other.sums[0],
    sums[1] + other.sums[1],
    sums[2] + other.sums[2],
    sums[3] + other.sums[3],
  ]);

export function makeMergeable(indexed: Indexed): Mergeable {
  const { palette, indexes } = indexed;
  const weights = new Float64Array(palette.length / 4);
  for (const index of indexes) weights[index]!++;
  const colours = Array.from(weights, (weight, index) => {
    const sum = (band: number) => palette.readUInt8(index * 4 + band) * weight;
    return makeColour(index, weight, [sum(0), sum(1), sum(2), sum(3)]);
  });
  const steps: Mergeable['steps'] = [];
  let alive = colours;
  for (let pair = findClosestPair(alive); pair && alive.length > 2; pair = findClosestPair(alive)) {
    const { keep, drop } = pair;
    const joined = joinColours(keep, drop);
    alive = alive.filter(colour => colour !== drop).map(colour => (colour === keep ? joined : colour));
    steps.push({ keep: keep.index, drop: drop.index });
  }
  return { ...indexed, colours, steps };
}

function findClosestPair(alive: readonly Colour[]): { keep: Colour; drop: Colour } | undefined {
  let found: { keep: Colour; drop: Colour } | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, keep] of alive.entries())
    for (const drop of alive.slice(at + 1)) {
      const [a, b] = [keep.mean, drop.mean];
      const distance = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 + (a[3] - b[3]) ** 2;
      const harm = (distance * keep.weight * drop.weight) / (keep.weight + drop.weight);
      if (harm < least) [found, least] = [{ keep, drop }, harm];
    }
  return found;
}

/** Merges colours until at most `most` are left. */
export function mergeColours({ indexes, colours, steps }: Mergeable, most: number): Indexed {
  const into = colours.map(({ index }) => index);
  for (const { keep, drop } of steps.slice(0, Math.max(0, colours.length - most)))
    for (const [index, other] of into.entries()) if (other === drop) into[index] = keep;
  const merged = new Map<number, Colour>();
  for (const [colour, target] of zip(colours, into)) {
    const before = merged.get(target);
    merged.set(target, before ? joinColours(before, colour) : colour);
  }
  const order = [...merged]
    .map(([colour, { mean }]) => ({ colour, mean: mean.map(Math.round), alpha: Math.round(mean[3]) }))
    .sort((a, b) => a.alpha - b.alpha);
  const places = new Map(order.map(({ colour }, place) => [colour, place]));
  const moved = Uint8Array.from(into, colour => places.get(colour)!);
  return {
    palette: Buffer.from(order.flatMap(({ mean }) => mean)),
    indexes: indexes.map(index => moved[index]!),
  };
}

export function expandToRgba({ palette, indexes }: Indexed): Buffer {
  const rgba = Buffer.allocUnsafe(indexes.length * 4);
  for (let at = 0; at < indexes.length; at++)
    rgba.writeUInt32BE(palette.readUInt32BE(indexes[at]! * 4), at * 4);
  return rgba;
}

/** Computes a value on the first call and caches it. */
export function computeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
