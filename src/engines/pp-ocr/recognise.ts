import { runOnnx } from '../run-onnx.ts';
import type { Models } from './models.ts';
import { type Pixels, type Region, readValue } from './pixels.ts';

/** A character and where it stands along its line, 0 to 1. */
export interface Character {
  text: string;
  /** The confidence from 0 to 1. */
  confidence: number;
  at: number;
}

/** The height of the lines that the model was trained on. */
const lineHeight = 48;
const step = 32;
const maxWidth = 3200;
const maxPixels = lineHeight * 6400;

/** Computes a line's width when it is drawn in the model's height. */
export const computeWidth = ({ length, height }: Region): number =>
  Math.max(step, Math.min(maxWidth, Math.round((lineHeight * length) / Math.max(1, height))));

/** Reads lines of a page. */
export async function recognise(
  page: Pixels,
  regions: readonly Region[],
  models: Models,
): Promise<Character[][]> {
  const lines = regions.map((region): Line => ({ region, width: computeWidth(region), read: [] }));
  // Lines of like length go together, because shorter ones are padded.
  const order = lines.toSorted((a, b) => a.width - b.width);
  for (let longest = order.at(-1); longest; longest = order.at(-1)) {
    const width = Math.ceil(longest.width / step) * step;
    const batch = order.splice(-Math.max(1, Math.floor(maxPixels / (width * lineHeight))));
    await recogniseBatch(page, batch, width, models);
  }
  return lines.map(({ read }) => read);
}

interface Line {
  region: Region;
  width: number;
  read: Character[];
}

async function recogniseBatch(
  page: Pixels,
  lines: readonly Line[],
  width: number,
  { runtime, recognition, characters }: Models,
): Promise<void> {
  const area = lineHeight * width;
  const data = new Float32Array(lines.length * 3 * area);
  lines.forEach((line, index) => {
    const plane = data.subarray(index * 3 * area, index * 3 * area + area);
    draw(page, line.region, line.width, width, plane);
    data.copyWithin((index * 3 + 1) * area, index * 3 * area, (index * 3 + 1) * area);
    data.copyWithin((index * 3 + 2) * area, index * 3 * area, (index * 3 + 1) * area);
  });
  const input = new runtime.Tensor('float32', data, [lines.length, 3, lineHeight, width]);
  const output = await runOnnx(recognition, input);
  const [, places, classes] = output.dims as [number, number, number];
  const likelihoods = output.data as Float32Array;
  lines.forEach((line, index) => {
    const own = likelihoods.subarray(index * places * classes, (index + 1) * places * classes);
    line.read = decodeLine(own, places, classes, characters, line.width / width);
  });
}

/** Draws a line level and in the model's height, from -1 for black to 1 for white; the rest is 0. */
function draw(page: Pixels, region: Region, width: number, stride: number, plane: Float32Array): void {
  const { middle, along, length, height } = region;
  for (let y = 0; y < lineHeight; y++) {
    const down = ((y + 0.5) / lineHeight - 0.5) * height;
    for (let x = 0; x < width; x++) {
      const across = ((x + 0.5) / width - 0.5) * length;
      const value = readValue(
        page,
        middle.x + across * along.x - down * along.y - 0.5,
        middle.y + across * along.y + down * along.x - 0.5,
      );
      plane[y * stride + x] = value / 127.5 - 1;
    }
  }
}

/** Between words the model is seldom sure of a space, and within them nearly sure that there is none. */
const minSpace = 0.05;

/**
 * Finds the likeliest character of each place. Repeats of one in a row are one character, unless a place without a
 * character is between them.
 */
function decodeLine(
  likelihoods: Float32Array,
  places: number,
  classes: number,
  characters: readonly string[],
  filled: number,
): Character[] {
  const found: Character[] = [];
  let before = 0;
  let space = 0;
  for (let place = 0; place < places; place++) {
    const offset = place * classes;
    let best = 0;
    let confidence = likelihoods[offset]!;
    for (let at = 1; at < classes; at++) {
      const value = likelihoods[offset + at]!;
      if (value > confidence) [best, confidence] = [at, value];
    }
    const at = Math.min(1, (place + 0.5) / places / filled);
    space = Math.max(space, likelihoods[offset + classes - 1]!);
    if (best !== 0 && best !== before) {
      const text = characters[best] ?? '';
      const last = found.at(-1);
      if (last && last.text !== ' ' && text !== ' ' && space > minSpace)
        found.push({ text: ' ', confidence: space, at: (last.at + at) / 2 });
      found.push({ text, confidence, at });
      space = 0;
    }
    before = best;
  }
  return found;
}
