/** Rows of RGB pixels with 16 bits per sample, the input and output of a model. */
export interface Raster {
  data: Uint16Array;
  width: number;
  height: number;
}

/**
 * A part of a picture. Cores do not overlap; the margin around the core shows the model the neighbourhood.
 */
export interface Tile {
  left: number;
  top: number;
  /** Pixels of the core, without the margin. */
  width: number;
  height: number;
}

/** The longest side of a core. Larger ones need more memory and are no faster. */
const maxCore = 256;
/**
 * The distance at which a model still uses neighbouring pixels noticeably. Beyond the edge, the picture is
 * mirrored.
 */
export const margin = 24;
/**
 * The part of the margin that is kept after the model, as needed by the filters that enlarge and reduce a
 * tile.
 */
export const keptMargin = 8;

/** Divides a side into equal steps, so that all tiles have one size. */
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

/** Returns the position within 0…size-1 that a mirror at each edge shows. */
function mirrorPosition(at: number, size: number): number {
  if (size === 1) return 0;
  const period = 2 * (size - 1);
  const within = ((at % period) + period) % period;
  return within < size ? within : period - within;
}

/** Cuts out the tile with a margin. */
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

/**
 * An enlarged picture under construction: 8 or 16 bits per sample (by the array's type), grey or RGB, with or
 * without alpha.
 */
export interface Canvas {
  data: Uint8Array | Uint16Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/**
 * Pastes the core of an enlarged tile, which still has the kept margin, into the enlarged picture. Grey is
 * the mean of the model's three channels.
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
