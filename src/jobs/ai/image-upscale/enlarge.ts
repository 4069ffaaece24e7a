import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../engines/sharp/engine.ts';
import { setExifUpright } from '../../image/codecs/exif.ts';
import type { Picture } from '../../image/pictures/picture.ts';
import { makePicture, type Pixels } from '../../image/pictures/pixels.ts';
import type { RunContext } from '../../run.ts';
import { matchOriginal, resample } from './match-original.ts';
import { decode, enlargeAlpha, type Samples, toRaster } from './pixels.ts';
import { type Canvas, cutTile, keptMargin, margin, pasteTile, planTiles, type Raster } from './tiles.ts';

export interface Enlargement {
  scale: number;
  model: string;
  keepMetadata: boolean;
  /** True if the output has 16 bits per sample. */
  sixteenBit: boolean;
}

type Workplace = Pick<RunContext<unknown>, 'dir' | 'infer'>;

/** Enlarges the picture `scale` times and reports progress to `done`. */
export async function enlarge(
  picture: Picture,
  how: Enlargement,
  place: Workplace,
  done: (fraction: number) => void,
): Promise<Picture> {
  const samples = await decode(picture, how);
  const canvas = createCanvas(samples, how.scale);
  const raster = await toRaster(samples);
  const tiles = planTiles(samples.width, samples.height);
  await runOverlapping(
    tiles,
    (tile, index) => computeTile(cutTile(raster, tile), how, place, index % 2),
    async (large, tile, index) => {
      const finished = await finishTile(cutTile(raster, tile, keptMargin), large, how.scale);
      pasteTile(canvas, finished, tile, how.scale);
      done((index + 1) / tiles.length);
    },
  );
  await enlargeAlpha(samples, canvas);
  const { lossy, engines } = picture;
  const carried = how.keepMetadata ? await readMetadata(picture) : {};
  const made = makePicture(
    { ...canvas, ...carried, density: picture.density },
    { lossy, engines: [...engines, 'upscaler'] },
  );
  return { ...made, damaged: picture.damaged };
}

function createCanvas({ data, width, height, channels }: Samples, scale: number): Canvas {
  const size = width * scale * height * scale * channels;
  return {
    data: data instanceof Uint16Array ? new Uint16Array(size) : new Uint8Array(size),
    width: width * scale,
    height: height * scale,
    channels,
  };
}

/** Starts the first half of each item before the previous item is finished, so that the model never waits. */
async function runOverlapping<Item extends object, Half>(
  items: readonly Item[],
  begin: (item: Item, index: number) => Promise<Half>,
  end: (half: Half, item: Item, index: number) => Promise<void>,
): Promise<void> {
  const start = (item: Item, index: number): Promise<Half> => {
    const half = begin(item, index);
    // If the previous item fails, this promise is never awaited.
    half.catch(() => {});
    return half;
  };
  let begun: Promise<Half> | undefined;
  for (const [index, item] of items.entries()) {
    const half = begun ?? start(item, index);
    const next = items[index + 1];
    begun = next && start(next, index + 1);
    await end(await half, item, index);
  }
}

/**
 * Runs the model on a tile and returns it with the margin that is kept. Two tiles may be in progress, in
 * files numbered 0 and 1.
 */
async function computeTile(
  small: Raster,
  { model, scale }: Enlargement,
  place: Workplace,
  number: number,
): Promise<Raster> {
  const input = join(place.dir, `tile-${number}`);
  const output = join(place.dir, `larger-tile-${number}`);
  const { width, height } = small;
  await writeFile(input, small.data);
  const facts = await place.infer({
    engine: 'upscaler',
    model,
    input,
    output,
    params: { width, height, scale, crop: margin - keptMargin },
  });
  const made = Number(facts.scale);
  const bytes = await readFile(output);
  await rm(output);
  const data = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  const measureKept = (side: number) => (side - 2 * (margin - keptMargin)) * made;
  return { data, width: measureKept(width), height: measureKept(height) };
}

async function finishTile(small: Raster, large: Raster, scale: number): Promise<Raster> {
  const size = { width: small.width * scale, height: small.height * scale };
  const finished = large.width === size.width ? large : await resample(large, size, 'lanczos3');
  await matchOriginal(small, finished);
  return finished;
}

/** Reads what is copied along with the pixels: the colour profile and the metadata. */
async function readMetadata(picture: Picture): Promise<Pick<Pixels, 'icc' | 'exif' | 'xmp'>> {
  const { icc, exif, xmp } = await sharp(picture.source, { ...picture.opening, failOn: 'none' }).metadata();
  return {
    ...(picture.profile === 'kept' && { icc }),
    ...(exif && { exif: setExifUpright(exif) }),
    xmp,
  };
}
