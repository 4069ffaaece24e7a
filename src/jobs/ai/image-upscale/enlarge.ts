import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../engines/sharp/engine.ts';
import { setExifUpright } from '../../image/codecs/exif.ts';
import type { Picture } from '../../image/pictures/picture.ts';
import { type Pixels, pictureFromPixels } from '../../image/pictures/pixels.ts';
import type { RunContext } from '../../run.ts';
import { agreeWith, resample } from './agree.ts';
import { decode, enlargeAlpha, type Samples, toRaster } from './pixels.ts';
import { type Canvas, cutTile, pasteTile, planTiles, type Raster } from './tiles.ts';

export interface Enlargement {
  scale: number;
  model: string;
  keepMetadata: boolean;
  /** The output holds 16 bits a sample. */
  sixteenBit: boolean;
}

type Workplace = Pick<RunContext<unknown>, 'dir' | 'infer'>;

/** The picture, as many times larger; `done` is told how far it is. */
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
  await overlap(
    tiles,
    (tile, index) => computeTile(cutTile(raster, tile), how, place, index % 2),
    async (computed, tile, index) => {
      pasteTile(canvas, await finishTile(computed, how.scale), tile, how.scale);
      done((index + 1) / tiles.length);
    },
  );
  await enlargeAlpha(samples, canvas);
  const { lossy, engines } = picture;
  const carried = how.keepMetadata ? await readCarried(picture) : {};
  const made = pictureFromPixels(
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

/** Starts the next item's first part before the last one's second part, so that the model does not wait for us. */
async function overlap<Item, Half>(
  items: readonly Item[],
  begin: (item: Item, index: number) => Promise<Half>,
  end: (half: Half, item: Item, index: number) => Promise<void>,
): Promise<void> {
  let last: Promise<void> = Promise.resolve();
  for (const [index, item] of items.entries()) {
    const [half] = await Promise.all([begin(item, index), last]);
    last = end(half, item, index);
  }
  await last;
}

interface ComputedTile {
  small: Raster;
  large: Raster;
}

/** What the model makes of a tile. Two tiles may be under way, in files numbered 0 and 1. */
async function computeTile(
  small: Raster,
  { model, scale }: Enlargement,
  place: Workplace,
  number: number,
): Promise<ComputedTile> {
  const input = join(place.dir, `tile-${number}`);
  const output = join(place.dir, `larger-tile-${number}`);
  const { width, height } = small;
  await writeFile(input, small.data);
  const facts = await place.infer({
    engine: 'upscaler',
    model,
    input,
    output,
    params: { width, height, scale },
  });
  const made = Number(facts.scale);
  const bytes = await readFile(output);
  await rm(output);
  const data = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return { small, large: { data, width: width * made, height: height * made } };
}

async function finishTile({ small, large }: ComputedTile, scale: number): Promise<Raster> {
  const size = { width: small.width * scale, height: small.height * scale };
  return await agreeWith(small, large.width === size.width ? large : await resample(large, size, 'lanczos3'));
}

/** What goes along with the pixels: the profile they stayed in, and what the file says of itself. */
async function readCarried(picture: Picture): Promise<Pick<Pixels, 'icc' | 'exif' | 'xmp'>> {
  const { icc, exif, xmp } = await sharp(picture.source, { ...picture.opening, failOn: 'none' }).metadata();
  return {
    ...(picture.profile === 'kept' && { icc }),
    ...(exif && { exif: setExifUpright(exif) }),
    xmp,
  };
}
