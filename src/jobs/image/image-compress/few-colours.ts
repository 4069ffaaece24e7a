import { sharp } from '../../../engines/sharp/engine.ts';
import { type Indexed, indexColours } from '../codecs/indexed-png.ts';
import type { Drawing } from '../pictures/drawing.ts';
import { checkFrames } from '../policy/checks.ts';
import { maxHeldPixels } from '../policy/limits.ts';

/** Pixels of all frames, one below the other. */
export interface Pixels {
  rgba: Buffer;
  width: number;
  /** Of one frame. */
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

/** Dots of few colours take more bytes the more there are: ways between one number of colours and the next. */
export const ditherings = [0.25, 0.5, 0.75, 1];

export interface Quantising {
  colours?: number;
  quality?: number;
  dither?: number;
}

/** The picture in at most 256 colours, chosen over all frames. */
export async function quantise(pixels: Pixels, options: Quantising): Promise<Indexed> {
  const effort = pixels.rgba.length < 4e6 ? 7 : 3;
  const few = await openPixels(pixels)
    .png({ palette: true, effort, compressionLevel: 1, ...options })
    .toBuffer();
  return indexColours(await sharp(few).toColourspace('srgb').ensureAlpha().raw().toBuffer())!;
}

/** A picture of few colours, and in which order to join them: each time the two that this harms least. */
export interface Mergeable extends Indexed {
  steps: { keep: number; drop: number }[];
  /** How many pixels have each colour. */
  weights: Float64Array;
}

export function makeMergeable(indexed: Indexed): Mergeable {
  const { palette, indexes } = indexed;
  const count = palette.length / 4;
  const weights = new Float64Array(count);
  for (const index of indexes) weights[index]! += 1;
  const sums = Float64Array.from(palette, (value, at) => value * weights[at >> 2]!);
  const left = Float64Array.from(weights);
  const alive = Array.from({ length: count }, (_, index) => index);
  const steps: Mergeable['steps'] = [];
  while (alive.length > 2) {
    const { keep, drop } = findClosestPair(alive, sums, left);
    for (let band = 0; band < 4; band++) sums[keep * 4 + band]! += sums[drop * 4 + band]!;
    left[keep]! += left[drop]!;
    alive.splice(alive.indexOf(drop), 1);
    steps.push({ keep, drop });
  }
  return { ...indexed, steps, weights };
}

function findClosestPair(
  alive: number[],
  sums: Float64Array,
  weights: Float64Array,
): { keep: number; drop: number } {
  let [keep, drop, least] = [alive[0]!, alive[1]!, Number.POSITIVE_INFINITY];
  for (let i = 0; i < alive.length; i++)
    for (let j = i + 1; j < alive.length; j++) {
      const [a, b] = [alive[i]!, alive[j]!];
      const [wa, wb] = [weights[a]!, weights[b]!];
      let distance = 0;
      for (let band = 0; band < 4; band++)
        distance += (sums[a * 4 + band]! / wa - sums[b * 4 + band]! / wb) ** 2;
      const harm = (distance * wa * wb) / (wa + wb);
      if (harm < least) [keep, drop, least] = [a, b, harm];
    }
  return { keep, drop };
}

/** The picture in at most so many colours. */
export function mergeColours({ palette, indexes, steps, weights }: Mergeable, colours: number): Indexed {
  const count = palette.length / 4;
  const into = Array.from({ length: count }, (_, index) => index);
  for (const { keep, drop } of steps.slice(0, Math.max(0, count - colours)))
    for (let index = 0; index < count; index++) if (into[index] === drop) into[index] = keep;
  const means = new Map<number, number[]>();
  for (let index = 0; index < count; index++) {
    const sum = means.get(into[index]!) ?? [0, 0, 0, 0, 0];
    for (let band = 0; band < 4; band++) sum[band]! += palette[index * 4 + band]! * weights[index]!;
    sum[4]! += weights[index]!;
    means.set(into[index]!, sum);
  }
  const order = [...means]
    .map(([colour, sum]) => ({ colour, mean: sum.slice(0, 4).map(total => Math.round(total / sum[4]!)) }))
    .sort((a, b) => a.mean[3]! - b.mean[3]!);
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

/** Computed when first asked for, then remembered. */
export function computeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
