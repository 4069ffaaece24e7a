/** Rows of RGB pixels with 16 bits a sample: what a model takes and gives. */
export interface Raster {
  data: Uint16Array;
  width: number;
  height: number;
}

/** A part of a picture. Its core belongs to it alone; the margin around lets the model see what comes next. */
export interface Tile {
  left: number;
  top: number;
  /** Of the core. */
  width: number;
  height: number;
}

/** The longest side of a core: larger ones take more memory and are no quicker. */
const maxCore = 256;
/** What a model looks at around a pixel to speak of. Beyond a picture's edge it sees the picture mirrored. */
export const margin = 24;
/** How much of the margin is kept after the model: as much as the filters need that enlarge and reduce a tile. */
export const keptMargin = 8;

/** One side in equal steps: the model is made for one size of tile then. */
function divide(side: number): { size: number; starts: number[] } {
  const count = Math.ceil(side / maxCore);
  const size = Math.ceil(side / count);
  return { size, starts: Array.from({ length: count }, (_, index) => Math.min(index * size, side - size)) };
}

export function planTiles(width: number, height: number): Tile[] {
  const across = divide(width);
  const down = divide(height);
  return down.starts.flatMap(top =>
    across.starts.map(left => ({ left, top, width: across.size, height: down.size })),
  );
}

/** The position within 0…size-1 that a mirror at each edge shows. */
function mirrorPosition(at: number, size: number): number {
  if (size === 1) return 0;
  const period = 2 * (size - 1);
  const within = ((at % period) + period) % period;
  return within < size ? within : period - within;
}

/** The tile with a margin. */
export function cutTile({ data, width, height }: Raster, tile: Tile, around = margin): Raster {
  const wide = tile.width + 2 * around;
  const high = tile.height + 2 * around;
  const cut = new Uint16Array(wide * high * 3);
  const columns = Array.from({ length: wide }, (_, x) => mirrorPosition(tile.left - around + x, width) * 3);
  for (let y = 0, to = 0; y < high; y++) {
    const row = mirrorPosition(tile.top - around + y, height) * width * 3;
    for (let x = 0; x < wide; x++, to += 3) {
      const from = row + columns[x]!;
      cut[to] = data[from]!;
      cut[to + 1] = data[from + 1]!;
      cut[to + 2] = data[from + 2]!;
    }
  }
  return { data: cut, width: wide, height: high };
}

/** An enlarged picture in the making: 8 or 16 bits a sample, by the array's kind; grey or RGB, with or without alpha. */
export interface Canvas {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/**
 * Puts the core of an enlarged tile, which has the margin that is kept, where it belongs in the enlarged picture. Grey is the
 * mean of what the model made of it.
 */
export function pasteTile(into: Canvas, enlarged: Raster, tile: Tile, scale: number): void {
  const inset = keptMargin * scale;
  const { data, channels } = into;
  const unit = data instanceof Uint16Array ? 1 : 1 / 257;
  for (let y = 0; y < tile.height * scale; y++) {
    let from = ((inset + y) * enlarged.width + inset) * 3;
    let to = ((tile.top * scale + y) * into.width + tile.left * scale) * channels;
    for (let x = 0; x < tile.width * scale; x++, from += 3, to += channels) {
      const red = enlarged.data[from]!;
      const green = enlarged.data[from + 1]!;
      const blue = enlarged.data[from + 2]!;
      if (channels < 3) data[to] = ((red + green + blue) / 3) * unit + 0.5;
      else {
        data[to] = red * unit + 0.5;
        data[to + 1] = green * unit + 0.5;
        data[to + 2] = blue * unit + 0.5;
      }
    }
  }
}
